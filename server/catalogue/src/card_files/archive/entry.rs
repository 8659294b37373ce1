//! One file of an archive, inflated while it is read and held to what the directory states of it.

use std::io::{self, Read, Seek};

use flate2::bufread::DeflateDecoder;

use crate::card_files::error::{AssetFault, PartError};
use crate::card_files::source::{Source, fill};

/// The header in front of a file, without its name and extra fields (APPNOTE 4.3.7).
const HEADER_BYTES: usize = 30;
const HEADER_MARK: [u8; 4] = *b"PK\x03\x04";
/// Flags of encrypted files: with a password, and with a hidden directory.
const ENCRYPTED: u16 = 1 | 1 << 6 | 1 << 13;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;

/// What an archive's directory states of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PackedFile {
    pub(crate) header_at: u64,
    /// Where the files end and the directory begins.
    pub(super) files_end: u64,
    pub(super) flags: u16,
    pub(super) method: u16,
    pub(super) checksum: u32,
    pub(crate) packed_bytes: u64,
    pub(crate) unpacked_bytes: u64,
}

impl PackedFile {
    /// Whether it can be read, as far as the directory says.
    ///
    /// # Errors
    /// It is encrypted, or compressed otherwise than with deflate, or its sizes do not fit the archive.
    pub(crate) fn check(&self) -> Result<(), AssetFault> {
        if self.is_encrypted() {
            return Err(AssetFault::Encrypted);
        }
        let is_known = match self.method {
            STORED if self.packed_bytes != self.unpacked_bytes => return Err(AssetFault::Damaged),
            method => matches!(method, STORED | DEFLATED),
        };
        if !is_known {
            return Err(AssetFault::Method);
        }
        match self.packed_bytes <= self.files_end - self.header_at {
            true => Ok(()),
            false => Err(AssetFault::Damaged),
        }
    }

    pub(crate) fn is_encrypted(&self) -> bool {
        self.flags & ENCRYPTED != 0
    }
}

/// The content of a file. Reading fails with [`AssetFault::Damaged`] in the error where it is longer or
/// shorter than the directory states, or has another checksum.
///
/// # Errors
/// The file cannot be read, or its header does not fit the directory.
pub(crate) fn open_file<'a, R: Read + Seek>(
    source: &'a mut Source<R>,
    path: &[u8],
    file: &PackedFile,
) -> Result<Box<dyn Read + 'a>, PartError<AssetFault>> {
    file.check().map_err(PartError::Fault)?;
    let damaged = || PartError::Fault(AssetFault::Damaged);
    let header = source.read_at(file.header_at, HEADER_BYTES + path.len())?;
    let (fixed, name) = header.split_at_checked(HEADER_BYTES).ok_or_else(damaged)?;
    let figure = |at: usize| u16::from_le_bytes([fixed[at], fixed[at + 1]]);
    let (name_bytes, extra_bytes) = (figure(26), figure(28));
    // What the header says may not be other than what the directory says: programs trust one or the other.
    let is_same = fixed.starts_with(&HEADER_MARK)
        && figure(8) == file.method
        && figure(6) & ENCRYPTED == 0
        && usize::from(name_bytes) == path.len()
        && name == path;
    if !is_same {
        return Err(damaged());
    }
    let start = file.header_at + HEADER_BYTES as u64 + u64::from(name_bytes) + u64::from(extra_bytes);
    let end = start
        .checked_add(file.packed_bytes)
        .filter(|end| *end <= file.files_end);
    let packed = source.window(start..end.ok_or_else(damaged)?)?;
    let checked = |inner| Checked {
        inner,
        left: file.unpacked_bytes,
        stated: file.checksum,
        checksum: crc32fast::Hasher::new(),
        is_over: false,
    };
    Ok(match file.method {
        DEFLATED => Box::new(checked(Box::new(DeflateDecoder::new(packed)))),
        _ => Box::new(checked(Box::new(packed))),
    })
}

/// A reader that must give as many bytes as stated, with the stated checksum.
struct Checked<'a> {
    inner: Box<dyn Read + 'a>,
    left: u64,
    stated: u32,
    checksum: crc32fast::Hasher,
    is_over: bool,
}

fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, AssetFault::Damaged)
}

/// What inflating says of a damaged stream is the same fault.
fn sort(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => damaged(),
        _ => error,
    }
}

impl Read for Checked<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            if !self.is_over {
                let more = fill(&mut self.inner, &mut [0]).map_err(sort)?;
                if more > 0 || self.checksum.clone().finalize() != self.stated {
                    return Err(damaged());
                }
                self.is_over = true;
            }
            return Ok(0);
        }
        let most = usize::try_from(self.left).unwrap_or(usize::MAX).min(out.len());
        let count = self.inner.read(&mut out[..most]).map_err(sort)?;
        if count == 0 && most > 0 {
            return Err(damaged());
        }
        self.checksum.update(&out[..count]);
        self.left -= count as u64;
        Ok(count)
    }
}
