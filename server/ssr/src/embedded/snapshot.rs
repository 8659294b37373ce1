//! The snapshot file: V8's memory after the bundle was evaluated, so that an isolate starts in milliseconds.
//!
//! V8 checks its version when it restores a snapshot, and nothing else. The file therefore begins with a key
//! made of all a snapshot depends on, and a checksum; a file that does not match is not used.
//!
//! What is in it was measured with the product's bundle (510 KB; best of seven on two busy cores):
//!
//! | | file | isolate starts in | first render of the home page |
//! |---|---|---|---|
//! | no snapshot | | 32 ms | 18.7 ms |
//! | evaluated bundle | 2.2 MB | 4.9 ms | 18.3 ms |
//! | evaluated bundle, each page rendered once | 2.6 MB | 5.3 ms | 14.0 ms |
//! | the same, rendered 20 times | 2.7 MB | 5.2 ms | 10.3 ms |
//! | every function compiled (`--no-lazy`) | 2.9 MB | 5.9 ms | 9.6 ms, and slower second renders |
//!
//! Hence the warm-up inputs of [`write_snapshot`]; compiling everything costs memory in every isolate for
//! code that no page runs.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use bytes::Bytes;
use deno_core::{JsRuntimeForSnapshot, RuntimeOptions, scope, v8};
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use super::ancestry::{self, Origin};
use super::isolate::{Source, clock};
use super::platform::{self, Mode};
use super::realm;
use crate::StartError;

/// First bytes of the file; the number changes with its layout.
const MAGIC: &[u8; 8] = b"SSRSNAP1";

/// Magic, key and checksum, in bytes.
const HEAD_BYTES: usize = 8 + 16 + 16;

/// What [`write_snapshot`] made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SnapshotInfo {
    /// Length of the file.
    pub bytes: usize,
    /// Time from the first line of the bundle to the written file.
    pub elapsed: Duration,
}

/// Evaluates the bundle, renders each of `warm_up` in turn so that the code it needs is compiled, and writes
/// V8's memory to `out`.
///
/// Call this in a process of its own: the first use of V8 fixes how the whole process uses it, and a process
/// that starts by writing a snapshot would render slowly. (After [`init_platform`](crate::init_platform) it
/// works too, with the process set up for rendering.) What the warm-up renders leave in the bundle's module
/// variables is in every isolate, so the inputs must hold nothing private.
///
/// # Errors
/// The bundle cannot be read, throws, or sets no entry function; a warm-up render throws; the file cannot be
/// written; a renderer that was started from a snapshot lives in this process.
pub fn write_snapshot(bundle: &Path, out: &Path, warm_up: &[Bytes]) -> Result<SnapshotInfo, StartError> {
    let start = Instant::now();
    let source = read_bundle(bundle)?;
    let _lease = ancestry::lease(Origin::Bundle)?;
    let blob = create(Arc::clone(&source), warm_up.to_vec())?;
    let mut file = Vec::with_capacity(HEAD_BYTES + blob.len());
    file.extend_from_slice(MAGIC);
    file.extend_from_slice(&key(&source));
    file.extend_from_slice(&xxh3_128(&blob).to_le_bytes());
    file.extend_from_slice(&blob);
    // Written to a temporary file and then moved, so that a server that starts meanwhile reads the old file
    // or the new one.
    let partial = out.with_extension("partial");
    fs::write(&partial, &file)
        .and_then(|()| fs::rename(&partial, out))
        .map_err(at(out))?;
    Ok(SnapshotInfo {
        bytes: file.len(),
        elapsed: start.elapsed(),
    })
}

/// Reads what isolates are made from. A snapshot that is missing, damaged or not made from this bundle by
/// this program is ignored with one warning; every isolate then evaluates the bundle.
pub(super) fn load(bundle: &Path, snapshot: Option<&Path>) -> Result<Source, StartError> {
    let bundle = read_bundle(bundle)?;
    let key = key(&bundle);
    let blob = snapshot.and_then(|path| {
        let warn = |reason: String| tracing::warn!(path = %path.display(), "the snapshot is not used: {reason}; isolates start slower");
        read(path, key).map_err(warn).ok()
    });
    let origin = if blob.is_some() {
        Origin::Snapshot(key)
    } else {
        Origin::Bundle
    };
    Ok(Source {
        bundle,
        snapshot: blob,
        lease: ancestry::lease(origin)?,
    })
}

/// The snapshots this process has read: V8 wants them to stay, and a second renderer uses the same one.
static LOADED: Mutex<Vec<([u8; 16], &'static [u8])>> = Mutex::new(Vec::new());

fn read(path: &Path, key: [u8; 16]) -> Result<&'static [u8], String> {
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, blob)) = loaded.iter().find(|(known, _)| *known == key) {
        return Ok(blob);
    }
    let file = fs::read(path).map_err(|error| error.to_string())?;
    check(&file, key)?;
    let file: &'static [u8] = Box::leak(file.into_boxed_slice());
    let blob = &file[HEAD_BYTES..];
    loaded.push((key, blob));
    Ok(blob)
}

fn check(file: &[u8], key: [u8; 16]) -> Result<(), &'static str> {
    if file.len() <= HEAD_BYTES || &file[..8] != MAGIC {
        return Err("it is not a snapshot");
    }
    if file[8..24] != key {
        return Err("it was made from another bundle or by another version");
    }
    if file[24..HEAD_BYTES] != xxh3_128(&file[HEAD_BYTES..]).to_le_bytes() {
        return Err("it is damaged");
    }
    Ok(())
}

/// All a snapshot depends on: the bundle, this crate's globals, V8 and its flags, this crate.
fn key(bundle: &str) -> [u8; 16] {
    let mut hash = Xxh3::new();
    let mut add = |part: &str| {
        hash.update(&part.len().to_le_bytes());
        hash.update(part.as_bytes());
    };
    add(bundle);
    add(v8::V8::get_version());
    add(env!("CARGO_PKG_VERSION"));
    add(std::env::consts::ARCH);
    platform::FLAGS.into_iter().for_each(&mut add);
    realm::sources().for_each(&mut add);
    hash.digest128().to_le_bytes()
}

fn create(bundle: Arc<str>, warm_up: Vec<Bytes>) -> Result<Box<[u8]>, StartError> {
    let (answer, blob) = mpsc::sync_channel(1);
    let body = move || {
        let _ = answer.send(create_here(&bundle, &warm_up));
    };
    let thread =
        platform::spawn_in(Mode::Snapshot, "ssr-snapshot".into(), Box::new(body)).map_err(|source| {
            StartError::Spawn {
                what: "the snapshot thread".into(),
                source,
            }
        })?;
    let blob = blob.recv();
    // If it panicked, the missing answer shows that.
    let _ = thread.join();
    blob.unwrap_or_else(|_| Err(StartError::Died("the snapshot thread panicked".into())))
}

fn create_here(bundle: &str, warm_up: &[Bytes]) -> Result<Box<[u8]>, StartError> {
    let clock = clock()?;
    let _guard = clock.enter();
    let mut runtime = JsRuntimeForSnapshot::try_new(RuntimeOptions {
        extensions: realm::extensions(),
        ..RuntimeOptions::default()
    })
    .map_err(|error| StartError::Died(error.to_string()))?;
    realm::inject_globals(&mut runtime)?;
    realm::evaluate(&mut runtime, bundle)?;
    for input in warm_up {
        render_once(&mut runtime, input)?;
    }
    realm::prepare_for_snapshot(&mut runtime);
    Ok(runtime.snapshot())
}

fn render_once(runtime: &mut JsRuntimeForSnapshot, input: &Bytes) -> Result<(), StartError> {
    let entry = realm::entry(runtime)?;
    scope!(scope, runtime);
    v8::tc_scope!(let scope, scope);
    let input = str::from_utf8(input)
        .ok()
        .and_then(|input| v8::String::new(scope, input));
    let Some(input) = input else {
        return Err(StartError::Bundle("a warm-up input is not UTF-8".into()));
    };
    let this = v8::undefined(scope);
    let called = v8::Local::new(scope, entry).call(scope, this.into(), &[input.into()]);
    match (called, scope.exception()) {
        (Some(_), _) => Ok(()),
        (None, Some(error)) => Err(StartError::Bundle(
            super::exception::thrown(scope, error).to_string(),
        )),
        (None, None) => Err(StartError::Bundle("a warm-up render was ended".into())),
    }
}

fn read_bundle(path: &Path) -> Result<Arc<str>, StartError> {
    fs::read_to_string(path).map(Arc::from).map_err(at(path))
}

fn at(path: &Path) -> impl FnOnce(std::io::Error) -> StartError {
    let path = path.to_owned();
    |source| StartError::File { path, source }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(key: [u8; 16], blob: &[u8]) -> Vec<u8> {
        [&MAGIC[..], &key, &xxh3_128(blob).to_le_bytes(), blob].concat()
    }

    #[test]
    fn only_a_whole_file_with_the_right_key_is_used() {
        let good = file([7; 16], b"blob");
        assert_eq!(check(&good, [7; 16]), Ok(()));
        assert_eq!(
            check(&good, [8; 16]),
            Err("it was made from another bundle or by another version")
        );
        assert_eq!(check(&good[..good.len() - 1], [7; 16]), Err("it is damaged"));
        assert_eq!(check(&good[..HEAD_BYTES], [7; 16]), Err("it is not a snapshot"));
        assert_eq!(check(b"", [7; 16]), Err("it is not a snapshot"));
    }

    #[test]
    fn the_key_follows_the_bundle() {
        assert_eq!(key("a"), key("a"));
        assert_ne!(key("a"), key("b"));
    }
}
