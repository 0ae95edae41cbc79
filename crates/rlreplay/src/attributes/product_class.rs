//! The classes of products' attributes.

/// The kind of a product's attribute, by the class that the replay names it with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProductClass {
    /// `TAGame.ProductAttribute_UserColor_TA`.
    UserColor,
    /// `TAGame.ProductAttribute_Painted_TA`.
    Painted,
    /// `TAGame.ProductAttribute_TeamEdition_TA`.
    TeamEdition,
    /// `TAGame.ProductAttribute_SpecialEdition_TA`.
    SpecialEdition,
    /// `TAGame.ProductAttribute_TitleID_TA`.
    TitleId,
    /// `TAGame.ProductAttribute_Certified_TA`.
    Certified,
}

impl ProductClass {
    /// The class of that name.
    pub(crate) fn named(name: &[u8]) -> Option<Self> {
        Some(match name.strip_prefix(b"TAGame.ProductAttribute_")? {
            b"UserColor_TA" => Self::UserColor,
            b"Painted_TA" => Self::Painted,
            b"TeamEdition_TA" => Self::TeamEdition,
            b"SpecialEdition_TA" => Self::SpecialEdition,
            b"TitleID_TA" => Self::TitleId,
            b"Certified_TA" => Self::Certified,
            _ => return None,
        })
    }
}
