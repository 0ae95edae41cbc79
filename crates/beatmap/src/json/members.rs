//! Declaring what an object holds.

/// Declares structures that are read from JSON objects: each member with its name there. A missing member keeps its default, 0 or empty, as in the
/// game; of a member that is there twice the last counts; others are skipped.
macro_rules! members {
    ($(
        $(#[$meta:meta])*
        struct $name:ident {
            $($(#[$doc:meta])* $field:ident: $type:ty = $key:literal,)*
        }
    )*) => { $(
        $(#[$meta])*
        #[derive(Clone, Debug, Default)]
        pub(crate) struct $name {
            $($(#[$doc])* pub(crate) $field: $type,)*
        }

        impl $crate::json::Read for $name {
            fn read<'de, D: serde::Deserializer<'de>>(
                &mut self,
                value: D,
                room: &$crate::json::Room,
            ) -> Result<bool, D::Error> {
                struct Members<'a>(&'a mut $name, &'a $crate::json::Room);

                impl<'de> serde::de::Visitor<'de> for Members<'_> {
                    type Value = bool;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str("an object")
                    }
                    fn visit_map<A: serde::de::MapAccess<'de>>(
                        self,
                        mut object: A,
                    ) -> Result<bool, A::Error> {
                        while let Some($crate::json::Name(name)) = object.next_key()? {
                            match &*name {
                                $($key => {
                                    let outer = self.1.enter($key);
                                    object.next_value_seed($crate::json::Into(&mut self.0.$field, self.1))?;
                                    self.1.leave_to(outer);
                                })*
                                _ => {
                                    object.next_value::<serde::de::IgnoredAny>()?;
                                }
                            }
                        }
                        Ok(true)
                    }
                    fn visit_seq<A: serde::de::SeqAccess<'de>>(
                        self,
                        list: A,
                    ) -> Result<bool, A::Error> {
                        $crate::json::skip_list(list, self.1)
                    }
                    $crate::json::other_values!();
                }

                value.deserialize_any(Members(self, room))
            }
        }
    )* };
}

pub(crate) use members;
