//! A vector, and the form in which it is stored.

/// The dimensions of a vector.
pub const DIMENSIONS: usize = 384;
/// Bytes of a stored vector: the scale, and one byte for each number.
pub(super) const PACKED_BYTES: usize = 4 + DIMENSIONS;
/// The largest number of a packed vector.
const MOST: f32 = 127.0;

/// The meaning of a sentence; a vector of length 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Vector(Vec<f32>);

impl Vector {
    /// The unit vector in this direction; `None` if its length is zero, or it has another number of
    /// dimensions.
    pub(super) fn along(mut numbers: Vec<f32>) -> Option<Self> {
        let length = numbers.iter().map(|number| number * number).sum::<f32>().sqrt();
        if numbers.len() != DIMENSIONS || !length.is_normal() {
            return None;
        }
        numbers.iter_mut().for_each(|number| *number /= length);
        Some(Self(numbers))
    }

    /// Its numbers.
    #[must_use]
    pub fn numbers(&self) -> &[f32] {
        &self.0
    }

    /// The cosine of the angle to another vector: 1 for the same meaning, about 0 for unrelated ones.
    #[must_use]
    #[inline]
    pub fn cosine(&self, other: &Self) -> f32 {
        self.0.iter().zip(&other.0).map(|(one, other)| one * other).sum()
    }

    /// The same in a quarter of the size, as bytes.
    #[must_use]
    pub fn pack(&self) -> Packed {
        let scale = self.0.iter().fold(0.0_f32, |most, number| most.max(number.abs())) / MOST;
        let bytes = self
            .0
            .iter()
            .map(|number| (number / scale).round() as i8)
            .collect();
        Packed { scale, bytes }
    }
}

/// A vector whose numbers are bytes.
#[derive(Debug, Clone, PartialEq)]
pub struct Packed {
    scale: f32,
    bytes: Vec<i8>,
}

impl Packed {
    /// The cosine of the angle to a vector.
    #[must_use]
    #[inline]
    pub fn cosine(&self, other: &Vector) -> f32 {
        self.bytes
            .iter()
            .zip(&other.0)
            .map(|(byte, number)| f32::from(*byte) * number)
            .sum::<f32>()
            * self.scale
    }

    /// The cosine of the angle between two packed vectors.
    #[must_use]
    #[inline]
    pub fn near(&self, other: &Self) -> f32 {
        let sum: i32 = self
            .bytes
            .iter()
            .zip(&other.bytes)
            .map(|(one, other)| i32::from(*one) * i32::from(*other))
            .sum();
        let sum = sum as f32;
        sum * self.scale * other.scale
    }

    /// Appends its stored form.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.scale.to_le_bytes());
        out.extend(self.bytes.iter().map(|byte| byte.cast_unsigned()));
    }

    /// All vectors that were written one after another; `None` if the bytes have another form.
    #[must_use]
    pub fn read_all(bytes: &[u8]) -> Option<Vec<Self>> {
        let chunks = bytes.chunks_exact(PACKED_BYTES);
        if !chunks.remainder().is_empty() {
            return None;
        }
        let read = |chunk: &[u8]| {
            let (scale, rest) = chunk.split_first_chunk::<4>()?;
            let scale = f32::from_le_bytes(*scale);
            scale.is_normal().then(|| Self {
                scale,
                bytes: rest.iter().map(|byte| byte.cast_signed()).collect(),
            })
        };
        chunks.map(read).collect()
    }
}
