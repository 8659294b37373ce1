//! Parses dates in all the forms in which chat programs write them.

use jiff::civil;
use jiff::tz::TimeZone;
use kernel::Timestamp;
use serde_json::Value;

/// The earliest and latest plausible moments: 1990 and 2200.
const PLAUSIBLE_MS: std::ops::Range<i64> = 631_152_000_000..7_258_118_400_000;

/// The moment that a value means, if it can be parsed. UTC if it names no zone.
pub(super) fn parse_date(value: &Value) -> Option<Timestamp> {
    let at = match value {
        Value::Number(number) => epoch(number.as_f64()?),
        Value::String(text) => parse_text(text.trim()),
        _ => None,
    };
    at.filter(|at| PLAUSIBLE_MS.contains(&at.0))
}

/// Seconds, milliseconds or microseconds since 1970; the size decides which.
fn epoch(number: f64) -> Option<Timestamp> {
    if !number.is_finite() || number <= 0.0 {
        return None;
    }
    let millis = match number {
        n if n < 1e11 => n * 1e3,
        n if n < 1e14 => n,
        n if n < 1e17 => n / 1e3,
        n => n / 1e6,
    };
    (millis < 9e15).then_some(Timestamp(millis as i64))
}

fn parse_text(text: &str) -> Option<Timestamp> {
    if text.is_empty() || text.len() > 64 {
        return None;
    }
    if let Some(at) = Timestamp::parse(text) {
        return Some(at);
    }
    if let Ok(number) = text.parse::<f64>() {
        return epoch(number);
    }
    if let Ok(at) = text.parse::<civil::DateTime>() {
        return in_utc(at);
    }
    parts(text).and_then(|(date, time)| in_utc(date.to_datetime(time)))
}

fn in_utc(at: civil::DateTime) -> Option<Timestamp> {
    at.to_zoned(TimeZone::UTC)
        .ok()
        .map(|at| Timestamp(at.timestamp().as_millisecond()))
}

const MONTHS: [&str; 12] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
];

/// "June 19, 2023 4:13pm", "2023-6-19 @04h 13m 52s 310ms", "19 Jun 2023 16:13:52", "6/19/2023, 4:13:52 PM"
/// and the like: the date first, then the time of day; skips words that belong to neither.
fn parts(text: &str) -> Option<(civil::Date, civil::Time)> {
    let lower = text.to_lowercase();
    let tokens = tokens(&lower);
    let month = tokens
        .iter()
        .position(|token| matches!(token, Token::Word(word) if month(word).is_some()));
    let (date, rest) = match month {
        Some(at) => named_date(&tokens, at)?,
        None => numbered_date(&tokens, &lower)?,
    };
    Some((date, time_of(&rest)?))
}

#[derive(Debug, Clone, PartialEq)]
enum Token<'a> {
    Number(i64),
    Word(&'a str),
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let is_digit = c.is_ascii_digit();
        let is_same = |other: char| {
            if is_digit {
                other.is_ascii_digit()
            } else {
                other.is_alphabetic()
            }
        };
        if !is_digit && !c.is_alphabetic() {
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let end = rest.find(|other| !is_same(other)).unwrap_or(rest.len());
        let (token, after) = rest.split_at(end);
        rest = after;
        match token.parse() {
            Ok(number) if is_digit => tokens.push(Token::Number(number)),
            _ => tokens.push(Token::Word(token)),
        }
    }
    tokens
}

fn month(word: &str) -> Option<i8> {
    let short = word.get(..3)?;
    (word.len() >= 3)
        .then(|| MONTHS.iter().position(|month| *month == short))
        .flatten()
        .and_then(|at| i8::try_from(at + 1).ok())
}

type Tokens<'a> = Vec<Token<'a>>;

/// "June 19, 2023 …" or "19 June 2023 …".
fn named_date<'a>(tokens: &[Token<'a>], at: usize) -> Option<(civil::Date, Tokens<'a>)> {
    let Token::Word(word) = tokens.get(at)? else {
        return None;
    };
    let month = month(word)?;
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    let mut after = tokens[at + 1..].iter().enumerate().filter_map(|(place, token)| {
        if let Token::Number(number) = token {
            Some((place, *number))
        } else {
            None
        }
    });
    let (day, year, end) = match before {
        Some(Token::Number(day)) => {
            let (place, year) = after.next()?;
            (*day, year, at + 1 + place)
        }
        _ => {
            let (_, day) = after.next()?;
            let (place, year) = after.next()?;
            (day, year, at + 1 + place)
        }
    };
    Some((date(year, i64::from(month), day)?, tokens[end + 1..].to_vec()))
}

/// "2023-6-19 …", "6/19/2023 …", "19.6.2023 …".
fn numbered_date<'a>(tokens: &[Token<'a>], text: &str) -> Option<(civil::Date, Tokens<'a>)> {
    let [Token::Number(a), Token::Number(b), Token::Number(c), rest @ ..] = tokens else {
        return None;
    };
    let found = match (*a, *b, *c) {
        (year, month, day) if year > 31 => date(year, month, day),
        // With dots, the day comes first; with slashes the month does, if that is a valid date.
        (day, month, year) if text.contains('.') && !text.contains('/') => date(year, month, day),
        (month, day, year) => date(year, month, day).or_else(|| date(year, day, month)),
    };
    Some((found?, rest.to_vec()))
}

fn date(year: i64, month: i64, day: i64) -> Option<civil::Date> {
    let year = if (0..100).contains(&year) {
        year + 2000
    } else {
        year
    };
    civil::Date::new(
        i16::try_from(year).ok()?,
        i8::try_from(month).ok()?,
        i8::try_from(day).ok()?,
    )
    .ok()
}

/// "4:13pm", "04h 13m 52s 310ms", "16:13:52", nothing (midnight).
fn time_of(tokens: &[Token<'_>]) -> Option<civil::Time> {
    let numbers: Vec<i64> = tokens
        .iter()
        .filter_map(|token| {
            if let Token::Number(number) = token {
                Some(*number)
            } else {
                None
            }
        })
        .collect();
    let has = |word: &str| tokens.contains(&Token::Word(word));
    let mut hour = numbers.first().copied().unwrap_or(0);
    if (has("pm") || has("p")) && hour < 12 {
        hour += 12;
    } else if (has("am") || has("a")) && hour == 12 {
        hour = 0;
    }
    let part = |at: usize| i8::try_from(numbers.get(at).copied().unwrap_or(0)).ok();
    let millis = if has("ms") {
        numbers
            .get(3)
            .copied()
            .filter(|millis| *millis < 1000)
            .unwrap_or(0)
    } else {
        0
    };
    civil::Time::new(
        i8::try_from(hour).ok()?,
        part(1)?,
        part(2)?,
        i32::try_from(millis * 1_000_000).ok()?,
    )
    .ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn all_styles_are_read() {
        for (written, meant) in [
            (json!("2023-06-19T16:13:52.310Z"), "2023-06-19T16:13:52.31Z"),
            (json!("2023-06-19T18:13:52+02:00"), "2023-06-19T16:13:52Z"),
            (json!("2023-06-19T16:13:52"), "2023-06-19T16:13:52Z"),
            (json!("2023-06-19 16:13:52"), "2023-06-19T16:13:52Z"),
            (json!("June 19, 2023 4:13pm"), "2023-06-19T16:13:00Z"),
            (json!("June 19, 2023 12:13am"), "2023-06-19T00:13:00Z"),
            (json!("june 19 2023 4:13 PM"), "2023-06-19T16:13:00Z"),
            (json!("19 Jun 2023 16:13:52"), "2023-06-19T16:13:52Z"),
            (json!("Mon Jun 19 2023 16:13:52 GMT+0000"), "2023-06-19T16:13:52Z"),
            (json!("2023-6-19 @16h 13m 52s 310ms"), "2023-06-19T16:13:52.31Z"),
            (json!("2023-6-19@16h13m52s"), "2023-06-19T16:13:52Z"),
            (json!("6/19/2023, 4:13:52 PM"), "2023-06-19T16:13:52Z"),
            (json!("19/6/2023 16:13"), "2023-06-19T16:13:00Z"),
            (json!("19.6.2023 16:13"), "2023-06-19T16:13:00Z"),
            (json!("2023-06-19"), "2023-06-19T00:00:00Z"),
            (json!(1_687_191_232), "2023-06-19T16:13:52Z"),
            (json!(1_687_191_232_000_i64), "2023-06-19T16:13:52Z"),
            (json!("1687191232000"), "2023-06-19T16:13:52Z"),
            (json!(1_687_191_232.5), "2023-06-19T16:13:52.5Z"),
        ] {
            assert_eq!(
                parse_date(&written).map(|at| at.to_string()).as_deref(),
                Some(meant),
                "{written}"
            );
        }
        for nonsense in [
            json!("yesterday"),
            json!(""),
            json!("Stardate 41153.7"),
            json!(-5),
            json!(0),
            json!(1e300),
            json!("99999999999999999999999999"),
            json!("February 31, 2023 4:13pm"),
            json!("June 19, 2023 44:13pm"),
            json!(null),
            json!({"a": 1}),
            json!("9".repeat(70)),
            json!("ß 1 2 3"),
            json!("März 3 2023"),
        ] {
            let _ = parse_date(&nonsense);
        }
        assert_eq!(parse_date(&json!("yesterday")), None);
        assert_eq!(parse_date(&json!("February 31, 2023 4:13pm")), None);
        assert_eq!(parse_date(&json!(1e300)), None);
    }
}
