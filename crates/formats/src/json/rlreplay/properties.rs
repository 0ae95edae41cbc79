//! The header's properties: an array, since names may repeat and their order counts.

use ghostreel_rlreplay::layout::{Properties, Property, PropertyValue};
use serde::de::Error;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;

use super::super::float::Float;
use super::super::{JsonError, List};
use super::text::Exact;

pub(super) struct Out<'a>(pub(super) &'a Properties);

impl Serialize for Out<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.0.iter().map(|property| PropertyOut {
            name: Exact::new(&property.name),
            kind: Exact::new(&property.kind),
            value: ValueOut(&property.value),
            size: Some(property.size).filter(|size| *size != property.value.size()),
            index: Some(property.index).filter(|index| *index != 0),
        }))
    }
}

#[derive(Serialize)]
struct PropertyOut<'a> {
    name: Exact<'a>,
    #[serde(rename = "type")]
    kind: Exact<'a>,
    value: ValueOut<'a>,
    /// Only where it differs from the value's size.
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<u32>,
}

struct ValueOut<'a>(&'a PropertyValue);

#[derive(Serialize)]
struct KindAndValue<'a, V> {
    kind: Exact<'a>,
    value: V,
}

impl Serialize for ValueOut<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            PropertyValue::Int(value) => serializer.serialize_i32(*value),
            PropertyValue::Float(value) => Float(*value).serialize(serializer),
            // Beyond the range of a double.
            PropertyValue::QWord(value) => serializer.collect_str(value),
            PropertyValue::Bool(value @ (0 | 1)) => serializer.serialize_bool(*value == 1),
            PropertyValue::OldBool(value @ (0 | 1)) => serializer.serialize_bool(*value == 1),
            PropertyValue::Bool(value) => serializer.serialize_u8(*value),
            PropertyValue::OldBool(value) => serializer.serialize_u32(*value),
            PropertyValue::Str(text) | PropertyValue::Name(text) | PropertyValue::OldByte(text) => {
                Exact::new(text).serialize(serializer)
            }
            PropertyValue::Byte(kind, text) => {
                KindAndValue { kind: Exact::new(kind), value: Exact::new(text) }
                    .serialize(serializer)
            }
            PropertyValue::PlainByte(kind, value) => {
                KindAndValue { kind: Exact::new(kind), value }.serialize(serializer)
            }
            PropertyValue::Array(elements) => {
                List(|| elements.iter().map(Out)).serialize(serializer)
            }
            PropertyValue::Struct(kind, members) => {
                KindAndValue { kind: Exact::new(kind), value: Out(members) }.serialize(serializer)
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PropertyIn<'a> {
    name: Exact<'static>,
    #[serde(rename = "type")]
    kind: Exact<'static>,
    #[serde(borrow)]
    value: &'a RawValue,
    size: Option<u32>,
    #[serde(default)]
    index: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KindAndRaw<'a> {
    kind: Exact<'static>,
    #[serde(borrow)]
    value: &'a RawValue,
}

/// Reads a list. `is_old`: of a replay from before versions were numbered.
pub(super) fn read(json: &str, is_old: bool) -> Result<Properties, JsonError> {
    let list: Vec<PropertyIn<'_>> = serde_json::from_str(json)?;
    let property = |property: PropertyIn<'_>| {
        let kind = property.kind.into_text();
        let value = value(&kind.as_str(), property.value.get(), is_old)?;
        let size = property.size.unwrap_or_else(|| value.size());
        Ok(Property { name: property.name.into_text(), kind, size, index: property.index, value })
    };
    Ok(Properties(list.into_iter().map(property).collect::<Result<_, JsonError>>()?))
}

fn value(kind: &str, json: &str, is_old: bool) -> Result<PropertyValue, JsonError> {
    let text = || serde_json::from_str(json).map(Exact::into_text);
    Ok(match kind {
        "IntProperty" => PropertyValue::Int(serde_json::from_str(json)?),
        "FloatProperty" => PropertyValue::Float(serde_json::from_str::<Float>(json)?.0),
        "QWordProperty" => {
            let digits: String = serde_json::from_str(json)?;
            PropertyValue::QWord(digits.parse().map_err(serde_json::Error::custom)?)
        }
        "BoolProperty" => {
            let value = match json {
                "true" => 1,
                "false" => 0,
                number => serde_json::from_str(number)?,
            };
            match is_old {
                true => PropertyValue::OldBool(value),
                false => {
                    PropertyValue::Bool(u8::try_from(value).map_err(serde_json::Error::custom)?)
                }
            }
        }
        "StrProperty" => PropertyValue::Str(text()?),
        "NameProperty" => PropertyValue::Name(text()?),
        "ByteProperty" if is_old => PropertyValue::OldByte(text()?),
        "ByteProperty" => {
            let KindAndRaw { kind, value } = serde_json::from_str(json)?;
            let kind = kind.into_text();
            match serde_json::from_str(value.get()) {
                Ok(byte) => PropertyValue::PlainByte(kind, byte),
                Err(_) => {
                    let text: Exact<'_> = serde_json::from_str(value.get())?;
                    PropertyValue::Byte(kind, text.into_text())
                }
            }
        }
        "ArrayProperty" => {
            let elements: Vec<&RawValue> = serde_json::from_str(json)?;
            let elements = elements.into_iter().map(|element| read(element.get(), is_old));
            PropertyValue::Array(elements.collect::<Result<_, _>>()?)
        }
        "StructProperty" => {
            let KindAndRaw { kind, value } = serde_json::from_str(json)?;
            let kind = kind.into_text();
            PropertyValue::Struct(kind, read(value.get(), is_old)?)
        }
        other => {
            let message = format!("expected a type of property, found {other:?}");
            return Err(serde_json::Error::custom(message).into());
        }
    })
}
