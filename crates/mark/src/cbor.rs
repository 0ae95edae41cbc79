//! Payloads as canonical CBOR maps.

use ciborium::Value;

use crate::error::Error;
use crate::key::PublicKey;
use crate::limits;

/// The members of a payload.
#[derive(Clone, Debug, Default)]
pub struct Members {
    /// The kind of the message, for errors.
    kind: &'static str,
    members: Vec<(Value, Value)>,
}

impl Members {
    /// None yet.
    pub(crate) fn new(kind: &'static str) -> Self {
        Self { kind, members: Vec::new() }
    }

    /// Adds a member.
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.members.push((name.into(), value.into()));
        self
    }

    /// Adds a member if there is one.
    pub(crate) fn with_some(self, name: &'static str, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// The map that these are.
    pub(crate) fn value(mut self) -> Value {
        self.members.sort_by(|(one, _), (other, _)| order(one).cmp(&order(other)));
        Value::Map(self.members)
    }

    /// The payload.
    pub(crate) fn bytes(self) -> Vec<u8> {
        bytes(&self.value())
    }

    /// Reads a payload.
    pub(crate) fn read(kind: &'static str, payload: &[u8]) -> Result<Self, Error> {
        let value: Value = ciborium::de::from_reader_with_recursion_limit(payload, limits::DEPTH)
            .map_err(|_| Error::Malformed(kind))?;
        // Another spelling, e.g. with a longer length, is written anew in the canonical way, and differs.
        if !is_ordered(&value) || bytes(&value) != payload {
            return Err(Error::Malformed(kind));
        }
        Self::of(kind, &value).ok_or(Error::Malformed(kind))
    }

    /// The members of a map inside a payload.
    pub(crate) fn of(kind: &'static str, value: &Value) -> Option<Self> {
        let members = value.as_map()?.clone();
        Some(Self { kind, members })
    }

    pub(crate) fn wrong(&self, member: &'static str) -> Error {
        Error::Member { kind: self.kind, member }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        let is_it = |(key, _): &&(Value, Value)| key.as_text() == Some(name);
        self.members.iter().find(is_it).map(|(_, value)| value)
    }

    /// An optional member, by a reader of its value.
    pub(crate) fn optional<T>(
        &self,
        name: &'static str,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Result<Option<T>, Error> {
        let Some(value) = self.get(name) else { return Ok(None) };
        read(value).map(Some).ok_or_else(|| self.wrong(name))
    }

    /// A member, by a reader of its value.
    pub(crate) fn required<T>(
        &self,
        name: &'static str,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Result<T, Error> {
        self.optional(name, read)?.ok_or_else(|| self.wrong(name))
    }

    /// All names and values, of a map of texts.
    pub(crate) fn texts(value: &Value) -> Option<Vec<(String, String)>> {
        let pair = |(name, value): &(Value, Value)| Some((text(name)?, text(value)?));
        value.as_map()?.iter().map(pair).collect()
    }
}

pub(crate) fn array<const N: usize>(value: &Value) -> Option<[u8; N]> {
    value.as_bytes()?.as_slice().try_into().ok()
}

pub(crate) fn key(value: &Value) -> Option<PublicKey> {
    array(value).map(PublicKey::from_bytes)
}

pub(crate) fn blob(value: &Value) -> Option<Vec<u8>> {
    value.as_bytes().cloned()
}

pub(crate) fn list<T>(value: &Value, read: impl Fn(&Value) -> Option<T>) -> Option<Vec<T>> {
    value.as_array()?.iter().map(read).collect()
}

pub(crate) fn uint(value: &Value) -> Option<u64> {
    value.as_integer()?.try_into().ok()
}

pub(crate) fn int(value: &Value) -> Option<i64> {
    value.as_integer()?.try_into().ok()
}

pub(crate) fn float(value: &Value) -> Option<f64> {
    value.as_float().filter(|float| float.is_finite())
}

pub(crate) fn text(value: &Value) -> Option<String> {
    value.as_text().filter(|text| text.len() <= limits::TEXT).map(str::to_owned)
}

/// Bytes as a value.
pub(crate) fn of_bytes(bytes: impl AsRef<[u8]>) -> Value {
    Value::Bytes(bytes.as_ref().to_vec())
}

fn bytes(value: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    // Writing to a vector does not fail.
    ciborium::into_writer(value, &mut bytes).ok();
    bytes
}

/// Keys of a map are in the order of their encoded bytes: the shorter first, as the length is in front.
fn order(key: &Value) -> Option<(usize, &[u8])> {
    key.as_text().map(|text| (text.len(), text.as_bytes()))
}

/// Whether it is made of the few things that payloads are made of, and all maps have texts as keys, each once and in order.
fn is_ordered(value: &Value) -> bool {
    match value {
        Value::Array(values) => values.iter().all(is_ordered),
        Value::Float(float) => float.is_finite(),
        Value::Map(members) => {
            let keys: Option<Vec<_>> = members.iter().map(|(key, _)| order(key)).collect();
            keys.is_some_and(|keys| keys.is_sorted_by(|one, other| one < other))
                && members.iter().all(|(_, value)| is_ordered(value))
        }
        Value::Integer(_) | Value::Bytes(_) | Value::Text(_) | Value::Bool(_) | Value::Null => true,
        // Tags, and additions of later versions of CBOR.
        _ => false,
    }
}
