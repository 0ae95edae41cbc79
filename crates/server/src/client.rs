//! The client that a request comes from: the addresses that count as one client, and the place of its address behind a proxy.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::http::{HeaderMap, HeaderName};

/// The other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// The client that a request comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RequestClient(pub(crate) IpAddr);

/// How the client of a request is found.
#[derive(Clone, Debug)]
pub(crate) struct ClientFinder {
    /// The header in which the proxy writes the client's address.
    header: Option<HeaderName>,
}

impl ClientFinder {
    pub(crate) fn new(header: Option<HeaderName>) -> Self {
        Self { header }
    }

    /// Whether all connections come from a proxy.
    pub(crate) fn are_behind_a_proxy(&self) -> bool {
        self.header.is_some()
    }

    /// The client of a request. The last address in the header is the one that the proxy itself saw; those before it are what the
    /// client claims. Without a readable address, it is the proxy.
    pub(crate) fn of(&self, peer: SocketAddr, headers: &HeaderMap) -> RequestClient {
        let forwarded = self.header.as_ref().and_then(|name| {
            let last = headers.get_all(name).iter().next_back()?.to_str().ok()?;
            address(last.rsplit(',').next()?.trim())
        });
        RequestClient(one_client(forwarded.unwrap_or(peer.ip())))
    }
}

/// An address as proxies write it: some add the port.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| Some(text.parse::<SocketAddr>().ok()?.ip()))
}

/// One client: an IPv4 address, or the network of 64 bits that every IPv6 subscriber has at least.
pub(crate) fn one_client(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)).into(),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(header: Option<&'static str>, sent: &[&'static str], expected: &str) {
        let clients = ClientFinder::new(header.map(HeaderName::from_static));
        let mut headers = HeaderMap::new();
        for value in sent {
            headers.append("x-forwarded-for", value.parse().unwrap());
        }
        let client = clients.of("192.0.2.1:9".parse().unwrap(), &headers);
        assert_eq!(client.0.to_string(), expected, "{sent:?}");
    }

    #[test]
    fn clients_are_known_by_the_connection_unless_a_proxy_names_them() {
        check(None, &["198.51.100.7"], "192.0.2.1");
        let header = Some("x-forwarded-for");
        check(header, &["198.51.100.7"], "198.51.100.7");
        check(header, &["198.51.100.7:1234"], "198.51.100.7");
        check(header, &["[2001:db8:1:2:3:4:5:6]:1"], "2001:db8:1:2::");
        // Addresses before the last are the client's own claim.
        check(header, &["10.9.9.9, 198.51.100.7"], "198.51.100.7");
        check(header, &["10.9.9.9", "198.51.100.7"], "198.51.100.7");
        check(header, &[], "192.0.2.1");
        check(header, &["unknown"], "192.0.2.1");
        check(header, &["198.51.100.7, "], "192.0.2.1");
    }

    #[test]
    fn a_network_of_ipv6_is_one_client() {
        let one = |text: &str| one_client(text.parse().unwrap()).to_string();
        assert_eq!(one("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(one("::ffff:192.0.2.1"), "192.0.2.1");
        assert_eq!(one("::1"), "::");
    }
}
