//! What the player does, told to them in the second person.

use super::grammar::Words;
use super::hearing::sentences;

/// Longest deed that is repeated, in words.
const MAX_WORDS: usize = 9;
/// Words after an English verb without a subject, by which it is known as one.
const AFTER_BARE: [&str; 20] =
    ["up", "down", "the", "a", "an", "my", "at", "to", "into", "over", "out", "on", "off", "back", "around", "away", "through", "him", "her", "them"];

/// What the player does in the first or third person, as it follows "you". `addressed` is whom they call "you".
pub(super) fn deed(words: &Words, doing: &str, player: &str, addressed: &str) -> Option<String> {
    let deeds = &words.deeds;
    let first = sentences(doing).into_iter().next()?;
    let text = first.trim_matches(|c: char| !c.is_alphanumeric());
    let small = text.to_lowercase();
    let own_name = format!("{} ", player.to_lowercase());
    let own = deeds.own.iter().find(|own| small.starts_with(own.as_str())).map(String::len);
    let named = (!player.is_empty() && small.starts_with(&own_name)).then_some(own_name.len());
    let is_first_person = own.is_some();
    let rest = text.get(own.or(named).unwrap_or(0)..)?;
    let shorter = |rest: &str| rest.split(',').next().unwrap_or_default().split(&format!(" {} ", and(words))).next().unwrap_or_default().to_owned();
    let is_long = rest.split_whitespace().count() > MAX_WORDS;
    let rest = if is_long || rest.contains(',') { shorter(rest) } else { rest.to_owned() };
    if !rest.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '\'' | '-')) {
        return None;
    }
    let mut parts: Vec<String> = rest.split_whitespace().map(str::to_owned).collect();
    if parts.is_empty() || parts.len() > MAX_WORDS {
        return None;
    }
    // "Slowly opens" has its verb second.
    let verb = usize::from(words.tag == "en" && parts.len() > 1 && parts[0].ends_with("ly"));
    let is_regular = deeds.verbs.is_empty() && deeds.endings.is_empty();
    let turned = |part: &str, after: Option<&String>| match (is_regular, is_first_person) {
        (true, true) => Some(part.to_lowercase()),
        (true, false) => without_third_person(&part.to_lowercase()).or_else(|| bare(words, part, after)),
        (false, _) => second_person(words, &part.to_lowercase()),
    };
    let idle = |part: &str| deeds.idle.iter().any(|idle| idle == &part.to_lowercase());
    if idle(&parts[verb]) || idle(&parts[0]) {
        return None;
    }
    parts[verb] = turned(&parts[verb], parts.get(verb + 1))?;
    parts[0] = parts[0].to_lowercase();
    // "And I …", "et j'…": the subject is said already.
    if let Some(place) = parts.iter().position(|part| part == and(words)).filter(|place| place + 1 < parts.len()) {
        let next = parts[place + 1].to_lowercase();
        if deeds.own.iter().any(|own| own.trim_end() == next) {
            parts.remove(place + 1);
        } else if let Some(rest) = deeds.own.iter().find_map(|own| next.strip_prefix(own.as_str())) {
            parts[place + 1] = rest.to_owned();
        }
    }
    // A second verb; where it is none that is known, the deed ends before it.
    if let Some(place) = parts.iter().position(|part| part == and(words)).filter(|_| !is_regular || !is_first_person) {
        match parts.get(place + 1).and_then(|part| turned(part, parts.get(place + 2))).filter(|_| parts.len() > place + 2) {
            Some(second) => parts[place + 1] = second,
            None if parts.get(place + 1).is_some_and(|part| words.determiners.contains(&part.to_lowercase())) => {}
            None => parts.truncate(place),
        }
    }
    for part in parts.iter_mut().skip(verb + 1) {
        if let Some([_, whose]) = deeds.theirs.iter().find(|[theirs, _]| theirs == &part.to_lowercase()) {
            // Only English has a form for a name in every place.
            if whose.is_empty() || addressed.is_empty() {
                return None;
            }
            *part = whose.replace("{speaker}", addressed);
        } else if let Some([_, second]) = deeds.turned.iter().find(|[first, _]| first == &part.to_lowercase()) {
            part.clone_from(second);
        }
    }
    let is_whole = parts.last().is_some_and(|last| !words.determiners.contains(last) && last != "to");
    (is_whole && !idle(&parts[verb])).then(|| parts.join(" "))
}

fn and(words: &Words) -> &'static str {
    match words.tag.as_str() {
        "de" => "und",
        "fr" => "et",
        "es" => "y",
        _ => "and",
    }
}

/// A verb in the first or third person as one in the second.
fn second_person(words: &Words, verb: &str) -> Option<String> {
    let deeds = &words.deeds;
    let listed = deeds.verbs.iter().find(|[from, to]| from == verb || to == verb).map(|[_, to]| to.clone());
    let ended = || deeds.endings.iter().find_map(|[from, to]| verb.strip_suffix(from.as_str()).filter(|stem| stem.len() > 1).map(|stem| format!("{stem}{to}")));
    listed.or_else(ended)
}

/// "pick up the lamp" as it is, if it is a deed.
fn bare(words: &Words, verb: &str, after: Option<&String>) -> Option<String> {
    let small = verb.to_lowercase();
    let is_verb = after.is_some_and(|after| AFTER_BARE.contains(&after.to_lowercase().as_str()));
    let is_other = words.stops.contains(&small) || words.determiners.contains(&small) || small.ends_with("ing") || small.ends_with('s');
    (is_verb && !is_other).then_some(small)
}

/// "opens" as "open"; none where it is no such verb.
fn without_third_person(verb: &str) -> Option<String> {
    let stem = verb.strip_suffix('s').filter(|stem| stem.len() > 2 && !stem.ends_with('s'))?;
    Some(match (stem.strip_suffix("ie"), stem.strip_suffix('e')) {
        (Some("l" | "d" | "t"), _) => stem.to_owned(),
        (Some(stem), _) => format!("{stem}y"),
        (_, Some(short)) if ["ch", "sh", "ss", "x", "zz"].iter().any(|end| short.ends_with(end)) => short.to_owned(),
        (_, Some("go")) => "go".to_owned(),
        _ => stem.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::grammar::words_for;
    use super::*;

    #[test]
    fn deeds_are_told_in_the_second_person() {
        for (tag, doing, told) in [
            ("en", "picks up the lantern", Some("pick up the lantern")),
            ("en", "I pick up my lantern", Some("pick up your lantern")),
            ("en", "opens my own door and leaves", Some("open your own door")),
            ("en", "laughs and sits down by the fire", Some("laugh and sit down by the fire")),
            ("en", "takes the bread and the butter", Some("take the bread and the butter")),
            ("en", "Robin tries the handle", Some("try the handle")),
            ("en", "slowly walks over to the window, then waits", Some("slowly walk over to the window")),
            ("en", "pick up the lamp", Some("pick up the lamp")),
            ("en", "hugs you and takes your hand", Some("hug Lothar and take Lothar's hand")),
            ("de", "umarmt dich", None),
            ("fr", "je prends la lampe et j'éclaire le coin", Some("prenez la lampe et éclairez le coin")),
            ("en", "long silence", None),
            ("en", "I'm sad", None),
            ("en", "I won't tell you.", None),
            ("en", "smiling", None),
            ("de", "Ich nehme meine Laterne", Some("nimmst deine Laterne")),
            ("de", "öffnet die Tür", Some("öffnest die Tür")),
            ("de", "ich gehe zum Fenster und öffne es leise", Some("gehst zum Fenster und öffnest es leise")),
            ("de", "setzt sich ans Feuer", Some("setzt dich ans Feuer")),
            ("de", "Ich bin müde", None),
            ("fr", "j'ouvre la porte", Some("ouvrez la porte")),
            ("fr", "prend la lampe", Some("prenez la lampe")),
            ("fr", "je suis triste", None),
            ("es", "abre la puerta", Some("abres la puerta")),
            ("es", "cojo mi farol", Some("coges tu farol")),
            ("es", "estoy triste", None),
        ] {
            assert_eq!(deed(words_for(Some(tag), "").0, doing, "Robin", "Lothar").as_deref(), told, "{doing}");
        }
    }
}
