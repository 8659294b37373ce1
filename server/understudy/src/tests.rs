//! Whether the demo listens, and ends: every scene of the starter catalogue by its script, and what holds for
//! any scene.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use platform::llm::{CastMember, Cue, CueKind, CueLine, LocalModel, ProbeState};
use platform::testing::{run_test, sentence_model};
use platform::vectors::Vectors;

use super::book::{Book, Scene};
use super::check;
use super::finding::Heard;
use super::playing::Player;
use super::rehearsal::{Theatre, Turn, begin_transcript, write_play};
use super::text::{count_words, key};
use super::{Pace, Spoken, Stagecraft, Understudy, words};

/// Turns of a player's by which every scene has ended.
const TURNS: usize = 22;
/// Plays that are kept of a scene at least.
const MIN_PLAYS: usize = 2;
/// What was said in them.
const TRANSCRIPTS: &str = "server/understudy/src/transcripts";
/// A play of nothing but this many lines that no scene knows.
const STRANGE: [&str; 26] = [
    "The price of tin has fallen again.",
    "My cousin sells bicycles.",
    "I prefer the colour green.",
    "What is the square root of two?",
    "Thursdays are long.",
    "I had soup.",
    "Do you like football?",
    "Somebody ought to paint that.",
    "There are nine planets, or eight.",
    "I collect spoons.",
    "Is Belgium far?",
    "My shoes are new.",
    "The train was late.",
    "I cannot swim.",
    "What is your favourite number?",
    "It will be Easter soon.",
    "I dreamt of a horse.",
    "Have you read Tolstoy?",
    "My aunt plays the tuba.",
    "I like mustard.",
    "Paper is made of trees.",
    "Can you juggle?",
    "I am left-handed.",
    "Rome fell.",
    "Bananas are berries.",
    "I need new gloves.",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn theatre(vectors: Vectors) -> Theatre {
    Theatre::new(&root().join("catalogue"), vectors)
}

fn with_model() -> Theatre {
    theatre(sentence_model())
}

#[test]
fn scenes_are_fit_to_be_played() {
    let theatre = theatre(Vectors::none());
    let mut wrong = Vec::new();
    for slug in theatre.slugs() {
        let rehearsal = theatre.rehearse(&slug).unwrap_or_else(|error| panic!("{error}"));
        wrong.extend(
            rehearsal
                .faults()
                .0
                .into_iter()
                .map(|what| format!("{slug}: {what}")),
        );
        let is_kept = theatre.is_kept(Some(&slug)).expect("a scene");
        if !is_kept {
            wrong.push(format!(
                "{slug}: the kept vectors are of other cues; run `make generate`"
            ));
        }
    }
    assert!(
        theatre.is_kept(None).expect("lines for any scene"),
        "the vectors of general.toml are of other lines; run `make generate`"
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn scenes_answer_their_plays_and_end_and_say_nothing_twice() {
    let theatre = with_model();
    let mut wrong = Vec::new();
    for slug in theatre.slugs() {
        let plays = theatre.plays(&slug).unwrap_or_else(|error| panic!("{error}"));
        let mut endings: HashSet<String> = HashSet::new();
        let mut reached: HashSet<String> = HashSet::new();
        let mut transcript = begin_transcript(&slug);
        for play in &plays {
            let place = format!("{slug}, {}", play.name);
            let mut rehearsal = theatre.rehearse(&slug).unwrap_or_else(|error| panic!("{error}"));
            let turns: Vec<Turn> = play
                .lines
                .iter()
                .map(|(line, expected)| rehearsal.say(line, expected))
                .collect();
            wrong.extend(
                Turn::said_twice(&turns)
                    .into_iter()
                    .map(|what| format!("{place}: {what}")),
            );
            for turn in &turns {
                let missing = turn.expected.iter().filter(|id| !turn.ids.contains(id));
                wrong.extend(
                    missing.map(|id| format!("{place}: \"{}\" found {:?}, not {id}", turn.line, turn.ids)),
                );
            }
            endings.extend(rehearsal.endings());
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

/// A newcomer's first words were once taken for a deed of the last hour, and then somebody was told of who
/// had never come in.
#[test]
fn a_vague_line_leaves_no_step_out() {
    let mut rehearsal = with_model()
        .rehearse("last-wash-at-ten")
        .unwrap_or_else(|error| panic!("{error}"));
    let has = |turn: &Turn, id: &str| turn.ids.iter().any(|found| found == id);
    let hello = rehearsal.say("Hello, is this seat free?", &[]);
    assert!(!has(&hello, "shirt-out"), "{:?}", hello.ids);
    // Whoever plainly does it still comes to it, and is told of nobody whom they have not met.
    let opened = rehearsal.say("*I open the door of machine three.*", &[]);
    assert!(has(&opened, "shirt-out"), "{:?}", opened.ids);
    for _ in 0..4 {
        let later = rehearsal.say("*I look around.*", &[]);
        assert!(!has(&later, "duvet-waits"), "{:?}", later.ids);
    }
}

#[test]
fn scenes_end_whatever_is_said() {
    let theatre = theatre(Vectors::none());
    let mut plays: Vec<(&str, Vec<&str>)> = vec![
        ("strange lines", STRANGE.to_vec()),
        ("silence", vec!["..."; STRANGE.len()]),
    ];
    plays.push(("rudeness", vec!["You're an idiot."; STRANGE.len()]));
    plays.push(("one question", vec!["What happened here?"; STRANGE.len()]));
    for slug in theatre.slugs() {
        for (name, lines) in &plays {
            let mut rehearsal = theatre.rehearse(&slug).unwrap_or_else(|error| panic!("{error}"));
            let turns: Vec<Turn> = lines.iter().map(|line| rehearsal.say(line, &[])).collect();
            let endings = rehearsal.endings();
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
                Turn::said_twice(&turns).is_empty(),
                "{slug}, {name}: {:?}",
                Turn::said_twice(&turns)
            );
        }
    }
}

/// Of 100 lines of players' the least that must be understood (docs/benchmarks.md, "The demo listens").
const UNDERSTOOD: usize = 80;

#[test]
fn what_players_write_is_understood() {
    let theatre = with_model();
    let mut rehearsals = HashMap::new();
    let (mut all, mut right, mut missed) = (0, 0, Vec::new());
    for line in include_str!("heard.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
    {
        let (slug, rest) = line.split_once(": ").expect("a scene");
        let (said, expected) = rest.rsplit_once(" => ").expect("what it means");
        let rehearsal = rehearsals
            .entry(slug)
            .or_insert_with(|| theatre.rehearse(slug).unwrap_or_else(|error| panic!("{error}")));
        let found = rehearsal
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

/// A small scene for what holds for all.
fn small() -> (Book, Cue) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/small");
    let scene = Scene::read(&folder, "the-lamp").unwrap_or_else(|error| panic!("{error}"));
    let cue = super::rehearsal::begun(&scene);
    (
        Book {
            scenes: vec![scene],
            ..Book::default()
        },
        cue,
    )
}

fn say(book: &Book, cue: &mut Cue, line: &str) -> (String, Vec<String>) {
    cue.path.push(CueLine {
        by_player: true,
        name: cue.player.clone(),
        text: line.to_owned(),
    });
    let (text, ids) = reply(book, cue, None);
    cue.path.push(CueLine {
        by_player: false,
        name: "Ada".to_owned(),
        text: text.clone(),
    });
    (text, ids)
}

fn reply(book: &Book, cue: &Cue, only: Option<&str>) -> (String, Vec<String>) {
    let line = cue
        .path
        .last()
        .filter(|line| line.by_player)
        .map(|line| line.text.clone())
        .unwrap_or_default();
    let heard = Heard::of(super::finding::texts(&line, &book.scenes[0].actors), None);
    let played = Player::new(book, &book.scenes[0], cue).reply(&heard, only);
    (played.text, played.ids)
}

#[test]
fn a_question_is_answered_once_then_briefly_then_by_a_reminder() {
    let (book, mut cue) = small();
    assert_eq!(say(&book, &mut cue, "Who lit the lamp?").1[0], "who-lit");
    let (again, ids) = say(&book, &mut cue, "Who lit the lamp?");
    assert!(
        again.contains("As I said, it was the ferryman") && ids[0] == "who-lit",
        "{again}"
    );
    assert_eq!(say(&book, &mut cue, "But who lit the lamp?").1[0], "told");
}

#[test]
fn two_questions_get_two_answers() {
    let (book, mut cue) = small();
    let (_, ids) = say(&book, &mut cue, "Who lit the lamp? And where does the river end?");
    assert_eq!(ids[..2], ["who-lit", "river-end"]);
}

#[test]
fn what_happened_is_remembered_and_branches_know_only_their_own_past() {
    let (book, mut cue) = small();
    let before = cue.clone();
    assert_eq!(say(&book, &mut cue, "*I blow out the lamp.*").1[0], "blow-out");
    assert_eq!(say(&book, &mut cue, "Is it dark now?").1[0], "dark-now");
    let mut branch = before;
    assert_ne!(
        say(&book, &mut branch, "Is it dark now?").1[0],
        "dark-now",
        "on this branch the lamp burns"
    );
    // A message that was put in other words by hand was still said, as long as a sentence of it stands.
    let last = cue
        .path
        .iter_mut()
        .rfind(|line| line.text.contains("goes out with a sigh"))
        .expect("the reply");
    last.text = "Hm. The flame goes out with a sigh like an old dog. Whatever.".to_owned();
    assert_ne!(
        say(&book, &mut cue, "*I blow out the lamp.*")
            .0
            .matches("The flame goes out")
            .count(),
        1
    );
}

#[test]
fn a_sentence_that_stands_in_two_texts_tells_neither() {
    let (mut book, mut cue) = small();
    let scene = &mut book.scenes[0];
    let shared = "Mind the step, though.";
    scene.beats[0].text.push_str(&format!(" {shared}"));
    for ending in &mut scene.endings {
        ending.text.push_str(&format!(" {shared}"));
    }
    scene.ambiguous = scene.find_ambiguous();
    assert!(say(&book, &mut cue, "Who lit the lamp?").0.contains(shared));
    let (text, ids) = say(&book, &mut cue, "Where does the river end?");
    assert_eq!(ids[0], "river-end", "the beat's sentence is no ending's: {text}");
}

#[test]
fn another_version_is_another_text_or_an_honest_note() {
    let (book, mut cue) = small();
    cue.path.push(CueLine {
        by_player: true,
        name: "Robin".to_owned(),
        text: "Who lit the lamp?".to_owned(),
    });
    let (first, _) = reply(&book, &cue, None);
    cue.versions.push(first.clone());
    let (second, ids) = reply(&book, &cue, None);
    assert!(
        ids == ["who-lit"] && second != first,
        "the other version: {second}"
    );
    cue.versions.push(second);
    assert_eq!(reply(&book, &cue, None).1, ["note"]);
}

#[test]
fn whoever_is_made_to_speak_says_what_is_theirs() {
    let (book, mut cue) = small();
    cue.path.push(CueLine {
        by_player: true,
        name: "Robin".to_owned(),
        text: "Who lit the lamp?".to_owned(),
    });
    let (text, ids) = reply(&book, &cue, Some("Bo"));
    assert!(ids[0] == "unknown" && text.contains("Bo"), "{text}");
    assert!(reply(&book, &cue, Some("narrator")).1[0] != "who-lit");
}

#[test]
fn a_deed_of_the_players_brings_a_step_about() {
    let (book, mut cue) = small();
    let (_, ids) = say(&book, &mut cue, "*I open the boat house door.*");
    assert_eq!(ids[0], "door-opens");
    assert!(
        say(&book, &mut cue, "*I wait and say nothing at all*")
            .1
            .iter()
            .all(|id| id != "bell-rings"),
        "what stood before the door was passed over"
    );
}

#[test]
fn whoever_is_asleep_lets_others_answer_until_they_wake() {
    let (mut book, mut cue) = small();
    book.scenes[0].lines.get_mut("Ada").expect("Ada's lines").needs = vec!["lamp-out".to_owned()];
    let (text, ids) = say(&book, &mut cue, "Ada, can you juggle?");
    assert!(ids[0] == "unknown" && text.contains("Bo shrugs"), "{text}");
    cue.path.push(CueLine {
        by_player: true,
        name: cue.player.clone(),
        text: "Ada, do you own a bicycle?".to_owned(),
    });
    assert!(
        reply(&book, &cue, Some("Ada")).0.contains("Ada"),
        "whoever alone may speak does"
    );
    cue.path.pop();
    say(&book, &mut cue, "*I blow out the lamp.*");
    let (text, ids) = say(&book, &mut cue, "Ada, do you own a bicycle?");
    assert!(ids[0] == "unknown" && text.contains("Ada"), "{text}");
    book.scenes[0].lines.get_mut("Ada").expect("Ada's lines").needs = vec!["noon".to_owned()];
    let (wrong, _) = check::faults(&book.scenes[0]);
    assert!(
        wrong.iter().any(|one| one == "lines of Ada: nothing sets noon"),
        "{wrong:#?}"
    );
}

#[test]
fn who_is_spoken_to_answers_before_who_is_spoken_of() {
    let (book, mut cue) = small();
    let (text, ids) = say(&book, &mut cue, "Bo, has Ada got a bicycle?");
    assert!(ids[0] == "unknown" && text.contains("Bo shrugs"), "{text}");
}

#[test]
fn what_hardly_concerns_somebody_else_is_not_answered_by_them() {
    let line = "who is burning those old leaves outside?";
    let (book, cue) = small();
    let asked = say(&book, &mut cue.clone(), line);
    assert_eq!(asked.1[0], "who-lit", "{}", asked.0);
    let asked = say(&book, &mut cue.clone(), &format!("Bo, {line}"));
    assert_eq!(asked.1[0], "unknown", "{}", asked.0);
    assert!(asked.0.contains("Bo shrugs"), "{}", asked.0);
    let asked = say(&book, &mut cue.clone(), "Bo, who lit the lamp?");
    assert_eq!(
        asked.1[0], "who-lit",
        "what plainly concerns them is: {}",
        asked.0
    );
}

#[test]
fn what_is_said_to_one_by_name_is_not_meant_for_another() {
    let (mut book, cue) = small();
    let scene = &mut book.scenes[0];
    let actors = scene.actors.clone();
    let bo = scene
        .beats
        .iter()
        .position(|beat| beat.by == "Bo")
        .expect("a beat of Bo's");
    scene.cues.lines.push(super::book::CueLine::new(
        super::book::Target::Beat(bo),
        "Are you married, Bo?",
        &actors,
    ));
    for (line, expected) in [
        ("Are you married?", "river-end"),
        ("Bo, are you married?", "river-end"),
        ("Ada, are you married?", "unknown"),
    ] {
        let (text, ids) = say(&book, &mut cue.clone(), line);
        assert_eq!(ids[0], expected, "{line}: {text}");
    }
}

#[test]
fn two_things_may_stand_in_one_sentence() {
    let (book, cue) = small();
    for (line, expected) in [
        (
            "Who lit the lamp; where does the river end",
            ["who-lit", "river-end"],
        ),
        (
            "*I blow out the lamp* where does the river end?",
            ["blow-out", "river-end"],
        ),
    ] {
        let (_, ids) = say(&book, &mut cue.clone(), line);
        assert_eq!(ids[..2], expected, "{line}");
    }
}

#[test]
fn the_player_has_the_last_word_before_the_ending() {
    let (mut book, cue) = small();
    let scene = &mut book.scenes[0];
    let mut last = scene.steps[0].clone();
    (last.id, last.text) = (
        super::playing::LAST_WORD.to_owned(),
        "*Ada waits for what you have to say to the river.*".to_owned(),
    );
    let target = super::book::Target::Step(scene.steps.len());
    scene
        .cues
        .lines
        .push(super::book::CueLine::new(target, "*I untie the boat.*", &[]));
    scene.steps.push(last);
    let is_ending = |ids: &[String]| ids.iter().any(|id| id.starts_with("in-the-"));
    let has_last_word = |ids: &[String]| ids.iter().any(|id| id == super::playing::LAST_WORD);
    let all = |cue: &mut Cue| {
        let lines = STRANGE
            .iter()
            .map(|line| say(&book, cue, line).1)
            .take_while(|ids| ids != &["ended"]);
        lines.collect::<Vec<_>>()
    };
    let plays = all(&mut cue.clone());
    let at = plays
        .iter()
        .position(|ids| has_last_word(ids))
        .expect("a last word");
    assert!(
        plays[..=at].iter().all(|ids| !is_ending(ids)),
        "the ending waits for it: {plays:?}"
    );
    assert!(
        at + 2 == plays.len() && is_ending(&plays[at + 1]),
        "and comes with the next line, whatever that is: {plays:?}"
    );
    // It cannot be brought about before all else has come; afterwards it can.
    let mut early = cue.clone();
    assert!(!has_last_word(&say(&book, &mut early, "*I untie the boat.*").1));
    for line in [
        "*I open the boat house door.*",
        "I had soup.",
        "Thursdays are long.",
    ] {
        say(&book, &mut early, line);
    }
    assert!(has_last_word(&say(&book, &mut early, "*I untie the boat.*").1));
    assert!(
        is_ending(&say(&book, &mut early, "Who lit the lamp?").1),
        "an answered line is the last, too"
    );
    // Where it does not fit there is none.
    book.scenes[0].steps.last_mut().expect("a step").unless = vec!["bell-rings".to_owned()];
    let mut without = cue;
    let plays: Vec<Vec<String>> = STRANGE
        .iter()
        .map(|line| say(&book, &mut without, line).1)
        .collect();
    assert!(
        plays.iter().any(|ids| is_ending(ids)) && !plays.iter().any(|ids| has_last_word(ids)),
        "{plays:?}"
    );
    book.scenes[0].steps.swap(0, 1);
    let last = book.scenes[0].steps.len() - 1;
    book.scenes[0].steps.swap(last, 0);
    let (wrong, _) = check::faults(&book.scenes[0]);
    assert!(
        wrong
            .iter()
            .any(|one| one.contains("it is the last of the steps")),
        "{wrong:#?}"
    );
}

#[tokio::test]
async fn the_understudy_directs_continues_suggests_and_stays_gentle() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/small");
    let stage = Stagecraft {
        catalogue: Some(folder),
        vectors: Vectors::none(),
    };
    let understudy = Understudy::new(Pace::none(), stage);
    let (book, mut cue) = small();
    assert!(understudy.has_scene(&cue.title, &cue.path[0].text));
    assert!(
        !understudy.has_scene("Another", &cue.path[0].text)
            && !understudy.has_scene(&cue.title, "Another beginning of the same story.")
    );
    cue.path.push(CueLine {
        by_player: true,
        name: "Robin".to_owned(),
        text: "Bo, where does the river end?".to_owned(),
    });
    let names = vec!["Ada".to_owned(), "Bo".to_owned()];
    cue.kind = CueKind::Director { names };
    assert_eq!(understudy.speak(&cue).await.text, r#"{"name":"Bo"}"#);
    cue.kind = CueKind::Impersonate;
    let suggestion = understudy.speak(&cue).await.text;
    assert!(suggestion.starts_with(['"', '*']), "{suggestion}");
    cue.kind = CueKind::Continue("*She stops".to_owned());
    cue.speaker = cue.cast[0].clone();
    let more = understudy.speak(&cue).await.text;
    assert!(more.starts_with("…*\n\n"), "{more}");
    cue.kind = CueKind::Rewrite {
        selection: "She stops.".to_owned(),
        note: String::new(),
    };
    assert_eq!(understudy.speak(&cue).await.text, words::all()[0].no_rewrite);
    cue.recent = vec![("Ada".to_owned(), "*She nods.* \"Well.\"".to_owned())];
    (cue.kind, cue.reply_tokens) = (CueKind::Summarise, 200);
    assert_eq!(understudy.speak(&cue).await.text, "So far: Ada: She nods.");
    // Gently: nothing of the scene, neither for the player to say nor in other words.
    let other = |text: &str| CueKind::Rewrite {
        selection: text.to_owned(),
        note: String::new(),
    };
    let scripted = book
        .scenes
        .iter()
        .flat_map(|scene| scene.beats.iter().chain(&scene.steps))
        .find(|moment| moment.other.is_some())
        .map(|moment| moment.text.clone());
    cue.gentle = true;
    cue.kind = CueKind::Impersonate;
    assert_eq!(understudy.speak(&cue).await.text, words::all()[0].no_other);
    if let Some(text) = scripted {
        cue.kind = other(&text);
        assert_eq!(understudy.speak(&cue).await.text, words::all()[0].no_rewrite);
    }
    cue.kind = CueKind::Reply;
    let mut said = HashSet::new();
    for _ in 0..4 {
        let text = understudy.speak(&cue).await.text;
        assert!(said.insert(text.clone()), "{text}");
        cue.path.push(CueLine {
            by_player: false,
            name: "Ada".to_owned(),
            text,
        });
        cue.path.push(CueLine {
            by_player: true,
            name: "Robin".to_owned(),
            text: "I don't know.".to_owned(),
        });
    }
}

#[tokio::test]
async fn a_scene_says_with_which_reply_it_ends() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/small");
    let understudy = Understudy::new(
        Pace::none(),
        Stagecraft {
            catalogue: Some(folder),
            vectors: Vectors::none(),
        },
    );
    let (book, mut cue) = small();
    let endings: Vec<&str> = book.scenes[0]
        .endings
        .iter()
        .map(|ending| ending.text.as_str())
        .collect();
    let mut ended = None;
    for line in STRANGE {
        cue.path.push(CueLine {
            by_player: true,
            name: "Robin".to_owned(),
            text: line.to_owned(),
        });
        let Spoken { text, ends } = understudy.speak(&cue).await;
        let is_ending = endings.iter().any(|ending| text.contains(ending));
        assert_eq!(ends, is_ending || ended.is_some(), "{text}");
        if let Some(ending) = &ended {
            assert_eq!(
                text,
                words::all()[0].ended,
                "what follows is no part of the story"
            );
            assert_ne!(&text, ending);
        }
        cue.path.push(CueLine {
            by_player: false,
            name: "Ada".to_owned(),
            text: text.clone(),
        });
        ended = ended.or(ends.then_some(text));
    }
    assert!(
        ended.is_some_and(|text| !text.contains("DRAMATIS_")),
        "it ends, and nobody in it says how to set up a server"
    );
    cue.path.pop();
    (cue.kind, cue.speaker) = (CueKind::Continue("*She stops.*".to_owned()), cue.cast[0].clone());
    assert!(understudy.speak(&cue).await.ends, "nor is there more of it");
}

#[tokio::test]
async fn without_a_scene_three_replies_of_the_scenarios_own_text_then_the_ending() {
    let understudy = Understudy::new(Pace::none(), Stagecraft::bare());
    for language in ["en", "de", "fr", "es", "pt", "ru", "ja"] {
        let member = CastMember {
            name: "Ada".to_owned(),
            description: "Ada keeps the ferry and counts the lamps.".to_owned(),
            ..CastMember::default()
        };
        let mut cue = Cue {
            title: "The Lamp".to_owned(),
            language: Some(language.to_owned()),
            speaker: member.clone(),
            cast: vec![member],
            player: "Robin".to_owned(),
            setting:
                "The river is wide here, and nobody remembers the bridge.\n\nA lamp burns on the far bank."
                    .to_owned(),
            examples: vec!["Ada: \"Mind the step.\"\nYou: \"Which?\"".to_owned()],
            path: vec![CueLine {
                by_player: false,
                name: "Ada".to_owned(),
                text: "The opening.".to_owned(),
            }],
            ..Cue::default()
        };
        let (mut replies, mut endings) = (Vec::new(), Vec::new());
        for line in [
            "Where is the bridge?",
            "Hello.",
            "And the lamp?",
            "Go on.",
            "Go on.",
        ] {
            cue.path.push(CueLine {
                by_player: true,
                name: "Robin".to_owned(),
                text: line.to_owned(),
            });
            let Spoken { text, ends } = understudy.speak(&cue).await;
            cue.path.push(CueLine {
                by_player: false,
                name: "Ada".to_owned(),
                text: text.clone(),
            });
            replies.push(text);
            endings.push(ends);
        }
        assert_eq!(endings, [false, false, true, true, true], "{language}");
        let words = words::all()
            .iter()
            .find(|words| words.language == language)
            .expect("a language");
        for (number, reply) in replies[..3].iter().enumerate() {
            assert!(
                reply.starts_with(words.marks[number].as_str()),
                "{language}: {reply}"
            );
            assert!(!reply.contains("DRAMATIS_"), "{language}: {reply}");
        }
        assert!(
            replies[0].contains("nobody remembers the bridge"),
            "what has to do with the line: {}",
            replies[0]
        );
        let own: HashSet<&str> = replies[..3]
            .iter()
            .map(|reply| reply.split("\n\n").nth(1).expect("a passage"))
            .collect();
        assert_eq!(own.len(), 3, "{language}: {own:?}");
        assert_eq!(
            [replies[3].as_str(), replies[4].as_str()],
            [words.ended.as_str(); 2]
        );
    }
}

#[test]
fn the_checks_see_what_is_wrong() {
    let (book, _) = small();
    let (wrong, _) = check::faults(&book.scenes[0]);
    for what in [
        "beats, not",
        "nothing sets the-moon",
        "nobody is called Nobody",
        "the id is taken",
        "acts for the player",
        "not closed",
        "straight quotes",
    ] {
        assert!(wrong.iter().any(|one| one.contains(what)), "{what}: {wrong:#?}");
    }
}

/// What the demo takes of a scenario that has no scene.
#[derive(serde::Deserialize)]
struct ScenarioFile {
    name: String,
    language: String,
    description: String,
    setting: String,
    actors: Vec<ActorFile>,
    openings: Vec<OpeningFile>,
    #[serde(default)]
    example_dialogue: Vec<OpeningFile>,
}

#[derive(serde::Deserialize)]
struct ActorFile {
    name: String,
    description: String,
}

#[derive(serde::Deserialize)]
struct OpeningFile {
    speaker: Option<String>,
    text: String,
}

#[tokio::test]
async fn every_scenario_without_a_scene_has_three_replies_of_its_own() {
    let understudy = Understudy::new(Pace::none(), Stagecraft::bare());
    let shown = std::env::var("DRAMATIS_SHOW").unwrap_or_default();
    let mut played = 0;
    for entry in std::fs::read_dir(root().join("catalogue/scenarios"))
        .expect("scenarios")
        .flatten()
    {
        let slug = entry
            .path()
            .file_stem()
            .and_then(|stem| stem.to_str())
            .unwrap_or_default()
            .to_owned();
        if root().join(format!("catalogue/scenes/{slug}.toml")).exists() {
            continue;
        }
        played += 1;
        let file: ScenarioFile =
            toml::from_str(&std::fs::read_to_string(entry.path()).expect("a scenario")).expect("a scenario");
        let cast: Vec<CastMember> = file
            .actors
            .iter()
            .map(|actor| CastMember {
                name: actor.name.clone(),
                description: actor.description.clone(),
                ..CastMember::default()
            })
            .collect();
        let examples = file
            .example_dialogue
            .iter()
            .map(|line| format!("{}: {}", line.speaker.clone().unwrap_or_default(), line.text));
        let mut cue = Cue {
            title: file.name.clone(),
            language: Some(file.language.clone()),
            cast: cast.clone(),
            player: "Robin".to_owned(),
            setting: format!("{}\n\n{}", file.description.trim(), file.setting.trim()),
            examples: vec![examples.collect::<Vec<_>>().join("\n")],
            path: vec![CueLine {
                by_player: false,
                name: "Narrator".to_owned(),
                text: file.openings[0].text.clone(),
            }],
            ..Cue::default()
        };
        let words = words::in_language(&file.language);
        let mut passages = HashSet::new();
        for (number, line) in ["Hello?", "What is this place?", "Tell me what happened."]
            .iter()
            .enumerate()
        {
            cue.path.push(CueLine {
                by_player: true,
                name: "Robin".to_owned(),
                text: (*line).to_owned(),
            });
            cue.speaker = cast[number % cast.len()].clone();
            let Spoken { text, ends } = understudy.speak(&cue).await;
            if shown.split(',').any(|one| one == slug) {
                println!("== {slug}\n> {line}\n[{}]\n{text}\n", cue.speaker.name);
            }
            let passage = text
                .strip_prefix(words.marks[number].as_str())
                .unwrap_or_else(|| panic!("{slug}: {text}"));
            let passage = passage.trim().to_owned();
            assert!(
                passage != words.nothing_more && count_words(&key(&passage)) > 5,
                "{slug}: {passage}"
            );
            assert!(
                !file.openings[0].text.contains(&passage),
                "{slug}: it was read already: {passage}"
            );
            for mark in ['*', '"'] {
                assert!(
                    passage.matches(mark).count() % 2 == 0,
                    "{slug}: a {mark} is not closed: {passage}"
                );
            }
            assert!(passages.insert(passage), "{slug}: {text}");
            assert_eq!(ends, number == 2, "{slug}: {text}");
            cue.path.push(CueLine {
                by_player: false,
                name: cue.speaker.name.clone(),
                text,
            });
        }
    }
    assert!(played > 60, "{played}");
}

#[test]
fn the_demo_answers_and_says_how_to_connect_a_model() {
    run_test(async {
        let demo = super::bare()
            .probe(&kernel::TestClock::at(kernel::Timestamp(0)))
            .await;
        assert_eq!((demo[0].state, demo[0].server.as_deref()), (ProbeState::Ok, None));
        for word in [
            "demo answers",
            "To connect a model",
            "DRAMATIS_MODEL_URL",
            "DRAMATIS_MODEL_NAME",
        ] {
            assert!(demo[0].detail.contains(word), "{}", demo[0].detail);
        }
    });
}
