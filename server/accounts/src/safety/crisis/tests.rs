//! What the phrases alone find, compared with examples.

use super::judge;
use crate::safety::model::{CrisisKind, Whom};

fn hold(language: &str, examples: &str) {
    let (mut met, mut unmet, mut wrong) = (0, 0, Vec::new());
    for line in examples
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let (sign, text) = line.split_at(2);
        let expected = sign == "+ ";
        *(if expected { &mut met } else { &mut unmet }) += 1;
        let judged = judge(text);
        if judged.is_some() != expected {
            wrong.push(format!("{line}   {judged:?}"));
        }
    }
    assert!(
        met >= 30 && unmet >= 30,
        "{language}: {met} that must be met, {unmet} that must not"
    );
    assert!(
        wrong.is_empty(),
        "{language}: {} of {}:\n{}",
        wrong.len(),
        met + unmet,
        wrong.join("\n")
    );
}

#[test]
fn english_examples() {
    hold("en", include_str!("../examples/en.txt"));
}

#[test]
fn german_examples() {
    hold("de", include_str!("../examples/de.txt"));
}

#[test]
fn spanish_examples() {
    hold("es", include_str!("../examples/es.txt"));
}

#[test]
fn french_examples() {
    hold("fr", include_str!("../examples/fr.txt"));
}

/// The share of right results in percent: of writers in crisis themselves, of writers who write of somebody
/// else, and of the alarms.
fn share(set: &str) -> (usize, usize, usize) {
    let (mut own, mut others, mut harmless) = ((0, 0), (0, 0), 0);
    for (kind, text) in set.lines().filter_map(|line| line.split_once(" | ")) {
        let is_met = usize::from(judge(text).is_some());
        match kind {
            "none" => harmless += is_met,
            "other" => others = (others.0 + is_met, others.1 + 1),
            _ => own = (own.0 + is_met, own.1 + 1),
        }
    }
    let met = own.0 + others.0;
    assert!(own.1 >= 50 && others.1 >= 10, "{own:?} {others:?}");
    (
        own.0 * 100 / own.1,
        others.0 * 100 / others.1,
        met * 100 / (met + harmless),
    )
}

#[test]
fn in_other_words_it_is_recognised_as_well() {
    for (name, set, floor) in [
        (
            "dev-en",
            include_str!("../examples/crisis/dev-en.txt"),
            (87, 87, 96),
        ),
        (
            "dev-de",
            include_str!("../examples/crisis/dev-de.txt"),
            (91, 92, 96),
        ),
        (
            "dev-fr",
            include_str!("../examples/crisis/dev-fr.txt"),
            (91, 100, 98),
        ),
        (
            "dev-es",
            include_str!("../examples/crisis/dev-es.txt"),
            (91, 93, 97),
        ),
        (
            "held-en",
            include_str!("../examples/crisis/held-en.txt"),
            (80, 80, 93),
        ),
        (
            "held-de",
            include_str!("../examples/crisis/held-de.txt"),
            (84, 80, 93),
        ),
        (
            "held-fr",
            include_str!("../examples/crisis/held-fr.txt"),
            (84, 100, 90),
        ),
        (
            "held-es",
            include_str!("../examples/crisis/held-es.txt"),
            (80, 90, 96),
        ),
    ] {
        let reached = share(set);
        assert!(
            reached.0 >= floor.0 && reached.1 >= floor.1 && reached.2 >= floor.2,
            "{name}: {reached:?} of {floor:?}"
        );
    }
}

#[test]
fn what_a_stranger_wrote_is_answered() {
    for (text, whom) in [
        (
            "I have my pills lined up here on the desk and I am saying goodbye.",
            Whom::Writer,
        ),
        (
            "I can not see any way out and tonight I will end it.",
            Whom::Writer,
        ),
        (
            "I can not do this anymore. I wrote the letters already.",
            Whom::Writer,
        ),
        (
            "there is no point in me being here anymore, irl i mean",
            Whom::Writer,
        ),
        ("what is the point of me even living", Whom::Writer),
        ("I have been cutting again.", Whom::Writer),
        ("Who would miss me? Honestly, nobody.", Whom::Writer),
        (
            "ich kann nicht mehr, ich will einfach nur weg sein für immer",
            Whom::Writer,
        ),
        (
            "Meine Freundin hat mir geschrieben, dass sie sich etwas antun will.",
            Whom::Somebody,
        ),
        (
            "Mein Bruder hat Abschiedsbriefe geschrieben, ich habe Angst um ihn.",
            Whom::Somebody,
        ),
        (
            "My brother says he has a plan and bought a rope, i am scared for him",
            Whom::Somebody,
        ),
    ] {
        assert_eq!(judge(text).map(|crisis| crisis.whom), Some(whom), "{text}");
    }
}

#[test]
fn one_sign_is_none_and_what_others_say_is_no_sign() {
    for text in [
        "I can't do this anymore, Kitty, let's try the other key.",
        "I wrote the letters already. Take them to the post, Jeeves.",
        "\"I can't do this anymore. I wrote the letters already,\" she reads aloud.",
        "*I can't do this anymore. I wrote the letters already.* He folds the page.",
    ] {
        assert_eq!(judge(text), None, "{text}");
    }
}

#[test]
fn the_most_serious_is_what_counts() {
    let both =
        judge("My friend wants to die. I hurt myself on purpose. I want to kill myself.").expect("a crisis");
    assert_eq!(
        (both.kind, both.whom, both.language),
        (CrisisKind::Suicide, Whom::Writer, "en")
    );
    let own = judge("My friend wants to die. I hurt myself on purpose.").expect("a crisis");
    assert_eq!((own.kind, own.whom), (CrisisKind::SelfHarm, Whom::Writer));
    assert_eq!(
        judge("Mein Bruder droht sich umzubringen")
            .expect("a crisis")
            .whom,
        Whom::Somebody
    );
    assert_eq!(judge(""), None);
}

#[test]
fn a_long_message_is_read_at_once() {
    let text =
        "I want to go and see the sea, and I really do not want to think about it any more. ".repeat(200);
    assert_eq!(judge(&text), None);
    assert!(judge(&format!("{text} I want to die.")).is_some());
}
