//! Every scene of the starter catalogue, by its plays and by strange players.

use std::collections::{HashMap, HashSet};

use platform::testing::sentence_model;
use platform::vectors::Vectors;

use super::{STRANGE, root};
use crate::scene_run::PlayedTurn;
use crate::scene_tools::{SceneTools, begin_transcript, write_play};

/// The turn of the player by which every scene has ended.
const TURNS: usize = 22;
/// The fewest plays that are stored beside a scene.
const MIN_PLAYS: usize = 2;
/// The folder of their transcripts.
const TRANSCRIPTS: &str = "server/understudy/src/transcripts";

fn tools(vectors: Vectors) -> SceneTools {
    SceneTools::new(&root().join("catalogue"), vectors)
}

fn with_model() -> SceneTools {
    tools(sentence_model())
}

#[test]
fn scenes_are_fit_to_be_played() {
    let tools = tools(Vectors::none());
    let mut wrong = Vec::new();
    for slug in tools.slugs() {
        let run = tools.start(&slug).unwrap_or_else(|error| panic!("{error}"));
        let faults = run.faults().wrong.into_iter();
        wrong.extend(faults.map(|what| format!("{slug}: {what}")));
        let is_current = tools.has_current_vectors(Some(&slug)).expect("a scene");
        if !is_current {
            wrong.push(format!(
                "{slug}: the kept vectors are of other cues; run `make generate`"
            ));
        }
    }
    assert!(
        tools.has_current_vectors(None).expect("lines for any scene"),
        "the vectors of general.toml are of other lines; run `make generate`"
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn scenes_answer_their_plays_and_end_and_say_nothing_twice() {
    let tools = with_model();
    let mut wrong = Vec::new();
    for slug in tools.slugs() {
        let plays = tools.plays(&slug).unwrap_or_else(|error| panic!("{error}"));
        let mut endings: HashSet<String> = HashSet::new();
        let mut reached: HashSet<String> = HashSet::new();
        let mut transcript = begin_transcript(&slug);
        for play in &plays {
            let place = format!("{slug}, {}", play.name);
            let mut run = tools.start(&slug).unwrap_or_else(|error| panic!("{error}"));
            let turns = play.run(&mut run);
            let twice = PlayedTurn::said_twice(&turns).into_iter();
            wrong.extend(twice.map(|what| format!("{place}: {what}")));
            for turn in &turns {
                let missing = turn.expected.iter().filter(|id| !turn.ids.contains(id));
                wrong.extend(
                    missing.map(|id| format!("{place}: \"{}\" found {:?}, not {id}", turn.line, turn.ids)),
                );
            }
            endings.extend(run.endings());
            let ending = turns
                .iter()
                .position(|turn| turn.ids.iter().any(|id| endings.contains(id)));
            let is_in_time = ending.is_some_and(|at| (14..TURNS).contains(&at));
            if !is_in_time || play.lines.len() < 20 {
                wrong.push(format!(
                    "{place}: {} turns, the ending in turn {:?}",
                    turns.len(),
                    ending.map(|at| at + 1)
                ));
            }
            write_play(&mut transcript, &play.name, &turns);
            reached.extend(turns.into_iter().flat_map(|turn| turn.ids));
        }
        if plays.len() < MIN_PLAYS {
            wrong.push(format!("{slug}: {} plays, not {MIN_PLAYS}", plays.len()));
        }
        wrong.extend(
            endings
                .difference(&reached)
                .map(|ending| format!("{slug}: no play comes to the ending {ending}")),
        );
        let kept =
            std::fs::read_to_string(root().join(TRANSCRIPTS).join(format!("{slug}.txt"))).unwrap_or_default();
        if kept != transcript {
            wrong.push(format!("{slug}: something else is said than in its transcript; `make generate` writes it, then read what has changed"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A newcomer's first words once matched an action of the last hour, and the reply then spoke of a person who
/// had never come in.
#[test]
fn a_vague_line_leaves_no_step_out() {
    let mut run = with_model()
        .start("last-wash-at-ten")
        .unwrap_or_else(|error| panic!("{error}"));
    let has = |turn: &PlayedTurn, id: &str| turn.ids.iter().any(|found| found == id);
    let hello = run.say("Hello, is this seat free?", &[]);
    assert!(!has(&hello, "shirt-out"), "{:?}", hello.ids);
    // A player who plainly does it still triggers it, and the reply names nobody whom they have not met.
    let opened = run.say("*I open the door of machine three.*", &[]);
    assert!(has(&opened, "shirt-out"), "{:?}", opened.ids);
    for _ in 0..4 {
        let later = run.say("*I look around.*", &[]);
        assert!(!has(&later, "duvet-waits"), "{:?}", later.ids);
    }
}

#[test]
fn scenes_end_whatever_is_said() {
    let tools = tools(Vectors::none());
    let mut plays: Vec<(&str, Vec<&str>)> = vec![
        ("strange lines", STRANGE.to_vec()),
        ("silence", vec!["..."; STRANGE.len()]),
    ];
    plays.push(("rudeness", vec!["You're an idiot."; STRANGE.len()]));
    plays.push(("one question", vec!["What happened here?"; STRANGE.len()]));
    for slug in tools.slugs() {
        for (name, lines) in &plays {
            let mut run = tools.start(&slug).unwrap_or_else(|error| panic!("{error}"));
            let turns: Vec<PlayedTurn> = lines.iter().map(|line| run.say(line, &[])).collect();
            let endings = run.endings();
            let ending = turns
                .iter()
                .position(|turn| turn.ids.iter().any(|id| endings.contains(id)));
            let ending = ending.unwrap_or_else(|| panic!("{slug}, {name}: no ending"));
            assert!(
                ending < TURNS,
                "{slug}, {name}: the ending in turn {}",
                ending + 1
            );
            assert!(
                turns.iter().all(|turn| !turn.text.contains("DRAMATIS_")),
                "{slug}, {name}: nobody in a story says how to set up a server"
            );
            assert!(
                turns[ending + 1..].iter().all(|turn| turn.ids == ["ended"]),
                "{slug}, {name}: it goes on after its ending"
            );
            let notes = turns.iter().filter(|turn| turn.ids == ["note"]).count();
            assert_eq!(notes, 0, "{slug}, {name}: nothing left to say");
            assert!(
                PlayedTurn::said_twice(&turns).is_empty(),
                "{slug}, {name}: {:?}",
                PlayedTurn::said_twice(&turns)
            );
        }
    }
}

/// Of 100 lines that players wrote, how many the demo must understand (docs/benchmarks.md, "The demo
/// listens").
const UNDERSTOOD: usize = 80;

#[test]
fn what_players_write_is_understood() {
    let tools = with_model();
    let mut runs = HashMap::new();
    let (mut all, mut right, mut missed) = (0, 0, Vec::new());
    for line in include_str!("player_lines.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
    {
        let (slug, rest) = line.split_once(": ").expect("a scene");
        let (said, expected) = rest.rsplit_once(" => ").expect("what it means");
        let run = runs
            .entry(slug)
            .or_insert_with(|| tools.start(slug).unwrap_or_else(|error| panic!("{error}")));
        let found = run
            .rank(said)
            .into_iter()
            .next()
            .filter(|(score, _)| *score >= 40)
            .map_or_else(|| "-".to_owned(), |(_, id)| id);
        all += 1;
        match found == expected {
            true => right += 1,
            false => missed.push(format!("{said}: {found}, not {expected}")),
        }
    }
    println!("{right} of {all} lines were understood\n{}", missed.join("\n"));
    assert!(
        right * 100 >= all * UNDERSTOOD,
        "{right} of {all}:\n{}",
        missed.join("\n")
    );
}
