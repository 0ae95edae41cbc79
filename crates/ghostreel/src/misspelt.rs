//! Names that are nearly right.

/// How alike two names are that one is taken for the other, of 1.
const ALIKE: f64 = 0.88;

/// The known name that a wrong one may mean: the one that is most like it, if any is like it. Of several that are as near, the first.
///
/// ```
/// use ghostreel::most_alike;
///
/// assert_eq!(most_alike("post.percnt", ["post.percent", "post.facing_direction"]), Some("post.percent"));
/// assert_eq!(most_alike("goals", ["post.percent"]), None);
/// ```
pub fn most_alike<'n>(wrong: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let alike = known.into_iter().map(|name| (strsim::jaro_winkler(name, wrong), name));
    let nearest = alike.reduce(|best, next| if next.0 > best.0 { next } else { best });
    nearest.filter(|(alike, _)| *alike >= ALIKE).map(|(_, name)| name)
}
