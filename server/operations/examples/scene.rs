//! Plays a scene of the demo, for its author:
//!
//! ```text
//! cargo run -q -p dramatis-operations --example scene -- <slug>                    checks it and plays all its plays
//! cargo run -q -p dramatis-operations --example scene -- <slug> --play "by hand"   only those with this in their name
//! cargo run -q -p dramatis-operations --example scene -- <slug> --say "who is it"  what a line would find
//! cargo run -q -p dramatis-operations --example scene -- <slug> --write            keeps the vectors of its cues, and its transcripts
//! cargo run -q -p dramatis-operations --example scene -- --all --write             of all scenes that changed
//! ```
//!
//! `DRAMATIS_CATALOGUE` names another catalogue than this tree's.

use std::error::Error;
use std::path::{Path, PathBuf};

use platform::vectors::Vectors;
use understudy::{PlayedTurn, SceneRun, SceneTools};

/// Where the tests look for the transcripts.
const TRANSCRIPTS: &str = "server/understudy/src/transcripts";
/// How many candidates are shown for a line.
const SHOWN: usize = 8;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let catalogue =
        std::env::var_os("DRAMATIS_CATALOGUE").map_or_else(|| root.join("catalogue"), PathBuf::from);
    let tools = SceneTools::new(&catalogue, Vectors::of(root.join("models/sentences")));
    let slugs = if has("--all") {
        tools.slugs()
    } else {
        arguments
            .iter()
            .filter(|argument| !argument.starts_with("--"))
            .take(1)
            .cloned()
            .collect()
    };
    if slugs.is_empty() && !has("--all") {
        return Err("which scene? Its name, or --all".into());
    }
    if has("--write") {
        for slug in slugs.iter().map(|slug| Some(slug.as_str())).chain([None]) {
            if !tools.has_current_vectors(slug)? {
                tools.write_vectors(slug)?;
                println!(
                    "kept the vectors of {}",
                    slug.unwrap_or("what may be said anywhere")
                );
            }
        }
        for slug in slugs.iter().filter(|_| catalogue.starts_with(&root)) {
            let path = root.join(TRANSCRIPTS).join(format!("{slug}.txt"));
            let transcript = tools.transcript(slug)?;
            if !std::fs::read_to_string(&path).is_ok_and(|kept| kept == transcript) {
                std::fs::write(&path, transcript)?;
                println!("kept the transcript of {slug}");
            }
        }
        return Ok(());
    }
    let after = |flag: &str| {
        arguments
            .iter()
            .position(|argument| argument == flag)
            .and_then(|at| arguments.get(at + 1))
            .map(String::as_str)
    };
    for slug in &slugs {
        let run = tools.start(slug)?;
        if has("--say") {
            let line = after("--say").ok_or("--say what?")?;
            run.rank(line)
                .into_iter()
                .take(SHOWN)
                .for_each(|(score, id)| println!("{score:>3}  {id}"));
            continue;
        }
        let wanted = after("--play").unwrap_or_default();
        for play in tools
            .plays(slug)?
            .iter()
            .filter(|play| play.name.contains(wanted))
        {
            println!("== {slug}: {}\n", play.name);
            let mut run = tools.start(slug)?;
            let turns: Vec<PlayedTurn> = play
                .lines
                .iter()
                .map(|(line, expected)| run.say(line, expected))
                .collect();
            turns.iter().for_each(show);
            print_turns(slug, &run, &turns);
        }
        let faults = run.faults();
        faults
            .doubtful
            .iter()
            .for_each(|what| println!("doubtful: {what}"));
        faults.wrong.iter().for_each(|what| println!("WRONG: {what}"));
    }
    Ok(())
}

fn show(turn: &PlayedTurn) {
    println!(
        "> {}\n[{} | {} | {}]\n{}\n",
        turn.line,
        turn.by,
        turn.ids.join(" + "),
        turn.score,
        turn.text
    );
}

fn print_turns(slug: &str, run: &SceneRun, turns: &[PlayedTurn]) {
    for turn in turns {
        for id in turn.expected.iter().filter(|id| !turn.ids.contains(id)) {
            println!(
                "WRONG: \"{}\" should find {id}, not {}",
                turn.line,
                turn.ids.join(" + ")
            );
            let nearest: Vec<String> = run
                .rank(&turn.line)
                .into_iter()
                .take(4)
                .map(|(score, id)| format!("{id} {score}"))
                .collect();
            println!("       nearest: {}", nearest.join(", "));
        }
    }
    let endings = run.endings();
    let ending = turns
        .iter()
        .position(|turn| turn.ids.iter().any(|id| endings.contains(id)));
    match ending {
        Some(at) => println!("{slug}: {} turns, the ending in turn {}", turns.len(), at + 1),
        None => println!("WRONG: {slug} has no ending after {} turns", turns.len()),
    }
    for what in PlayedTurn::said_twice(turns) {
        println!("WRONG: said twice: {what}");
    }
}
