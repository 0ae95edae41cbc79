//! The sites that are asked.

use axum::http::Uri;

/// A site that has replays or maps of Beat Saber.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    /// Maps.
    BeatSaver,
    /// Replays, by their scores.
    BeatLeader,
    /// Leaderboards, which name a map.
    ScoreSaber,
}

impl Site {
    /// As the site calls itself.
    pub const fn title(self) -> &'static str {
        match self {
            Self::BeatSaver => "BeatSaver",
            Self::BeatLeader => "BeatLeader",
            Self::ScoreSaber => "ScoreSaber",
        }
    }

    /// In settings and in the API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::BeatSaver => "beatsaver",
            Self::BeatLeader => "beatleader",
            Self::ScoreSaber => "scoresaber",
        }
    }

    const fn api(self) -> &'static str {
        match self {
            Self::BeatSaver => "https://api.beatsaver.com",
            Self::BeatLeader => "https://api.beatleader.com",
            Self::ScoreSaber => "https://scoresaber.com",
        }
    }

    /// The domains whose hosts give out its files.
    const fn domains(self) -> &'static [&'static str] {
        match self {
            Self::BeatSaver => &["beatsaver.com"],
            Self::BeatLeader => &["beatleader.com", "beatleader.net", "beatleader.xyz"],
            Self::ScoreSaber => &[],
        }
    }
}

/// A site, and where its API is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FetchFrom {
    /// The site.
    pub site: Site,
    /// The address of another server that answers as its API does, and gives out all its files, without a slash at the end; `None`: the
    /// site's own.
    pub api: Option<String>,
}

impl FetchFrom {
    /// The address of a path of the API.
    pub(super) fn address(&self, path: &str) -> String {
        format!("{}{path}", self.api.as_deref().unwrap_or(self.site.api()))
    }

    /// Whether a file may be fetched from there: over TLS, from a host of the site; or from the server in its place.
    pub(super) fn gives(&self, address: &str) -> bool {
        let Ok(uri) = address.parse::<Uri>() else { return false };
        let Some(authority) = uri.authority() else { return false };
        if authority.as_str().contains('@') {
            return false;
        }
        if let Some(api) = &self.api {
            let own = api.parse::<Uri>().ok();
            return own.is_some_and(|own| {
                (own.scheme(), own.authority()) == (uri.scheme(), uri.authority())
            });
        }
        let host = authority.host().to_ascii_lowercase();
        let is_of = |domain: &&str| {
            host.strip_suffix(*domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        uri.scheme_str() == Some("https")
            && authority.port().is_none()
            && self.site.domains().iter().any(is_of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_fetched_from_the_sites_own_hosts_alone() {
        let site = FetchFrom { site: Site::BeatSaver, api: None };
        for own in ["https://beatsaver.com/a.zip", "https://r2cdn.beatsaver.com/a.zip"] {
            assert!(site.gives(own), "{own}");
        }
        for other in [
            "http://beatsaver.com/a.zip",
            "https://notbeatsaver.com/a.zip",
            "https://beatsaver.com.evil.example/a.zip",
            "https://beatsaver.com@evil.example/a.zip",
            "https://evil@beatsaver.com/a.zip",
            "https://beatsaver.com:8443/a.zip",
            "https://127.0.0.1/a.zip",
            "https://[::1]/a.zip",
            "file:///etc/passwd",
            "/a.zip",
            "",
        ] {
            assert!(!site.gives(other), "{other}");
        }
        let api = Some("http://127.0.0.1:5000".to_owned());
        let other = FetchFrom { site: Site::BeatSaver, api };
        assert!(other.gives("http://127.0.0.1:5000/a.zip"));
        assert!(!other.gives("http://127.0.0.1:5001/a.zip"));
        assert!(!other.gives("https://beatsaver.com/a.zip"));
    }
}
