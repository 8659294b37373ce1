//! Whether the understudy is any good: never the same twice, always the same for the same seed, and at home in every starter scenario.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use super::super::{CastMember, Cue, CueKind, count_tokens};
use super::hearing::{key, sentences};
use super::scene::improvise;

/// The languages that the understudy speaks.
const SPOKEN: [&str; 4] = ["en", "de", "fr", "es"];

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
fn play(cue: Cue, turns: usize) -> Vec<String> {
    play_with(cue, turns, &SAID)
}

fn play_with(mut cue: Cue, turns: usize, lines: &[&str]) -> Vec<String> {
    for turn in 0..turns {
        cue.recent.push((cue.player.clone(), lines[turn % lines.len()].to_owned()));
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

/// Words that may stand twice in a row.
const DOUBLED: [&str; 8] = ["that", "had", "nous", "vous", "die", "der", "sie", "das"];

fn assert_clean(text: &str, what: &str) {
    assert_presentable(text, what);
    for sentence in sentences(text) {
        let words: Vec<&str> = sentence.split_whitespace().collect();
        for pair in words.windows(2) {
            let is_doubled = pair[0].to_lowercase() == pair[1].to_lowercase() && pair[0].chars().all(char::is_alphabetic);
            assert!(!is_doubled || DOUBLED.contains(&pair[0].to_lowercase().as_str()), "{what}: {sentence}");
        }
        assert!(!["?.", "!.", ",.", ":.", "?,", " .", " ?\"."].iter().any(|odd| sentence.contains(odd)), "{what}: {sentence}");
    }
}

/// A cast of two in each language that is spoken.
fn scenario_in(language: &str) -> Cue {
    let member = |name: &str, role: &str| CastMember { name: name.to_owned(), role: role.to_owned(), ..CastMember::default() };
    let setting = match language {
        "de" => "Die Laterne ist alt. Der Schlüssel liegt neben dem Buch. Jeder im Dorf kennt den Brief.",
        "fr" => "La lampe est allumée, et le livre est ouvert sur la chaise. Le vieux théâtre est vide depuis longtemps.",
        "es" => "El farol está encendido. La llave está junto al libro. Nadie en el pueblo sabe quién lo cerró todo.",
        _ => "The lantern is lit. The key is on the book. Everybody in the village has heard of the letter.",
    };
    Cue {
        speaker: member("Ada Lind", "Clockmender"),
        cast: vec![member("Ada Lind", "Clockmender"), member("Bruno Falk", "Porter"), member("Carla Moll", "Cook")],
        player: "Robin".to_owned(),
        persona: "Robin carries a compass. Robin a une boussole. Robin hat einen Kompass. Robin lleva una brújula.".to_owned(),
        setting: setting.to_owned(),
        language: Some(language.to_owned()),
        reply_tokens: 300,
        ..Cue::default()
    }
}

#[test]
fn in_every_language_sixty_replies_are_clean_and_say_nothing_twice() {
    for language in SPOKEN {
        for tokens in [90, 300] {
            let texts = play_with(Cue { reply_tokens: tokens, ..scenario_in(language) }, 60, &asides(language));
            assert_never_twice(&texts);
            for text in &texts {
                assert_clean(text, language);
                assert!(count_tokens(text) <= tokens, "{language}: {text}");
            }
        }
    }
}

#[test]
fn whatever_is_said_in_whatever_language_the_answer_is_clean() {
    for language in SPOKEN.iter().chain(&["ja", "pt"]) {
        for line in SPOKEN.iter().flat_map(|other| asides(other)).chain(["", "!!!", "{{user}} {x}", "*waves*", "\"Quote\" \u{201e}zwei\u{201c}", "なぜ?"]) {
            for seed in 0..3 {
                let cue = Cue { seed, recent: vec![("Robin".to_owned(), line.to_owned())], ..scenario_in(language) };
                assert_clean(&improvise(&cue), language);
            }
        }
    }
}

#[test]
fn questions_get_answers_of_their_kind_and_deeds_are_seen() {
    let answers = |language: &str, said: &str| -> String {
        let cue = Cue { recent: vec![("Robin".to_owned(), said.to_owned())], ..scenario_in(language) };
        (0..40).map(|seed| improvise(&Cue { seed, ..cue.clone() })).collect()
    };
    for (language, said, expected) in [
        ("en", "Who are you?", "Clockmender"),
        ("en", "Who is Bruno?", "Porter, it says on paper"),
        ("en", "What is this place?", "Everybody in the village has heard of the letter."),
        ("en", "Where is it?", "down, then left"),
        ("en", "Are you an AI?", "built-in demo"),
        ("en", "*I pick up the lantern*", "ou pick up the lantern"),
        ("en", "*hugs you and sits down*", "ou hug Ada and sit down"),
        ("en", "...", "you say it rather well"),
        ("de", "Wer bist du?", "Clockmender"),
        ("de", "Warum?", "Weil"),
        ("de", "*Ich nehme die Laterne*", "u nimmst die Laterne"),
        ("de", "Bist du eine KI?", "eingebaute Demo"),
        ("fr", "Qui êtes-vous ?", "Clockmender"),
        ("fr", "Pourquoi ?", "Parce"),
        ("fr", "*Je prends la lampe*", "ous prenez la lampe"),
        ("es", "¿Quién eres?", "Clockmender"),
        ("es", "¿Por qué?", "Porque"),
        ("es", "*Cojo el farol*", "ú coges el farol"),
    ] {
        let found = answers(language, said);
        assert!(found.to_lowercase().contains(&expected.to_lowercase()), "{said}: {found}");
    }
    // Neither a foreign line nor a capital is taken up as if it were understood to the letter.
    assert!(!answers("de", "Why should I trust you?").contains("Why should"));
    assert!(!answers("en", "Everything about the Plot is odd. I like Everything.").contains("Everything and I"));
}

#[test]
fn those_on_stage_answer_each_other() {
    let mut cue = scenario_in("en");
    cue.recent = vec![("Robin".to_owned(), "Hello".to_owned()), ("Bruno Falk".to_owned(), "\"I wouldn't go in there.\"".to_owned())];
    let answers: String = (0..20).map(|seed| improvise(&Cue { seed, ..cue.clone() })).collect();
    assert!(answers.matches("Bruno").count() > 10, "{answers}");
}

#[test]
fn what_the_player_named_comes_back_later() {
    let texts = play_with(scenario_in("en"), 12, &["*I take the lantern*", "Let's go.", "Fine.", "I see.", "Hm.", "All right."]);
    assert!(texts[2..].iter().filter(|text| text.contains("lantern")).count() >= 2, "{texts:?}");
}

#[test]
fn a_voice_without_a_body_lifts_no_hand() {
    let mut cue = scenario_in("en");
    cue.cast = vec![CastMember { name: "Merrow".to_owned(), role: "Artificial intelligence".to_owned(), ..CastMember::default() }];
    cue.speaker = cue.cast[0].clone();
    for text in play(cue, 40) {
        for act in ["Merrow lifts", "Merrow sits", "Merrow grins", "Merrow looks", "Merrow takes", "Merrow turns"] {
            assert!(!text.contains(act), "{text}");
        }
    }
}

#[test]
fn replies_differ_in_form() {
    let texts = play_with(scenario_in("en"), 40, &asides("en"));
    let by_beat = texts.iter().filter(|text| text.starts_with('*')).count();
    assert!((10..35).contains(&by_beat), "{by_beat} of 40 begin with what is seen");
    let paragraphs: HashSet<usize> = texts.iter().map(|text| text.split("\n\n").count()).collect();
    assert!(paragraphs.len() >= 3, "{paragraphs:?}");
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
        if SPOKEN.contains(&cue.language.as_deref().unwrap_or_default()) {
            let detected = improvise(&Cue { language: None, ..cue.clone() });
            assert_eq!(detected, improvise(&cue), "{slug}: the language is recognised");
        }
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

/// What players say of whom the printed samples are, by language.
fn asides(language: &str) -> [&'static str; 10] {
    match language {
        "de" => [
            "hi",
            "Wer bist du, und was ist das hier für ein Ort?",
            "*Ich nehme die Laterne vom Haken und leuchte in die Ecke* Hast du das gehört?",
            "Warum sollte ich dir glauben? Du lügst doch.",
            "Ich habe Angst. Seit mein Bruder Konrad fort ist, schlafe ich kaum noch.",
            "...",
            "Zeig mir den Schlüssel.",
            "Du bist ein Idiot.",
            "Ja, machen wir es so.",
            "Ich muss los. Gute Nacht und danke für alles!",
        ],
        "fr" => [
            "salut",
            "Qui êtes-vous, et quel est cet endroit ?",
            "*Je prends la lampe et j'éclaire le coin* Vous avez entendu ?",
            "Pourquoi devrais-je vous croire ? Vous mentez.",
            "J'ai peur. Depuis que mon frère Konrad est parti, je ne dors plus.",
            "...",
            "Montrez-moi la clé.",
            "Vous êtes un imbécile.",
            "Oui, faisons comme cela.",
            "Je dois partir. Bonne nuit et merci pour tout !",
        ],
        "es" => [
            "hola",
            "¿Quién eres y qué es este lugar?",
            "*Cojo el farol y alumbro el rincón* ¿Has oído eso?",
            "¿Por qué debería creerte? Mientes.",
            "Tengo miedo. Desde que mi hermano Konrad se fue, no duermo.",
            "...",
            "Enséñame la llave.",
            "Eres un idiota.",
            "Sí, hagámoslo así.",
            "Me voy. ¡Buenas noches y gracias por todo!",
        ],
        _ => [
            "hi",
            "Who are you, and what is this place?",
            "*I take the lantern down from its hook, hold it up and walk slowly along the wall, listening at every door* Did you hear that?",
            "Why should I trust you? You are lying.",
            "I'm scared. Since my brother Konrad left I hardly sleep.",
            "...",
            "Show me the key.",
            "You are an idiot, and Everything about this Plot is stupid.",
            "Yes, let's do it. *hugs you and opens the door*",
            "Ich muss los. Gute Nacht und danke!",
        ],
    }
}

/// For reading: `cargo nextest run -p dramatis-features a_sample --run-ignored only --no-capture`; `SLUGS` and `TURNS` choose what.
#[test]
#[ignore = "prints a story for people to read"]
fn a_sample() {
    let slugs = std::env::var("SLUGS")
        .unwrap_or_else(|_| "a-coat-for-mr-wolf,die-berge-ziehen-um,la-voix-du-souffleur,correo-sobre-los-andes,bandai-no-yoru".to_owned());
    let turns = std::env::var("TURNS").ok().and_then(|turns| turns.parse().ok()).unwrap_or(10);
    for (slug, cue) in starter_scenarios().into_iter().filter(|(slug, _)| slugs.split(',').any(|wanted| wanted == slug)) {
        println!("\n=== {slug}");
        let lines = asides(cue.language.as_deref().unwrap_or_default());
        for (place, text) in play_with(cue, turns, &lines).iter().skip(1).enumerate() {
            println!("\n> {}\n\n{text}", lines[place % lines.len()]);
        }
    }
}
