//! The context that the layout of values depends on.

use super::ProductClass;
use crate::bits::Bound;
use crate::layout::{Header, TextRef};
use crate::version::Version;

/// The version, which changes the layout of values, and the objects that name attributes of products.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context {
    /// Bound of the number in front of a [`Vector`](super::Vector), which says how many bits a component has.
    pub vector: Bound,
    /// Rigid bodies are in hundredths of units: net version 5.
    pub has_fine_units: bool,
    /// Rigid bodies are turned by quaternions: net version 7.
    pub has_quaternions: bool,
    /// Game modes and the status of reservations are bytes: 868.12.
    pub has_wide_states: bool,
    /// Spawned actors have names.
    pub has_actor_names: bool,
    /// Paints have 31 bits: 868.18.
    pub has_wide_paints: bool,
    /// Cameras have a transition speed: 868.20.
    pub has_transition_speed: bool,
    /// Cameras have five settings more: 868.34.12.
    pub has_camera_extras: bool,
    /// User colours have 32 bits: 868.23.8.
    pub has_whole_colors: bool,
    /// PlayStation ids have eight bytes more: net version 1.
    pub has_long_ps4_ids: bool,
    /// PsyNet ids have eight bytes: net version 10.
    pub has_short_psynet_ids: bool,
    /// Servers have names: build 221120.42953.406184.
    pub has_server_names: bool,
    /// Objects that attributes of products are named with.
    products: Vec<(i32, ProductClass)>,
}

impl Context {
    /// The first build whose servers have names.
    const SERVER_NAMES: &'static str = "221120.42953.406184";

    /// The context of a replay with this header and these objects.
    pub(crate) fn of<'a>(header: &Header, objects: impl Iterator<Item = TextRef<'a>>) -> Self {
        let is_lan = header.properties.text("MatchType").as_deref() == Some("Lan");
        let build = header.properties.text("BuildVersion");
        Self::new(header.version, build.as_deref(), is_lan).with_objects(objects)
    }

    /// The context of a version, a build (`BuildVersion` in the header), and whether the match was one over a local network
    /// (`MatchType` is `Lan`).
    pub fn new(version: Version, build: Option<&str>, is_lan: bool) -> Self {
        let Version { major, minor, net } = version;
        let since = |gate: (i32, i32)| (major, minor) >= gate;
        let since_net = |gate: (i32, i32, i32)| (major, minor, net) >= gate;
        Self {
            vector: Bound::new(if net >= 7 { 22 } else { 20 }),
            has_fine_units: net >= 5,
            has_quaternions: net >= 7,
            has_wide_states: since((868, 12)),
            has_actor_names: since((868, 20)) || (since((868, 14)) && !is_lan),
            has_wide_paints: since((868, 18)),
            has_transition_speed: since((868, 20)),
            has_camera_extras: since_net((868, 34, 12)),
            has_whole_colors: since_net((868, 23, 8)),
            has_long_ps4_ids: net >= 1,
            has_short_psynet_ids: net >= 10,
            has_server_names: build.is_some_and(|build| build >= Self::SERVER_NAMES),
            products: Vec::new(),
        }
    }

    /// With the objects that attributes of products are named with.
    pub(crate) fn with_objects<'a>(mut self, objects: impl Iterator<Item = TextRef<'a>>) -> Self {
        let class = |(index, name): (usize, TextRef<'_>)| {
            Some((i32::try_from(index).ok()?, ProductClass::named(&name.spelling())?))
        };
        self.products = objects.enumerate().filter_map(class).collect();
        self
    }

    /// The class of an attribute of a product; `None` for other objects.
    pub(crate) fn product(&self, object: i32) -> Option<ProductClass> {
        let place = self.products.binary_search_by_key(&object, |(index, _)| *index).ok()?;
        self.products.get(place).map(|(_, class)| *class)
    }
}
