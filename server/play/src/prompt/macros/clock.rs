//! Times in words, in the player's time zone.

use jiff::Zoned;
use jiff::civil::{Date, DateTime, Time};
use jiff::tz::{Offset, TimeZone};
use kernel::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp};

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const WEEKDAYS: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];
/// The most characters of a format that are read.
const MAX_FORMAT_CHARS: usize = 200;

/// A moment in a zone; in UTC if the zone is unknown.
pub(super) fn zoned(now: Timestamp, timezone: Option<&str>) -> Zoned {
    let zone = timezone
        .and_then(|name| TimeZone::get(name).ok())
        .unwrap_or(TimeZone::UTC);
    jiff::Timestamp::from_millisecond(now.0)
        .unwrap_or_default()
        .to_zoned(zone)
}

/// `+2`, `-3:30`, or nothing (UTC) as minutes east of Greenwich.
pub(super) fn offset_hours(text: &str) -> Option<i32> {
    if text.is_empty() {
        return Some(0);
    }
    let (hours, minutes) = text.split_once(':').unwrap_or((text, "0"));
    let sign = if hours.starts_with('-') { -1 } else { 1 };
    let hours: i32 = hours.parse().ok()?;
    let minutes: i32 = minutes.parse().ok()?;
    ((-14..=14).contains(&hours) && (0..60).contains(&minutes)).then_some(hours * 60 + sign * minutes)
}

/// The time of day this many minutes east of Greenwich.
pub(super) fn time_at(now: Timestamp, minutes: i32) -> String {
    let zone = Offset::from_seconds(minutes * 60).map_or(TimeZone::UTC, Offset::to_time_zone);
    format(
        &jiff::Timestamp::from_millisecond(now.0)
            .unwrap_or_default()
            .to_zoned(zone),
        "LT",
    )
}

/// `time`, `date`, `weekday`, `isotime`, `isodate`.
pub(super) fn named(name: &str, now: &Zoned) -> String {
    let pattern = match name {
        "time" => "LT",
        "date" => "LL",
        "weekday" => "dddd",
        "isotime" => "HH:mm",
        _ => "YYYY-MM-DD",
    };
    format(now, pattern)
}

/// A moment in a format such as `YYYY-MM-DD [at] HH:mm`.
pub(super) fn format(now: &Zoned, pattern: &str) -> String {
    const TOKENS: [&str; 32] = [
        "LLLL", "LLL", "LL", "LTS", "LT", "L", "YYYY", "YY", "MMMM", "MMM", "MM", "Mo", "M", "DDDD", "DDD",
        "DD", "Do", "D", "dddd", "ddd", "dd", "d", "HH", "H", "hh", "h", "mm", "m", "ss", "s", "A", "a",
    ];
    let mut done = String::new();
    let short: String = pattern.chars().take(MAX_FORMAT_CHARS).collect();
    let mut rest = short.as_str();
    while let Some(first) = rest.chars().next() {
        if let Some((literal, after)) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            done.push_str(literal);
            rest = after;
            continue;
        }
        let token = TOKENS.into_iter().find(|token| rest.starts_with(token));
        match token {
            Some(token) => done.push_str(&value(now, token)),
            None if first == 'Z' => {
                let seconds = now.offset().seconds();
                let sign = if seconds < 0 { '-' } else { '+' };
                let (hours, minutes) = (seconds.abs() / 3600, seconds.abs() % 3600 / 60);
                done.push_str(&format!("{sign}{hours:02}:{minutes:02}"));
            }
            None => done.push(first),
        }
        rest = &rest[token.map_or(first.len_utf8(), str::len)..];
    }
    done
}

fn value(now: &Zoned, token: &str) -> String {
    let month = MONTHS[usize::from(now.month().unsigned_abs()).clamp(1, 12) - 1];
    let weekday = WEEKDAYS[usize::from(now.weekday().to_monday_zero_offset().unsigned_abs()).min(6)];
    let hour12 = (now.hour() + 11) % 12 + 1;
    match token {
        "LLLL" => format(now, "dddd, MMMM D, YYYY h:mm A"),
        "LLL" => format(now, "MMMM D, YYYY h:mm A"),
        "LL" => format(now, "MMMM D, YYYY"),
        "L" => format(now, "MM/DD/YYYY"),
        "LTS" => format(now, "h:mm:ss A"),
        "LT" => format(now, "h:mm A"),
        "YYYY" => format!("{:04}", now.year()),
        "YY" => format!("{:02}", now.year().rem_euclid(100)),
        "MMMM" => month.to_owned(),
        "MMM" => month[..3].to_owned(),
        "MM" => format!("{:02}", now.month()),
        "Mo" => ordinal(i32::from(now.month())),
        "M" => now.month().to_string(),
        "DDDD" => format!("{:03}", now.day_of_year()),
        "DDD" => now.day_of_year().to_string(),
        "DD" => format!("{:02}", now.day()),
        "Do" => ordinal(i32::from(now.day())),
        "D" => now.day().to_string(),
        "dddd" => weekday.to_owned(),
        "ddd" => weekday[..3].to_owned(),
        "dd" => weekday[..2].to_owned(),
        "d" => now.weekday().to_sunday_zero_offset().to_string(),
        "HH" => format!("{:02}", now.hour()),
        "H" => now.hour().to_string(),
        "hh" => format!("{hour12:02}"),
        "h" => hour12.to_string(),
        "mm" => format!("{:02}", now.minute()),
        "m" => now.minute().to_string(),
        "ss" => format!("{:02}", now.second()),
        "s" => now.second().to_string(),
        "A" => if now.hour() < 12 { "AM" } else { "PM" }.to_owned(),
        "a" => if now.hour() < 12 { "am" } else { "pm" }.to_owned(),
        _ => String::new(),
    }
}

fn ordinal(number: i32) -> String {
    let ending = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// From the second moment to the first: "in 2 hours", "3 days ago". Empty if one of them cannot be read.
pub(super) fn difference(a: &str, b: &str, now: &Zoned) -> String {
    let (Some(a), Some(b)) = (read(a, now), read(b, now)) else {
        return String::new();
    };
    let millis = a - b;
    let words = humanise(millis.abs());
    if millis < 0 {
        format!("{words} ago")
    } else {
        format!("in {words}")
    }
}

/// Parses a moment in one of the usual forms, to milliseconds.
fn read(text: &str, now: &Zoned) -> Option<i64> {
    if let Ok(moment) = text.parse::<jiff::Timestamp>() {
        return Some(moment.as_millisecond());
    }
    let civil = text.parse::<DateTime>().ok().or_else(|| {
        text.parse::<Date>()
            .ok()
            .map(|date| date.to_datetime(Time::midnight()))
    });
    let civil = civil.or_else(|| text.parse::<Time>().ok().map(|time| now.date().to_datetime(time)))?;
    civil
        .to_zoned(now.time_zone().clone())
        .ok()
        .map(|moment| moment.timestamp().as_millisecond())
}

/// A duration in words, with the usual thresholds: "a few seconds", "5 minutes", "an hour" … "3 years".
pub(super) fn humanise(millis: i64) -> String {
    let rounded = |unit: i64| (millis + unit / 2) / unit;
    let (seconds, minutes, hours, days) = (
        rounded(1000),
        rounded(MINUTE_MS),
        rounded(HOUR_MS),
        rounded(DAY_MS),
    );
    match () {
        () if seconds < 45 => "a few seconds".to_owned(),
        () if minutes < 2 => "a minute".to_owned(),
        () if minutes < 45 => format!("{minutes} minutes"),
        () if hours < 2 => "an hour".to_owned(),
        () if hours < 22 => format!("{hours} hours"),
        () if days < 2 => "a day".to_owned(),
        () if days < 26 => format!("{days} days"),
        () if days < 46 => "a month".to_owned(),
        () if days < 320 => format!("{} months", (days + 15) / 30),
        () if days < 548 => "a year".to_owned(),
        () => format!("{} years", (days + 182) / 365),
    }
}
