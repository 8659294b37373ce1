//! What is romantic, and with whom.

use super::{crosses_line, story_texts};
use crate::safety::minors::{Minors, StorySpeaker};

#[test]
fn a_negator_counts_only_where_it_turns_the_phrase_round() {
    for text in [
        "She kisses you without warning.",
        "I can't stop kissing Mira.",
        "I cannot help kissing her.",
        "I love you no matter what.",
        "I kiss you and never let go.",
        "I kiss you, no questions asked.",
        "I love you so much, Mira.",
        "I love you too.",
        "I love you always.",
        "I can't wait to kiss you.",
        "Won't you kiss me?",
        "Why don't I kiss you.",
        "Ich küsse dich ohne Vorwarnung.",
        "Ich kann nicht aufhören, Mira zu küssen.",
        "Ich küsse dich und lasse dich nie mehr los.",
        "Ich küsse dich nicht zum ersten Mal.",
        "Warum küsst du mich nicht?",
        "Je t'embrasse sans prévenir.",
        "Je ne peux pas m'empêcher de t'embrasser.",
        "Je n'arrête pas de t'embrasser.",
        "Je ne cesse de t'embrasser.",
        "Je t'aime tellement, Mira.",
        "Te beso sin avisar.",
        "No puedo dejar de besarte.",
        "Te beso y nunca te suelto.",
        "Te quiero mucho, Mira, y te beso.",
    ] {
        assert!(crosses_line("pair", text), "{text}");
    }
    for text in [
        "I will not kiss you.",
        "I don't want to kiss Mira.",
        "I would never kiss you.",
        "Stop kissing me.",
        "Ich küsse dich nicht.",
        "Ich werde dich nicht auf den Mund küssen.",
        "Ich liebe dich nicht.",
        "Je ne t'embrasse pas.",
        "Je ne veux pas t'embrasser.",
        "Arrête de m'embrasser.",
        "No te beso.",
        "No quiero besarte.",
        "Nunca te besaré, Mira.",
    ] {
        assert!(!crosses_line("pair", text), "{text}");
    }
}

#[test]
fn what_families_say_is_played() {
    for (scene, text) in [
        ("pair", "She softly kisses your forehead."),
        ("pair", "I softly kiss Mira goodnight."),
        ("pupil", "Can I sleep with you tonight, mummy? I had a nightmare."),
        (
            "pupil",
            "Kann ich das Bett mit dir teilen, Mama? Ich hatte einen Albtraum.",
        ),
        (
            "pupil",
            "Je peux dormir avec toi, maman ? J'ai fait un cauchemar.",
        ),
        ("pupil", "¿Puedo dormir contigo, mamá? Tuve una pesadilla."),
        ("pair", "It's a romantic novel."),
        ("pair", "I'm in love with this city."),
        ("pair", "I have a date tonight, kiddo."),
        ("pair", "Ich küsse sie sanft auf die Stirn."),
        ("pair", "Das ist ein romantischer Roman."),
        ("pair", "Ich bin in diese Stadt verliebt."),
        ("pair", "Je l'embrasse doucement sur le front."),
        ("pair", "C'est un roman romantique."),
        ("pair", "Je suis amoureux de cette ville."),
        ("pair", "La beso suavemente en la frente."),
        ("pair", "Es una novela romántica."),
        ("pair", "Estoy enamorado de esta ciudad."),
    ] {
        assert!(!crosses_line(scene, text), "{text}");
    }
    let mut family = Minors::of(&story_texts("family"));
    for text in [
        "I love you, Lily.",
        "Ich liebe dich, Lily.",
        "Je t'aime, Lily.",
        "Te amo, Lily.",
    ] {
        assert!(family.judge(StorySpeaker::Cast(0), text).is_none(), "{text}");
        assert!(family.judge(StorySpeaker::Player, text).is_some(), "{text}");
    }
    assert!(
        family
            .judge(StorySpeaker::Cast(0), "I kiss you on the mouth, Lily.")
            .is_some()
    );
    for text in [
        "I'm in love with this girl.",
        "I'm in love with you, Mira.",
        "Let's have a date tonight.",
        "She softly kisses your lips.",
        "You are the one. I love you.",
        "I want to sleep with you.",
    ] {
        assert!(crosses_line("pair", text), "{text}");
    }
}

#[test]
fn a_text_is_cut_before_the_sentence() {
    let mut minors = Minors::of(&story_texts("pair"));
    let text = "The rain stops. \"Come,\" she says. She kisses you on the mouth. Then she laughs.";
    let at = minors.judge(StorySpeaker::Cast(0), text).expect("over the line");
    assert_eq!(&text[..at], "The rain stops. \"Come,\" she says. ");
    // An age given later counts for what came before.
    let mut adults = Minors::of(&story_texts("adults"));
    let text = "I kiss you, Robin. \"By the way, I'm fifteen.\"";
    assert_eq!(adults.judge(StorySpeaker::Cast(0), text), Some(0));
}

#[test]
fn a_description_counts_where_it_is_sure_of_whom_it_tells() {
    let describes_romance =
        |scene, of, text| Minors::of(&story_texts(scene)).describes_romance_with_minor(of, text);
    for (of, text) in [
        (StorySpeaker::Cast(2), "She is in love with you."),
        (StorySpeaker::Cast(2), "Dreams of kissing her neighbour."),
        (StorySpeaker::Cast(0), "Anna is in love with Lily."),
        (StorySpeaker::Narrator, "Robin is in love with Lily."),
        (
            StorySpeaker::Narrator,
            "At this inn everybody kisses the child on the mouth.",
        ),
        (StorySpeaker::Narrator, "Ben küsst Lily auf den Mund."),
        (StorySpeaker::Narrator, "Ben embrasse Lily sur la bouche."),
        (StorySpeaker::Narrator, "Ben besa a Lily en la boca."),
    ] {
        assert!(describes_romance("family", of, text), "{text}");
    }
    for (of, text) in [
        (
            StorySpeaker::Cast(0),
            "Anna is in love with Ben, and has been since they danced.",
        ),
        (
            StorySpeaker::Cast(0),
            "She flirts with every guest, and kisses the baker.",
        ),
        (
            StorySpeaker::Cast(1),
            "He fell in love with the girl next door, and married her.",
        ),
        (
            StorySpeaker::Narrator,
            "A town for lovers, with a bridge on which one kisses.",
        ),
        (
            StorySpeaker::Narrator,
            "The smith is in love with the baker's widow, and her child runs errands for both.",
        ),
        (StorySpeaker::Player, "In love with Anna."),
    ] {
        assert!(!describes_romance("family", of, text), "{text}");
    }
    assert!(!describes_romance(
        "adults",
        StorySpeaker::Cast(0),
        "She is in love with you."
    ));
}

#[test]
fn what_was_judged_when_it_came_counts_only_where_it_is_sure() {
    let mut family = Minors::of(&story_texts("family"));
    for text in ["I kiss Lily on the mouth.", "I love you, Lily."] {
        assert!(family.judge_again(StorySpeaker::Player, text), "{text}");
    }
    for text in [
        "I kiss the girl on the mouth.",
        "I kiss Anna.",
        "Robin kisses her.",
    ] {
        assert!(!family.judge_again(StorySpeaker::Player, text), "{text}");
    }
    family.note_speaker(StorySpeaker::Cast(2));
    assert!(family.judge_again(StorySpeaker::Player, "I kiss you."));
    family.clear_last_speaker();
    family.note_speaker(StorySpeaker::Cast(0));
    assert!(!family.judge_again(StorySpeaker::Player, "I kiss you."));
}
