//! A disk that fails, and a machine that loses power (reliability 3.2). Both are simulated from outside by
//! `strace`, which makes system calls fail and records what was written and flushed in which order. `make
//! faults` runs these; elsewhere they do nothing.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use kernel::Random;
use platform::db::Db;
use rustix::process::{Pid, Signal, kill_process};

use super::crash_tests::{assert_consistent, load, operate, say};
use crate::testing::run_test;

/// Set by `scripts/faults` if `strace` can watch a child.
const STRACE: &str = "DRAMATIS_TEST_STRACE";
/// The database that the child posts to.
const DATABASE: &str = "DRAMATIS_DISK_DATABASE";
/// Makes the child post from many clients until its input is closed.
const LOAD: &str = "DRAMATIS_DISK_LOAD";
/// Operations of a child whose disk fails.
const OPERATIONS: u64 = 4;
/// It opens the database, and does one more operation, within this many tries, with a pause between.
const TRIES: u64 = 20;
const PAUSE: Duration = Duration::from_millis(50);
/// The calls that fail, and how.
const FAULTS: [(&str, &str); 8] = [
    ("pwrite64", "EIO"),
    ("pwrite64", "ENOSPC"),
    ("pread64", "EIO"),
    ("fsync", "EIO"),
    ("fsync", "ENOSPC"),
    ("ftruncate", "EIO"),
    ("openat", "EIO"),
    ("openat", "EMFILE"),
];
/// No child makes more calls of one kind than this.
const MAX_CALLS: u32 = 2_000;
/// Recorded runs under load, the moments in each at which the power is lost, and how long each run takes.
const POWER_RUNS: u32 = 4;
const CUTS: u64 = 25;
const LOAD_MILLIS: u64 = 1_500;
/// What a disk writes completely or not at all.
const SECTOR: u64 = 512;

/// Not a test by itself: the child.
#[test]
fn child() {
    let Ok(url) = std::env::var(DATABASE) else { return };
    std::io::stdin()
        .read_line(&mut String::new())
        .expect("a word to begin");
    if std::env::var(LOAD).is_ok() {
        std::thread::spawn(|| {
            let _ = std::io::stdin().read_line(&mut String::new());
            std::process::exit(0);
        });
        run_test(load(&url, "load"));
    }
    run_test(async {
        let Some(db) = opened(&url).await else { return };
        for n in 0..OPERATIONS {
            was_posted(&db, n).await;
        }
        for n in OPERATIONS..OPERATIONS + TRIES {
            if was_posted(&db, n).await {
                say("recovered");
                break;
            }
            tokio::time::sleep(PAUSE).await;
        }
        db.close().await;
    });
}

async fn opened(url: &str) -> Option<Db> {
    for _ in 0..TRIES {
        match Db::open(url).await {
            Ok(db) => return Some(db),
            Err(error) => say(&format!("failed: {error}")),
        }
        tokio::time::sleep(PAUSE).await;
    }
    None
}

async fn was_posted(db: &Db, n: u64) -> bool {
    let result = operate(db, "user", &format!("disk-{n}"), n).await;
    say(&match &result {
        Ok(()) => format!("done disk-{n}"),
        Err(error) => format!("failed: {error}"),
    });
    result.is_ok()
}

/// Runs a child under `strace` with these arguments; returns the lines it wrote. If the fault is not
/// permanent, `strace` detaches as soon as the child has met it: it counts the calls of each thread
/// separately, and threads come and go with connections.
fn watched(file: &Path, arguments: &[&str], stays: bool, load: Option<u64>) -> Vec<String> {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.args([
        "--exact",
        "ledger::disk_tests::child",
        "--nocapture",
        "--test-threads=1",
    ]);
    command.env(DATABASE, format!("sqlite://{}", file.display()));
    if load.is_some() {
        command.env(LOAD, "1");
    }
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a child");
    let process = child.id();
    let mut strace = Command::new("strace");
    strace
        .args(["-f", "-qq", "-p", &process.to_string()])
        .args(arguments);
    let mut strace = strace
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("strace");
    while fs::read_to_string(format!("/proc/{process}/status"))
        .expect("a state")
        .contains("TracerPid:\t0\n")
    {
        assert!(
            strace.try_wait().expect("a state").is_none(),
            "strace may not watch"
        );
        std::thread::sleep(Duration::from_millis(1));
    }
    let mut door = child.stdin.take().expect("its input");
    writeln!(door, "begin").expect("a child that listens");
    let door = load.map(|millis| {
        std::thread::sleep(Duration::from_millis(millis));
        door
    });
    drop(door);
    let (mut lines, mut is_watching) = (Vec::new(), true);
    for line in BufReader::new(child.stdout.take().expect("its output"))
        .lines()
        .map_while(Result::ok)
    {
        if line.starts_with("failed: ") && !stays && is_watching {
            is_watching = false;
            kill_process(Pid::from_child(&strace), Signal::INT).expect("an end of the fault");
        }
        lines.push(line);
    }
    child.wait().expect("its end");
    strace.wait().expect("its end");
    lines
}

fn acknowledged(lines: &[String]) -> HashSet<String> {
    lines
        .iter()
        .filter_map(|line| line.strip_prefix("done "))
        .map(str::to_owned)
        .collect()
}

fn new_database(file: &Path) {
    run_test(async {
        Db::open(&format!("sqlite://{}", file.display()))
            .await
            .expect("a database")
            .close()
            .await
    });
}

fn is_left_out() -> bool {
    let is = std::env::var(STRACE).is_err();
    if is {
        eprintln!("left out: `make faults` runs it");
    }
    is
}

/// Lets the `nth` call fail (and all after it, if the fault is permanent) and checks the ledger. Returns
/// whether there was such a call.
fn one_fault(template: &Path, call: &str, error: &str, nth: u32, stays: bool) -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    let [file, log] = ["disk.db", "log"].map(|name| folder.path().join(name));
    fs::copy(template, &file).expect("a copy");
    let (wal, path, log) = (
        format!("{}-wal", file.display()),
        file.display().to_string(),
        log.display().to_string(),
    );
    let inject = format!(
        "inject={call}:error={error}:when={nth}{}",
        if stays { "+" } else { "" }
    );
    let lines = watched(
        &file,
        &[
            "-o",
            &log,
            "-P",
            &path,
            "-P",
            &wal,
            "-e",
            &format!("trace={call}"),
            "-e",
            &inject,
        ],
        stays,
        None,
    );
    let what = format!(
        "{call} {error}, the {nth}th{}: {lines:?}",
        if stays { " and all after it" } else { "" }
    );
    let has_struck = fs::read_to_string(&log).expect("a log").contains("(INJECTED)");
    if !stays {
        assert!(
            lines.iter().any(|line| line == "recovered"),
            "did not recover: {what}"
        );
    }
    run_test(assert_consistent(&file, &acknowledged(&lines), 1));
    has_struck
}

#[test]
fn whichever_call_of_the_disk_fails_nothing_is_lost_or_doubled() {
    if is_left_out() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let template = folder.path().join("template.db");
    new_database(&template);
    for (call, error) in FAULTS {
        for stays in [false, true] {
            let struck = (1..MAX_CALLS)
                .take_while(|nth| one_fault(&template, call, error, *nth, stays))
                .count();
            assert!(struck > 0 || call == "ftruncate", "{call} was never called");
            eprintln!(
                "{call} {error}{}: {struck} faults",
                if stays { " for good" } else { "" }
            );
        }
    }
}

/// A change to a file.
enum Change {
    Write(u64, Vec<u8>),
    Truncate(u64),
    /// Everything that was written before is durable.
    Flush,
    Remove,
    /// Every removal before is durable.
    FlushFolder,
}

/// A line of the log that matters here.
enum Event {
    File(String, Change),
    FolderFlushed,
    Done(String),
}

/// Parses the log. A call that others interrupted has two lines: a write counts from its first, since it may
/// have reached the disk since then; a flush from its second.
fn events(log: &str, folder: &str) -> Vec<Event> {
    let mut begun: BTreeMap<&str, &str> = BTreeMap::new();
    let mut events = Vec::new();
    for line in log.lines() {
        let Some((process, call)) = line
            .split_once(' ')
            .map(|(process, call)| (process, call.trim_start()))
        else {
            continue;
        };
        if call.starts_with("<... fsync") {
            if let (Some(first), true) = (begun.remove(process), call.ends_with("= 0")) {
                events.extend(event(first, folder));
            }
        } else if call.starts_with("fsync") && call.ends_with("<unfinished ...>") {
            begun.insert(process, call);
        } else {
            events.extend(event(call, folder));
        }
    }
    events
}

/// `name(3<path>, …`, with paths and data encoded as `\x12`
fn event(call: &str, folder: &str) -> Option<Event> {
    let (name, rest) = call.split_once('(')?;
    if name == "unlink" {
        let path = String::from_utf8(bytes(rest)?.0).ok()?;
        return path
            .strip_prefix(folder)
            .map(|file| Event::File(file.to_owned(), Change::Remove));
    }
    let (number, rest) = rest.split_once('<')?;
    let (path, rest) = rest.split_once('>')?;
    if name == "write" && number == "1" {
        let text = String::from_utf8(bytes(rest)?.0).ok()?;
        return text
            .trim()
            .strip_prefix("done ")
            .map(|id| Event::Done(id.to_owned()));
    }
    let path = String::from_utf8(unspelled(path)?).ok()?;
    if name == "fsync" && format!("{path}/") == folder {
        return Some(Event::FolderFlushed);
    }
    let file = path.strip_prefix(folder)?.to_owned();
    if file.ends_with("-shm") {
        return None;
    }
    let last = |text: &str| {
        text.trim_start_matches(", ")
            .split([',', ')', ' '])
            .next()?
            .parse()
            .ok()
    };
    let change = match name {
        "fsync" => Change::Flush,
        "ftruncate" => Change::Truncate(last(rest)?),
        "pwrite64" => {
            let (data, rest) = bytes(rest)?;
            let offset = rest.trim_start_matches(", ").split_once(", ")?.1;
            Change::Write(last(offset)?, data)
        }
        _ => return None,
    };
    Some(Event::File(file, change))
}

/// The bytes of the first `"\x12\x34…"`, and what comes after it.
fn bytes(text: &str) -> Option<(Vec<u8>, &str)> {
    let (_, text) = text.split_once('"')?;
    let (data, rest) = text.split_once('"')?;
    assert!(!rest.starts_with("..."), "the log was cut");
    Some((unspelled(data)?, rest))
}

/// `\x12\x34` as bytes.
fn unspelled(text: &str) -> Option<Vec<u8>> {
    text.split("\\x")
        .skip(1)
        .map(|byte| u8::from_str_radix(byte, 16).ok())
        .collect()
}

/// A file as a disk may hold it after a loss of power: what was flushed, and a part of what came later, torn
/// at a sector.
fn image(before: Vec<u8>, changes: &[&Change], random: &Random) -> Option<Vec<u8>> {
    let last = |is: fn(&Change) -> bool| {
        changes
            .iter()
            .rposition(|change| is(change))
            .map_or(0, |at| at + 1)
    };
    let flushed = last(|change| matches!(change, Change::Flush));
    let removed = last(|change| matches!(change, Change::FlushFolder));
    let mut file = Some(before);
    for (at, change) in changes.iter().enumerate() {
        let is_kept = at < flushed || random.below(2) == 0;
        match change {
            Change::Write(offset, data) if is_kept => {
                let sectors = (data.len() as u64).div_ceil(SECTOR);
                let kept = if at < flushed {
                    data.len()
                } else {
                    usize::try_from(random.below(sectors + 1) * SECTOR)
                        .expect("a length")
                        .min(data.len())
                };
                let (from, file) = (
                    usize::try_from(*offset).expect("an offset"),
                    file.get_or_insert_default(),
                );
                if kept == 0 {
                    continue;
                }
                file.resize(file.len().max(from + kept), 0);
                file[from..from + kept].copy_from_slice(&data[..kept]);
            }
            Change::Truncate(length) if is_kept => file
                .get_or_insert_default()
                .resize(usize::try_from(*length).expect("a length"), 0),
            Change::Remove if is_kept || at < removed => file = None,
            Change::Write(..)
            | Change::Truncate(_)
            | Change::Remove
            | Change::Flush
            | Change::FlushFolder => {}
        }
    }
    file
}

#[test]
fn what_was_acknowledged_outlives_a_power_cut() {
    if is_left_out() {
        return;
    }
    let random = Random::system();
    let mut lost = 0;
    for _ in 0..POWER_RUNS {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("power.db");
        new_database(&file);
        let before = fs::read(&file).expect("the database");
        let log = folder.path().join("log").display().to_string();
        let trace = "trace=pwrite64,fsync,fdatasync,ftruncate,unlink,write";
        watched(
            &file,
            &["-o", &log, "-y", "-xx", "-s", "100000", "-e", trace],
            true,
            Some(LOAD_MILLIS),
        );
        let events = events(
            &fs::read_to_string(&log).expect("a log"),
            &format!("{}/", folder.path().display()),
        );
        let done = events
            .iter()
            .filter(|event| matches!(event, Event::Done(_)))
            .count();
        assert!(done > 20, "{done} operations are no load");
        for _ in 0..CUTS {
            let cut = &events[..usize::try_from(random.below(events.len() as u64)).expect("a place")];
            let mut files: BTreeMap<&str, Vec<&Change>> = BTreeMap::new();
            let mut acknowledged = HashSet::new();
            for event in cut {
                match event {
                    Event::File(name, change) => files.entry(name).or_default().push(change),
                    Event::FolderFlushed => files
                        .values_mut()
                        .for_each(|changes| changes.push(&Change::FlushFolder)),
                    Event::Done(id) => drop(acknowledged.insert(id.clone())),
                }
            }
            let after = tempfile::tempdir().expect("a folder");
            fs::write(after.path().join("power.db"), &before).expect("a file");
            for (name, changes) in &files {
                let own = if *name == "power.db" {
                    before.clone()
                } else {
                    Vec::new()
                };
                lost += changes
                    .iter()
                    .rev()
                    .take_while(|change| !matches!(change, Change::Flush))
                    .count();
                match image(own, changes, &random) {
                    Some(content) => fs::write(after.path().join(name), content).expect("a file"),
                    None => drop(fs::remove_file(after.path().join(name))),
                }
            }
            run_test(assert_consistent(
                &after.path().join("power.db"),
                &acknowledged,
                1,
            ));
        }
    }
    assert!(lost > 0, "nothing was ever on its way to the disk");
}
