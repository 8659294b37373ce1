//! Whether the understudy is any good: never the same twice, always the same for the same seed, and at home in every starter scenario.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use super::super::{CastMember, Cue, CueKind, count_tokens};
use super::hearing::{key, sentences};
use super::scene::improvise;

/// What players say, in turn.
const SAID: [&str; 15] = [
    "Hello, I'm new here. What is this place?",
    "*I pick up the old lantern* Who left this?",
    "Why should I trust you?",
    "Yes, of course.",
    "No. Tell me the truth.",
    "*laughs and sits down by the fire* I know a joke about that.",
    "I love how you say that. Stay with me.",
    "We have to run, now! Hide!",
    "How much do you want for it? Let's make a deal.",
    "I'm afraid, and tired. I miss Bertram.",
    "*draws a knife* Don't come closer!",
    "Thank you. I'm sorry that I shouted.",
    "Where does that door go? *opens the door*",
    "...",
    "Is there anything to eat?",
];

fn scenario() -> Cue {
    let member = |name: &str, persona: &str| CastMember { name: name.to_owned(), persona: persona.to_owned(), ..CastMember::default() };
    Cue {
        speaker: member("Lothar Graumann", "Deep, careful voice. Laughs behind a paw. Polite to a fault."),
        cast: vec![
            member("Lothar Graumann", "Deep, careful voice. Laughs behind a paw. Polite to a fault."),
            member("Old Mrs Ruddock", "Clacks, pounces, cocks her head. Believes in soup and scandal."),
        ],
        player: "Robin".to_owned(),
        setting: "You keep the button shop. The bell over your door gives half a ring. Wolves have lived here for one generation. {{user}} likes the {x}."
            .to_owned(),
        reply_tokens: 300,
        ..Cue::default()
    }
}

/// A story of so many turns; each speaker in turn.
fn play(mut cue: Cue, turns: usize) -> Vec<String> {
    for turn in 0..turns {
        cue.recent.push((cue.player.clone(), SAID[turn % SAID.len()].to_owned()));
        cue.speaker = cue.cast[turn % cue.cast.len()].clone();
        cue.seed = u64::try_from(turn).expect("small") * 31;
        let text = improvise(&cue);
        cue.recent.push((cue.speaker.name.clone(), text.clone()));
        cue.said_before.push(text);
        let surplus = cue.recent.len().saturating_sub(12);
        cue.recent.drain(..surplus);
    }
    cue.said_before
}

fn assert_never_twice(texts: &[String]) {
    let mut seen = HashSet::new();
    for sentence in texts.iter().flat_map(|text| sentences(text)) {
        assert!(seen.insert(key(&sentence)), "said twice: {sentence}");
    }
}

fn assert_presentable(text: &str, what: &str) {
    assert!(!text.trim().is_empty(), "{what}: nothing");
    assert!(!text.contains(['{', '}']), "{what}: {text}");
    assert!(text.matches('*').count().is_multiple_of(2), "{what}: {text}");
    assert!(text.matches('"').count().is_multiple_of(2), "{what}: {text}");
    assert!(!text.contains("  ") && !text.contains(" ,") && !text.contains(".."), "{what}: {text}");
}

#[test]
fn sixty_turns_say_nothing_twice() {
    for tokens in [80, 300, 900] {
        let texts = play(Cue { reply_tokens: tokens, ..scenario() }, 60);
        assert_never_twice(&texts);
        for text in &texts {
            assert_presentable(text, "a turn");
            assert!(count_tokens(text) <= tokens, "{tokens}: {text}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_text_and_another_another() {
    let mut cue = scenario();
    cue.recent.push(("Robin".to_owned(), "Who are you?".to_owned()));
    let first = improvise(&cue);
    assert_eq!(first, improvise(&cue));
    let others: HashSet<String> = (1..20).map(|seed| improvise(&Cue { seed, ..cue.clone() })).collect();
    assert!(others.len() > 15 && !others.contains(&first));
}

#[test]
fn it_answers_to_what_was_said() {
    let answers = |said: &str| -> String {
        let mut cue = scenario();
        cue.recent.push(("Robin".to_owned(), said.to_owned()));
        (0..30).map(|seed| improvise(&Cue { seed, ..cue.clone() })).collect()
    };
    assert!(answers("*picks up the lantern*").contains("lantern"));
    assert!(answers("Have you seen Bertram?").contains("Bertram"));
    assert!(answers("Wolves never sleep well").contains("'Wolves never sleep well"));
    assert!(answers("*I open the cupboard*").contains("ou open the cupboard"));
    assert!(answers("Hello").contains("Robin"));
    assert!(answers("Hello").contains("Mrs Ruddock"));
    assert!(answers("Hello").contains("Lothar laughs behind a paw."), "the persona is seen");
    assert!(answers("Hello").contains("Wolves have lived here for one generation."), "the scenario is heard");
}

#[test]
fn short_replies_are_short() {
    let mut cue = scenario();
    cue.recent.push(("Robin".to_owned(), "Hello!".to_owned()));
    for tokens in [1, 10, 30, 60] {
        let text = improvise(&Cue { reply_tokens: tokens, ..cue.clone() });
        assert_presentable(&text, "short");
        assert!(count_tokens(&text) <= tokens.max(6) + 2, "{tokens}: {text}");
    }
}

#[test]
fn every_kind_of_cue_gets_its_due() {
    let mut cue = scenario();
    let play = [("Robin", "Is Mrs Ruddock at home?"), ("Lothar Graumann", "*He bows.* \"I believe that she is.\"")];
    cue.recent = play.map(|(name, text)| (name.to_owned(), text.to_owned())).to_vec();
    let of = |kind: CueKind| improvise(&Cue { kind, ..cue.clone() });
    assert!(of(CueKind::Continue("*He bows.* \"Well, I".to_owned())).starts_with("…\"\n\n"));
    assert!(of(CueKind::Continue("*He bows low".to_owned())).starts_with("…*\n\n"));
    assert!(of(CueKind::Continue("\"Well.\"".to_owned())).starts_with("\n\n"));
    assert_presentable(&of(CueKind::Impersonate), "impersonate");
    let rewritten = |note: &str| of(CueKind::Rewrite { selection: "*He looks at the old house.* It is small.".to_owned(), note: note.to_owned() });
    assert_eq!(rewritten(""), "*He glances at the ancient home.* It is slight.");
    assert_eq!(rewritten("make it shorter"), "*He glances at the ancient home.");
    assert!(rewritten("longer please").len() > rewritten("").len());
    let same = of(CueKind::Rewrite { selection: "\"Zzz.\"".to_owned(), note: String::new() });
    assert!(same.starts_with('"') && same.ends_with("zzz.\"") && same.len() > 10, "{same}");
    let names = vec!["Lothar Graumann".to_owned(), "Old Mrs Ruddock".to_owned()];
    assert_eq!(of(CueKind::Director { names }), r#"{"name":"Old Mrs Ruddock"}"#);
    assert_eq!(of(CueKind::Director { names: vec![] }), r#"{"name":null}"#);
    let summary = of(CueKind::Summarise);
    assert!(summary.contains("Is Mrs Ruddock at home") && summary.contains("I believe that she is"), "{summary}");
    assert_eq!(improvise(&Cue { kind: CueKind::Summarise, ..scenario() }), "Nothing has happened yet.");
    let narrated = improvise(&Cue { speaker: CastMember::default(), ..cue.clone() });
    assert_presentable(&narrated, "narrator");
    assert!(!narrated.contains('"'), "{narrated}");
}

#[test]
fn an_empty_cue_gets_a_text_too() {
    for kind in [CueKind::Reply, CueKind::Continue(String::new()), CueKind::Impersonate, CueKind::Rewrite { selection: String::new(), note: String::new() }] {
        assert_presentable(&improvise(&Cue { kind, ..Cue::default() }), "empty");
    }
}

fn starter_scenarios() -> BTreeMap<String, Cue> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../catalogue/scenarios");
    let mut cues = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("the catalogue") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("a scenario");
        let scenario: toml::Table = toml::from_str(&text).expect("TOML");
        let of = |table: &toml::Table, field: &str| table.get(field).and_then(toml::Value::as_str).unwrap_or_default().to_owned();
        let tables = |field: &str| scenario[field].as_array().expect("a list").iter().map(|value| value.as_table().expect("a table").clone());
        let member = |actor: toml::Table| CastMember {
            name: of(&actor, "name"),
            role: of(&actor, "role"),
            description: of(&actor, "description"),
            persona: of(&actor, "persona"),
        };
        let cast: Vec<CastMember> = tables("actors").map(member).collect();
        let opening = tables("openings").next().map(|opening| of(&opening, "text")).unwrap_or_default();
        let cue = Cue {
            speaker: cast[0].clone(),
            recent: vec![(cast[0].name.clone(), opening.clone())],
            said_before: vec![opening],
            cast,
            player: "Robin".to_owned(),
            setting: format!("{}\n{}", of(&scenario, "description"), of(&scenario, "setting")),
            language: Some(of(&scenario, "language")),
            reply_tokens: 300,
            ..Cue::default()
        };
        cues.insert(of(&scenario, "slug"), cue);
    }
    cues
}

#[test]
fn every_starter_scenario_can_be_played() {
    let mut speakers = HashSet::new();
    for (slug, cue) in starter_scenarios() {
        let texts = play(cue.clone(), 16);
        for text in &texts[1..] {
            assert_presentable(text, &slug);
        }
        assert_never_twice(&texts[1..]);
        let detected = improvise(&Cue { language: None, ..cue.clone() });
        let tagged = improvise(&cue);
        assert_eq!(detected, tagged, "{slug}: the language is recognised");
        let selection = cue.said_before[0].clone();
        let names = cue.cast.iter().map(|member| member.name.clone()).collect();
        for kind in [
            CueKind::Continue("*A pause.* \"Well".to_owned()),
            CueKind::Impersonate,
            CueKind::Director { names },
            CueKind::Summarise,
            CueKind::Rewrite { selection: selection.chars().take(200).collect(), note: "shorter".to_owned() },
        ] {
            let text = improvise(&Cue { kind: kind.clone(), ..cue.clone() });
            assert!(!text.trim().is_empty(), "{slug}: {kind:?}");
            if matches!(kind, CueKind::Impersonate | CueKind::Summarise) {
                assert_presentable(&text, &slug);
            }
        }
        speakers.extend(cue.cast.iter().map(|member| member.name.clone()));
    }
    assert!(speakers.len() > 200);
}

/// For reading: `cargo nextest run -p dramatis-features a_sample --run-ignored only --no-capture`.
#[test]
#[ignore = "prints a story for people to read"]
fn a_sample() {
    let slugs = std::env::var("SLUGS")
        .unwrap_or_else(|_| "a-coat-for-mr-wolf,die-berge-ziehen-um,la-voix-du-souffleur,correo-sobre-los-andes,bandai-no-yoru".to_owned());
    for (slug, cue) in starter_scenarios().into_iter().filter(|(slug, _)| slugs.split(',').any(|wanted| wanted == slug)) {
        println!("\n=== {slug}");
        for (place, text) in play(cue, 8).iter().skip(1).enumerate() {
            println!("\n> {}\n\n{text}", SAID[place]);
        }
    }
}
