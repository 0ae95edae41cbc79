//! Class, team, item and component of objects, worked out from their names, once for each.

use ghostreel_timeline::TeamNumber;

use super::roles::class_name;
use super::rows::{BLUE, ORANGE};
use crate::layout::Text;
use crate::names::after_last;

/// Facts that follow from the name of an object.
#[derive(Clone, Debug, Default)]
pub(super) struct ObjectInfo {
    /// The object.
    pub(super) object: Text,
    /// Its class.
    pub(super) class: Text,
    /// The team whose number its archetype ends in; `None` for others.
    pub(super) team: Option<TeamNumber>,
    /// The name of an item of Rumble; `None` for others.
    pub(super) item: Option<Text>,
    /// The name of a component of a car; the whole name for others.
    pub(super) component: Text,
}

/// The objects of a replay.
#[derive(Debug)]
pub(super) struct Objects<'v> {
    objects: &'v [Text],
    known: Vec<Option<Box<ObjectInfo>>>,
    unknown: ObjectInfo,
}

impl<'v> Objects<'v> {
    pub(super) fn new(objects: &'v [Text]) -> Self {
        let known = std::iter::repeat_with(|| None).take(objects.len()).collect();
        Self { objects, known, unknown: ObjectInfo::default() }
    }

    /// The facts that follow from the name of an object. Names may be long and actors many, so they are worked out once.
    pub(super) fn info(&mut self, object: i32) -> &ObjectInfo {
        let place = usize::try_from(object).unwrap_or(usize::MAX);
        match (self.objects.get(place), self.known.get_mut(place)) {
            (Some(text), Some(known)) => {
                known.get_or_insert_with(|| Box::new(ObjectInfo::new(text)))
            }
            _ => &self.unknown,
        }
    }
}

impl ObjectInfo {
    fn new(object: &Text) -> Self {
        let name = object.as_str();
        let team = match name.chars().last() {
            Some('0') => Some(BLUE),
            Some('1') => Some(ORANGE),
            _ => None,
        };
        Self {
            class: Text::new(&class_name(&name)),
            team,
            item: after_last(&name, "SpecialPickup_").map(Text::new),
            component: Text::new(component(&name)),
            object: object.clone(),
        }
    }
}

/// The name of a component: `Boost` of `Archetypes.CarComponents.CarComponent_Boost`, and of Knockout's
/// `Archetypes.KnockOut.GameEvent_Knockout:CarArchetype.Boost`.
fn component(object: &str) -> &str {
    let marks = ["CarComponent_", ":CarArchetype."];
    marks.iter().find_map(|mark| after_last(object, mark)).unwrap_or(object)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_have_the_same_names_in_every_mode() {
        assert_eq!(component("Archetypes.CarComponents.CarComponent_Boost"), "Boost");
        let knockout = "Archetypes.KnockOut.GameEvent_Knockout:CarArchetype.Boost";
        assert_eq!(component(knockout), "Boost");
        assert_eq!(component("Archetypes.Car.Car_Default"), "Archetypes.Car.Car_Default");
    }
}
