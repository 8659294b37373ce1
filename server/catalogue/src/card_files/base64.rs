//! Base64 as card files have it: standard or URL-safe, padded or not, with or without line breaks.

use std::io::{self, Read};

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use super::source::fill;

/// Bytes of text that are decoded at once.
const BLOCK_BYTES: usize = 8 << 10;

/// Reads without padding: it is checked and taken out before.
const ENGINE: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::RequireNone)
        .with_decode_allow_trailing_bits(true),
);

/// What makes a text no base64.
#[derive(Debug, thiserror::Error)]
#[error("the text is not base64")]
struct NotBase64;

/// Whether an error of a [`Base64Reader`] is about the text, not about what it reads from.
pub(super) fn is_not_base64(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<NotBase64>())
}

fn not_base64() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, NotBase64)
}

/// Decodes base64 while it is read.
pub(super) struct Base64Reader<R> {
    inner: R,
    /// Symbols that are not decoded yet: fewer than four between two blocks.
    symbols: Vec<u8>,
    bytes: Vec<u8>,
    /// How many of `bytes` were given out.
    given: usize,
    is_padded: bool,
    is_over: bool,
}

impl<R: Read> Base64Reader<R> {
    pub(super) fn new(inner: R) -> Self {
        Self {
            inner,
            symbols: Vec::new(),
            bytes: Vec::new(),
            given: 0,
            is_padded: false,
            is_over: false,
        }
    }

    /// Decodes the next block.
    fn decode_block(&mut self) -> io::Result<()> {
        let mut block = [0; BLOCK_BYTES];
        let count = fill(&mut self.inner, &mut block)?;
        self.is_over = count < block.len();
        for symbol in &block[..count] {
            let symbol = match symbol {
                b'\t' | b'\n' | b'\r' | b' ' => continue,
                // Some programs end the text like one of C.
                b'=' | 0 => {
                    self.is_padded = true;
                    continue;
                }
                b'-' => b'+',
                b'_' => b'/',
                symbol => *symbol,
            };
            if self.is_padded {
                return Err(not_base64());
            }
            self.symbols.push(symbol);
        }
        let whole = match self.is_over {
            true => self.symbols.len(),
            false => self.symbols.len() / 4 * 4,
        };
        (self.given, self.bytes) = (0, std::mem::take(&mut self.bytes));
        self.bytes.clear();
        ENGINE
            .decode_vec(&self.symbols[..whole], &mut self.bytes)
            .map_err(|_| not_base64())?;
        self.symbols.drain(..whole);
        Ok(())
    }
}

impl<R: Read> Read for Base64Reader<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.given == self.bytes.len() && !self.is_over {
            self.decode_block()?;
        }
        let count = out.len().min(self.bytes.len() - self.given);
        out[..count].copy_from_slice(&self.bytes[self.given..self.given + count]);
        self.given += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use base64::prelude::{BASE64_STANDARD, BASE64_STANDARD_NO_PAD, BASE64_URL_SAFE, BASE64_URL_SAFE_NO_PAD};

    use super::*;

    fn decode(text: &str) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        Base64Reader::new(text.as_bytes()).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    #[test]
    fn every_spelling_is_read_at_every_length() {
        for len in (0..70).chain(BLOCK_BYTES / 4 * 3 - 3..BLOCK_BYTES / 4 * 3 + 3) {
            let bytes: Vec<u8> = (0..len).map(|at| (at * 7 + 250) as u8).collect();
            for text in [
                BASE64_STANDARD.encode(&bytes),
                BASE64_STANDARD_NO_PAD.encode(&bytes),
                BASE64_URL_SAFE.encode(&bytes),
                BASE64_URL_SAFE_NO_PAD.encode(&bytes),
            ] {
                assert_eq!(decode(&text).unwrap(), bytes, "{text}");
                let broken = text
                    .as_bytes()
                    .chunks(76)
                    .map(|line| std::str::from_utf8(line).unwrap());
                let lines = broken.collect::<Vec<_>>().join("\r\n");
                assert_eq!(decode(&format!("{lines}\n")).unwrap(), bytes);
            }
        }
    }

    #[test]
    fn what_is_no_base64_says_so() {
        for text in ["QUJD!", "QQ==QQ==", "QUJDR", "Ünsinn", "{}"] {
            assert!(is_not_base64(&decode(text).unwrap_err()), "{text}");
        }
    }
}
