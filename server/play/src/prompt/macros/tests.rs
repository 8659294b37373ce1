//! Every macro, by table.

use kernel::Timestamp;

use super::expander::{MAX_MACROS, MAX_VALUE_BYTES};
use super::variables::MAX_VARIABLES;
use super::{Expander, MacroValues, Purpose, names_only};
use crate::prompt::model::{Alternative, Variables};

/// Saturday, 21 November 2026, 09:33:20 UTC.
const NOW: Timestamp = Timestamp(1_795_253_600_000);

fn values() -> MacroValues<'static> {
    MacroValues {
        char: "Ada",
        user: "Sam",
        cast: vec![("Ada", false), ("Tom", true), ("Eve", false)],
        persona: "{{user}} is brave.",
        description: "{{char}} mends clocks.",
        personality: "dry",
        scenario: "A tower.",
        examples: "<START>\n{{char}}: Tick.",
        char_version: "1.2",
        char_prompt: "Play {{char}}.",
        char_jailbreak: "Stay {{char}}.",
        authors_note: "Rain.",
        summary: "They met.",
        last_message: "{{setvar::hacked::yes}}",
        last_user_message: "Hello?",
        last_char_message: "Tock.",
        last_message_index: Some(7),
        alternative: Alternative { number: 2, of: 3 },
        generation_type: "reply",
        model: "understudy",
        max_prompt: 4096,
        input: "typing",
        outlets: [("Inn".to_owned(), "The inn is warm.".to_owned())].into(),
        now: NOW,
        timezone: Some("America/New_York"),
        idle_millis: Some(180_000),
        chat: "story",
        seed: 3,
    }
}

fn expand(text: &str) -> String {
    Expander::new(&values(), Variables::default(), Purpose::Prompt).expand(text)
}

#[test]
fn every_macro_stands_for_its_value() {
    let cases = [
        ("{{char}} and {{user}}", "Ada and Sam"),
        ("{{CHAR}} {{Char}} {{ char }}", "Ada Ada Ada"),
        (
            "<USER> <bot> <Char> <group> <CHARIFNOTGROUP>",
            "Sam Ada Ada Ada, Tom, Eve Ada, Tom, Eve",
        ),
        ("<USERS> a < b <b>", "<USERS> a < b <b>"),
        (
            "{{group}} / {{groupNotMuted}} / {{charIfNotGroup}}",
            "Ada, Tom, Eve / Ada, Eve / Ada, Tom, Eve",
        ),
        (
            "{{persona}} {{description}} {{personality}} {{scenario}}",
            "Sam is brave. Ada mends clocks. dry A tower.",
        ),
        ("{{mesExamples}}", "<START>\nAda: Tick."),
        (
            "{{charVersion}} {{charPrompt}} {{charJailbreak}}",
            "1.2 Play Ada. Stay Ada.",
        ),
        ("{{summary}} {{authorsNote}}", "They met. Rain."),
        (
            "{{lastUserMessage}} {{lastCharMessage}} {{lastMessageId}}",
            "Hello? Tock. 7",
        ),
        (
            "{{currentSwipeId}}/{{lastSwipeId}} {{lastGenerationType}}",
            "2/3 reply",
        ),
        ("{{model}} {{maxPrompt}} {{input}}", "understudy 4096 typing"),
        (
            "{{time}} | {{date}} | {{weekday}} | {{isotime}} | {{isodate}}",
            "4:33 AM | November 21, 2026 | Saturday | 04:33 | 2026-11-21",
        ),
        (
            "{{datetimeformat YYYY-MM-DD [at] HH:mm:ss Z}}",
            "2026-11-21 at 04:33:20 -05:00",
        ),
        (
            "{{datetimeformat::dddd, MMMM Do YY, h a}}",
            "Saturday, November 21st 26, 4 am",
        ),
        ("{{datetimeformat LLLL}}", "Saturday, November 21, 2026 4:33 AM"),
        (
            "{{time_UTC+2}} {{time_UTC-10}} {{time_utc}}",
            "11:33 AM 11:33 PM 9:33 AM",
        ),
        ("{{timeDiff::2026-11-21::2026-11-18}}", "in 3 days"),
        ("{{timeDiff::2026-11-21 10:00::2026-11-21 12:00}}", "2 hours ago"),
        ("{{timeDiff::whenever::2026-11-18}}", ""),
        ("{{idle_duration}}", "3 minutes"),
        ("a{{newline}}b{{newline::2}}c", "a\nb\n\nc"),
        ("a\n\n{{trim}}\n\nb", "ab"),
        ("x{{trim}}\n  in  \n{{/trim}}y", "xiny"),
        ("a{{noop}}b", "ab"),
        ("{{outlet::inn}} {{outlet::nowhere}}", "The inn is warm. "),
        ("a{{// a note {{setvar::x::1}} }}b{{getvar::x}}", "ab"),
        ("a{{comment: for the reader}}b{{hidden_key:secret}}c", "abc"),
        ("{{reverse:abc}} {{reverse::{{user}}}}", "cba maS"),
        ("{{original}}", ""),
        // Variables.
        (
            "{{setvar::hp::10}}{{addvar::hp::5}}{{getvar::hp}} {{incvar::hp}} {{decvar::hp}}",
            "15 16 15",
        ),
        ("{{setvar::name::A}}{{addvar::name::B}}{{getvar::name}}", "AB"),
        ("{{incvar::fresh}} {{getvar::missing}}", "1 "),
        (
            "{{setglobalvar::g::1}}{{addglobalvar::g::1}}{{getglobalvar::g}}{{incglobalvar::g}}{{decglobalvar::g}}{{getvar::g}}",
            "232",
        ),
        ("{{setvar::n::{{char}}}}{{getvar::n}}", "Ada"),
        ("{{setvar::x::2.5}}{{addvar::x::1}}{{getvar::x}}", "3.5"),
        // Braces.
        ("{{{char}}}", "{Ada}"),
        (
            "{{nothing}} {{nothing {{char}}}} {{nothing::{{user}}}}",
            "{{nothing}} {{nothing Ada}} {{nothing::Sam}}",
        ),
        ("{{char", "{{char"),
        ("{{ {{char}}", "{{ Ada"),
        ("}} {{char}} {", "}} Ada {"),
        ("{{}} {{ }} {{::}}", "{{}} {{ }} {{::}}"),
        ("{char} { {{char}} }", "{char} { Ada }"),
        (
            "{{char::x}} {{setvar::x}} {{reverse}}",
            "{{char::x}} {{setvar::x}} {{reverse}}",
        ),
        ("{{roll:nonsense}}{{roll:0}}{{roll:d0}}{{roll:999d6}}", ""),
        (
            "{{roll:1}} {{roll d1}} {{roll::3d1+4}} {{roll:2d1-5}}",
            "1 1 7 -3",
        ),
        ("{{random:a}} {{pick::b}}", "a b"),
        ("{{random:x\\,y}}", "x,y"),
        ("Ünïcödé {{char}} 🎭 {{user}}", "Ünïcödé Ada 🎭 Sam"),
    ];
    for (text, expected) in cases {
        assert_eq!(expand(text), expected, "{text}");
    }
}

#[test]
fn what_a_model_wrote_is_never_a_macro() {
    let values = values();
    let mut expander = Expander::new(&values, Variables::default(), Purpose::Prompt);
    for text in [
        "{{lastMessage}}",
        "{{ {{lastMessage}} }}",
        "{{reverse::{{lastMessage}}}}",
        "{{random::{{lastMessage}},{{lastMessage}}}}",
        "{{{{lastMessage}}}}",
        "{{setvar::{{lastMessage}}::x}}",
    ] {
        expander.expand(text);
    }
    let variables = expander.into_variables();
    assert!(!variables.local.contains_key("hacked"), "{variables:?}");
    assert_eq!(expand("{{lastMessage}}"), "{{setvar::hacked::yes}}");
}

#[test]
fn chance_stays_within_its_choices_and_picks_stay_the_same() {
    let values = |seed: u64, chat: &'static str| MacroValues {
        seed,
        chat,
        ..values()
    };
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..60 {
        let values = values(seed, "story");
        let expand = |text: &str| Expander::new(&values, Variables::default(), Purpose::Prompt).expand(text);
        let random = expand("{{random::a::b::{{char}}}}");
        assert!(["a", "b", "Ada"].contains(&random.as_str()), "{random}");
        seen.insert(random);
        assert_eq!(
            expand("{{random:a,b,c}}{{roll:20}}"),
            expand("{{random:a,b,c}}{{roll:20}}"),
            "the same turn"
        );
        assert!((1..=20).contains(&expand("{{roll:20}}").parse::<u32>().expect("a number")));
        assert!((5..=15).contains(&expand("{{roll:2d6+3}}").parse::<u32>().expect("a number")));
        assert_eq!(
            expand("{{pick:a,b,c,d}} {{pick:a,b,c,d}}"),
            self::expand("{{pick:a,b,c,d}} {{pick:a,b,c,d}}"),
            "another turn"
        );
    }
    assert_eq!(seen.len(), 3);
    let of_chat = |chat: &'static str, text: &str| {
        Expander::new(&values(0, chat), Variables::default(), Purpose::Prompt).expand(text)
    };
    let picks = |text: &str| ["a", "b", "c", "d", "e", "f", "g", "h"].map(|chat| of_chat(chat, text));
    assert!(
        picks("{{pick:1,2,3,4}}")
            .iter()
            .collect::<std::collections::BTreeSet<_>>()
            .len()
            > 1,
        "stories differ"
    );
    let places: std::collections::BTreeSet<_> = (0..20)
        .map(|at| of_chat("a", &format!("{}{{{{pick:1,2,3,4}}}}", "x".repeat(at))).split_off(at))
        .collect();
    assert!(places.len() > 1, "places differ");
}

#[test]
fn hidden_keys_show_where_keys_are_looked_for_and_nothing_is_stored_there() {
    let values = values();
    let mut expander = Expander::new(&values, Variables::default(), Purpose::Scan);
    assert_eq!(
        expander.expand("{{hidden_key:secret}} {{comment:x}}{{setvar::a::1}}{{getvar::a}}{{incvar::a}}"),
        "secret 1"
    );
    assert_eq!(expander.into_variables(), Variables::default());
}

#[test]
fn overrides_may_name_what_they_replace() {
    let values = values();
    let mut expander = Expander::new(&values, Variables::default(), Purpose::Prompt);
    assert_eq!(
        expander.expand_override("{{original}} And {{char}}.", "Ours."),
        "Ours. And Ada."
    );
    assert_eq!(expander.expand("{{original}}"), "");
}

#[test]
fn fields_that_name_themselves_end() {
    let values = MacroValues {
        description: "a{{description}}",
        persona: "b{{scenario}}",
        scenario: "c{{persona}}",
        ..values()
    };
    let mut expander = Expander::new(&values, Variables::default(), Purpose::Prompt);
    assert_eq!(expander.expand("{{description}}"), "aaaa");
    assert_eq!(expander.expand("{{persona}}"), "bcbc");
}

#[test]
fn nothing_grows_without_bounds() {
    let grow = format!(
        "{{{{setvar::x::0123456789}}}}{}{{{{getvar::x}}}}",
        "{{setvar::x::{{getvar::x}}{{getvar::x}}}}".repeat(60)
    );
    assert!(expand(&grow).len() <= MAX_VALUE_BYTES);
    let deep = format!("{}x{}", "{{reverse:".repeat(5_000), "}}".repeat(5_000));
    expand(&deep);
    expand(&"{{".repeat(100_000));
    expand(&"{{char}}".repeat(20_000));
    expand(&"{{random:a,".repeat(3_000));
    let many: String = (0..1_000)
        .map(|number| format!("{{{{setvar::v{number}::1}}}}"))
        .collect();
    let values = values();
    let mut expander = Expander::new(&values, Variables::default(), Purpose::Prompt);
    expander.expand(&many);
    assert_eq!(expander.into_variables().local.len(), MAX_VARIABLES);
}

#[test]
fn messages_have_names_and_nothing_else() {
    assert_eq!(
        names_only(
            "{{user}} <user> {{CHAR}} <BOT> {{random:a,b}} {{setvar::a::b}} < {",
            "Ada",
            "Sam"
        ),
        "Sam Sam Ada Ada {{random:a,b}} {{setvar::a::b}} < {"
    );
}

proptest::proptest! {
    #[test]
    fn any_text_can_be_expanded(text in "([{}<>:a-c, \n]|\\{\\{|\\}\\}|char|user|setvar::|random:|reverse:|é|🎭|\\PC){0,60}") {
        let once = expand(&text);
        let text_again = text.replace("{{", "").replace("}}", "");
        proptest::prop_assert!(once.len() <= text.len() * 40 + 100, "{text} {text_again}");
    }
}

#[test]
fn the_work_of_all_texts_together_is_bounded() {
    let description = "{{persona}} and a long tale. ".repeat(1_000);
    let values = MacroValues {
        description: &description,
        ..values()
    };
    let mut expander = Expander::new(&values, Variables::default(), Purpose::Scan);
    let key = "{{description}}".repeat(60);
    let expanded = (0..100_000)
        .take_while(|_| expander.expand_alone(&key).is_some())
        .count();
    assert!((1..1_000).contains(&expanded), "{expanded} keys");
    assert_eq!(
        expander.expand_alone("plain"),
        None,
        "what is left says that it was not expanded"
    );
    let mut expander = Expander::new(&values, Variables::default(), Purpose::Prompt);
    (0..expanded + 1).for_each(|_| {
        expander.left = MAX_MACROS;
        expander.expand(&key);
    });
    assert_eq!(
        expander.expand("{{char}} goes."),
        "{{char}} goes.",
        "it stays as it is written"
    );
}

#[test]
fn texts_that_know_nothing_of_each_other_draw_the_same() {
    let values = values();
    let mut expander = Expander::new(&values, Variables::default(), Purpose::Scan);
    let text = "{{random::a::b::c::d::e}} {{roll::d1000}}";
    let first = expander.expand_alone(text);
    assert!((0..20).all(|_| expander.expand_alone(text) == first));
}

#[test]
fn separators_are_read_in_one_go() {
    // As many as fit into a text: code that looks at all pairs for each separator would not finish.
    let many = format!("{{{{random::{}}}}}", "{{a}}::".repeat(60_000));
    assert!(!expand(&many).is_empty());
    assert_eq!(expand("{{random::{{a::b}}::{{a::b}}}}"), "{{a::b}}");
}
