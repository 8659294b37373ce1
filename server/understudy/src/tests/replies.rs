//! What holds for the replies of every scene, shown by a small one.

use platform::llm::DemoRequest;

use super::{STRANGE, player_says, reply, say, small};
use crate::check;
use crate::phrases::{IndexedPhrase, Target};
use crate::script::LAST_WORD;

#[test]
fn a_question_is_answered_once_then_briefly_then_by_a_reminder() {
    let (set, mut request) = small();
    assert_eq!(say(&set, &mut request, "Who lit the lamp?").1[0], "who-lit");
    let (again, ids) = say(&set, &mut request, "Who lit the lamp?");
    assert!(
        again.contains("As I said, it was the ferryman") && ids[0] == "who-lit",
        "{again}"
    );
    assert_eq!(say(&set, &mut request, "But who lit the lamp?").1[0], "told");
}

#[test]
fn two_questions_get_two_answers() {
    let (set, mut request) = small();
    let (_, ids) = say(
        &set,
        &mut request,
        "Who lit the lamp? And where does the river end?",
    );
    assert_eq!(ids[..2], ["who-lit", "river-end"]);
}

#[test]
fn what_happened_is_remembered_and_branches_know_only_their_own_past() {
    let (set, mut request) = small();
    let before = request.clone();
    assert_eq!(say(&set, &mut request, "*I blow out the lamp.*").1[0], "blow-out");
    assert_eq!(say(&set, &mut request, "Is it dark now?").1[0], "dark-now");
    let mut branch = before;
    assert_ne!(
        say(&set, &mut branch, "Is it dark now?").1[0],
        "dark-now",
        "on this branch the lamp burns"
    );
    // An edited message still counts as said as long as one of its sentences is left.
    let last = request
        .path
        .iter_mut()
        .rfind(|line| line.text.contains("goes out with a sigh"))
        .expect("the reply");
    last.text = "Hm. The flame goes out with a sigh like an old dog. Whatever.".to_owned();
    assert_ne!(
        say(&set, &mut request, "*I blow out the lamp.*")
            .0
            .matches("The flame goes out")
            .count(),
        1
    );
}

#[test]
fn a_sentence_that_stands_in_two_texts_tells_neither() {
    let (mut set, mut request) = small();
    let scene = &mut set.scenes[0];
    let shared = "Mind the step, though.";
    scene.beats[0].text.push_str(&format!(" {shared}"));
    for ending in &mut scene.endings {
        ending.text.push_str(&format!(" {shared}"));
    }
    scene.ambiguous = scene.find_ambiguous();
    assert!(say(&set, &mut request, "Who lit the lamp?").0.contains(shared));
    let (text, ids) = say(&set, &mut request, "Where does the river end?");
    assert_eq!(ids[0], "river-end", "the beat's sentence is no ending's: {text}");
}

#[test]
fn another_version_is_another_text_or_an_honest_note() {
    let (set, mut request) = small();
    player_says(&mut request, "Who lit the lamp?");
    let (first, _) = reply(&set, &request, None);
    request.versions.push(first.clone());
    let (second, ids) = reply(&set, &request, None);
    assert!(
        ids == ["who-lit"] && second != first,
        "the other version: {second}"
    );
    request.versions.push(second);
    assert_eq!(reply(&set, &request, None).1, ["note"]);
}

#[test]
fn a_chosen_speaker_says_their_own_lines() {
    let (set, mut request) = small();
    player_says(&mut request, "Who lit the lamp?");
    let (text, ids) = reply(&set, &request, Some("Bo"));
    assert!(ids[0] == "unknown" && text.contains("Bo"), "{text}");
    assert!(reply(&set, &request, Some("narrator")).1[0] != "who-lit");
}

#[test]
fn an_action_of_the_player_triggers_a_step() {
    let (set, mut request) = small();
    let (_, ids) = say(&set, &mut request, "*I open the boat house door.*");
    assert_eq!(ids[0], "door-opens");
    assert!(
        say(&set, &mut request, "*I wait and say nothing at all*")
            .1
            .iter()
            .all(|id| id != "bell-rings"),
        "what stood before the door was passed over"
    );
}

#[test]
fn a_sleeper_lets_others_answer_until_they_wake() {
    let (mut set, mut request) = small();
    set.scenes[0].lines.get_mut("Ada").expect("Ada's lines").needs = vec!["lamp-out".to_owned()];
    let (text, ids) = say(&set, &mut request, "Ada, can you juggle?");
    assert!(ids[0] == "unknown" && text.contains("Bo shrugs"), "{text}");
    player_says(&mut request, "Ada, do you own a bicycle?");
    assert!(
        reply(&set, &request, Some("Ada")).0.contains("Ada"),
        "whoever alone may speak does"
    );
    request.path.pop();
    say(&set, &mut request, "*I blow out the lamp.*");
    let (text, ids) = say(&set, &mut request, "Ada, do you own a bicycle?");
    assert!(ids[0] == "unknown" && text.contains("Ada"), "{text}");
    set.scenes[0].lines.get_mut("Ada").expect("Ada's lines").needs = vec!["noon".to_owned()];
    let wrong = check::faults(&set.scenes[0]).wrong;
    assert!(
        wrong.iter().any(|one| one == "lines of Ada: nothing sets noon"),
        "{wrong:#?}"
    );
}

#[test]
fn who_is_spoken_to_answers_before_who_is_spoken_of() {
    let (set, mut request) = small();
    let (text, ids) = say(&set, &mut request, "Bo, has Ada got a bicycle?");
    assert!(ids[0] == "unknown" && text.contains("Bo shrugs"), "{text}");
}

#[test]
fn what_hardly_concerns_somebody_else_is_not_answered_by_them() {
    let line = "who is burning those old leaves outside?";
    let (set, request) = small();
    let asked = say(&set, &mut request.clone(), line);
    assert_eq!(asked.1[0], "who-lit", "{}", asked.0);
    let asked = say(&set, &mut request.clone(), &format!("Bo, {line}"));
    assert_eq!(asked.1[0], "unknown", "{}", asked.0);
    assert!(asked.0.contains("Bo shrugs"), "{}", asked.0);
    let asked = say(&set, &mut request.clone(), "Bo, who lit the lamp?");
    assert_eq!(
        asked.1[0], "who-lit",
        "what plainly concerns them is: {}",
        asked.0
    );
}

#[test]
fn what_is_said_to_one_by_name_is_not_meant_for_another() {
    let (mut set, request) = small();
    let scene = &mut set.scenes[0];
    let actors = scene.actors.clone();
    let bo = scene
        .beats
        .iter()
        .position(|beat| beat.by == "Bo")
        .expect("a beat of Bo's");
    scene.cues.phrases.push(IndexedPhrase::new(
        Target::Beat(bo),
        "Are you married, Bo?",
        &actors,
    ));
    for (line, expected) in [
        ("Are you married?", "river-end"),
        ("Bo, are you married?", "river-end"),
        ("Ada, are you married?", "unknown"),
    ] {
        let (text, ids) = say(&set, &mut request.clone(), line);
        assert_eq!(ids[0], expected, "{line}: {text}");
    }
}

#[test]
fn two_things_may_stand_in_one_sentence() {
    let (set, request) = small();
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
        let (_, ids) = say(&set, &mut request.clone(), line);
        assert_eq!(ids[..2], expected, "{line}");
    }
}

#[test]
fn the_player_has_the_last_word_before_the_ending() {
    let (mut set, request) = small();
    let scene = &mut set.scenes[0];
    let mut last = scene.steps[0].clone();
    (last.id, last.text) = (
        LAST_WORD.to_owned(),
        "*Ada waits for what you have to say to the river.*".to_owned(),
    );
    let target = Target::Step(scene.steps.len());
    scene
        .cues
        .phrases
        .push(IndexedPhrase::new(target, "*I untie the boat.*", &[]));
    scene.steps.push(last);
    let is_ending = |ids: &[String]| ids.iter().any(|id| id.starts_with("in-the-"));
    let has_last_word = |ids: &[String]| ids.iter().any(|id| id == LAST_WORD);
    let all = |request: &mut DemoRequest| {
        let lines = STRANGE
            .iter()
            .map(|line| say(&set, request, line).1)
            .take_while(|ids| ids != &["ended"]);
        lines.collect::<Vec<_>>()
    };
    let plays = all(&mut request.clone());
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
    // The last word cannot be triggered before everything else; afterwards it can.
    let mut early = request.clone();
    assert!(!has_last_word(&say(&set, &mut early, "*I untie the boat.*").1));
    for line in [
        "*I open the boat house door.*",
        "I had soup.",
        "Thursdays are long.",
    ] {
        say(&set, &mut early, line);
    }
    assert!(has_last_word(&say(&set, &mut early, "*I untie the boat.*").1));
    assert!(
        is_ending(&say(&set, &mut early, "Who lit the lamp?").1),
        "an answered line is the last, too"
    );
    // If its conditions do not hold, there is no last word.
    set.scenes[0].steps.last_mut().expect("a step").unless = vec!["bell-rings".to_owned()];
    let mut without = request;
    let plays: Vec<Vec<String>> = STRANGE
        .iter()
        .map(|line| say(&set, &mut without, line).1)
        .collect();
    assert!(
        plays.iter().any(|ids| is_ending(ids)) && !plays.iter().any(|ids| has_last_word(ids)),
        "{plays:?}"
    );
    set.scenes[0].steps.swap(0, 1);
    let last = set.scenes[0].steps.len() - 1;
    set.scenes[0].steps.swap(last, 0);
    let wrong = check::faults(&set.scenes[0]).wrong;
    assert!(
        wrong
            .iter()
            .any(|one| one.contains("it is the last of the steps")),
        "{wrong:#?}"
    );
}

#[test]
fn the_checks_see_what_is_wrong() {
    let (set, _) = small();
    let wrong = check::faults(&set.scenes[0]).wrong;
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
