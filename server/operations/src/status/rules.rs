//! Decides when a part is degraded or down. Pure.

use kernel::{MINUTE_MS, Timestamp};
use platform::vitals::Rounds;

use super::model::{Check, Level};

/// How long results are reused, in milliseconds: many callers cost only one check.
pub(super) const CHECKS_FRESH_FOR_MS: i64 = 5_000;
/// The same for the image store while it works, because its check writes a blob.
pub(super) const IMAGES_FRESH_FOR_MS: i64 = MINUTE_MS;
/// An email that failed and waits for longer than this, in milliseconds, means that no emails are sent.
pub(super) const EMAIL_LATE_MS: i64 = 30 * MINUTE_MS;
/// How much later than three intervals a round may end before it counts as stalled, in milliseconds.
const ROUND_MS: i64 = 2 * MINUTE_MS;
/// Requests in a row that a model does not answer before it counts as down.
pub(super) const MAX_MODEL_FAILURES: u32 = 3;

/// The rounds of jobs that are checked.
pub(super) const JOBS: [&str; 2] = ["soon", "hourly"];

/// Whether rounds are stalled.
pub(super) fn is_stalled(rounds: &Rounds, now: Timestamp) -> bool {
    let every = i64::try_from(rounds.every.as_millis()).unwrap_or(i64::MAX / 8);
    now.0 - rounds.at.0 > every.saturating_mul(3).saturating_add(ROUND_MS)
}

/// The health of the jobs in these rounds; `None` if this process runs none.
pub(super) fn jobs(rounds: &[Rounds], now: Timestamp) -> Option<Check> {
    let check = |status, detail: &str| Some(Check::new("jobs", status, detail));
    match rounds {
        [] => None,
        rounds if rounds.iter().any(|one| is_stalled(one, now)) => {
            check(Level::Down, "Background jobs aren’t running.")
        }
        rounds if rounds.iter().any(|one| !one.all_done) => check(
            Level::Degraded,
            "A background job failed and will be tried again.",
        ),
        _ => check(Level::Ok, "Background jobs are running."),
    }
}

/// The health of mail: its job, its outbox, and how long the oldest failed email has been waiting, if there
/// is one.
pub(super) fn mail(
    job: Option<&Rounds>,
    outbox: Option<bool>,
    late_ms: Option<i64>,
    now: Timestamp,
) -> Option<Check> {
    let check = |status, detail: &str| Some(Check::new("mail", status, detail));
    match (job?, outbox, late_ms) {
        (job, _, _) if is_stalled(job, now) => check(Level::Down, "Emails aren’t being sent."),
        (_, Some(false), _) => check(Level::Down, "Emails can’t be delivered."),
        (_, _, Some(late)) if late > EMAIL_LATE_MS => check(Level::Down, "Emails can’t be delivered."),
        (_, _, Some(_)) => check(
            Level::Degraded,
            "An email couldn’t be delivered and will be tried again.",
        ),
        _ => check(Level::Ok, "Emails are being sent."),
    }
}

/// The health of rendering: live workers; and of the latest pages, how many were rendered and how many
/// failed.
pub(super) fn renderer((alive, rendered, failed): (usize, u64, u64)) -> Check {
    let check = |status, detail: &str| Check::new("renderer", status, detail);
    match failed {
        _ if alive == 0 => check(Level::Down, "Pages aren’t being rendered on the server."),
        failed if failed > 0 && failed == rendered => check(
            Level::Down,
            "The latest pages couldn’t be rendered on the server.",
        ),
        1.. => check(
            Level::Degraded,
            "Some of the latest pages couldn’t be rendered on the server.",
        ),
        0 => check(Level::Ok, "Pages are being rendered."),
    }
}

/// The health of the models, each with its name and its number of unanswered requests in a row; the first is
/// the default.
pub(super) fn models(failures: &[(String, u32)], is_demo: bool, was_asked: bool) -> Check {
    let check = |status, detail: String| Check::new("models", status, detail);
    if is_demo {
        return check(
            Level::Ok,
            "No model is connected, so the built-in demo answers.".to_owned(),
        );
    }
    let Some((name, of_default)) = failures.first() else {
        return check(Level::Down, "There is no model.".to_owned());
    };
    match *of_default {
        MAX_MODEL_FAILURES.. => return check(Level::Down, format!("{name} isn’t responding.")),
        1.. => {
            return check(
                Level::Degraded,
                format!("{name} didn’t respond to the latest request."),
            );
        }
        0 => {}
    }
    match failures.iter().find(|(_, failures)| *failures > 0) {
        Some((name, _)) => check(
            Level::Degraded,
            format!("{name} didn’t respond to the latest request."),
        ),
        None if was_asked => check(Level::Ok, "The models are responding.".to_owned()),
        None => check(
            Level::Ok,
            "A model is connected. It hasn’t been used since the server started.".to_owned(),
        ),
    }
}

/// A group of calls: its name in the API document, the parts that it needs, and those without which it is
/// degraded.
pub(super) struct Group {
    pub(super) name: &'static str,
    needs: &'static [&'static str],
    wants: &'static [&'static str],
}

const fn group(name: &'static str, needs: &'static [&'static str], wants: &'static [&'static str]) -> Group {
    Group { name, needs, wants }
}

/// The groups, by the names that people know.
pub(super) const GROUPS: [Group; 12] = [
    group("scenarios", &["database"], &["pictures"]),
    group("discovery", &["database"], &[]),
    group("cards", &["database"], &["pictures"]),
    group("tags", &["database"], &[]),
    group("users", &["database"], &["mail", "pictures"]),
    group("campaigns", &["database"], &[]),
    group("stories", &["database"], &["jobs"]),
    group("chat", &["database", "models"], &["jobs"]),
    group("identity", &["database"], &["mail"]),
    group("ledger", &["database"], &["jobs"]),
    group("media", &["pictures"], &[]),
    group("pages", &["renderer"], &[]),
];

impl Group {
    /// The group's level, and the check that causes it; `None` if nothing it needs is checked here.
    pub(super) fn level<'a>(&self, checks: &'a [Check]) -> Option<(Level, Option<&'a Check>)> {
        let worst = |names: &[&str]| {
            checks
                .iter()
                .filter(|check| names.contains(&check.name))
                .max_by_key(|check| check.status)
        };
        let needed = worst(self.needs)?;
        let missed = worst(self.wants).filter(|check| check.status > Level::Ok);
        Some(match (needed.status, missed) {
            (Level::Ok, None) => (Level::Ok, None),
            (Level::Ok, Some(missed)) => (Level::Degraded, Some(missed)),
            (status, _) => (status, Some(needed)),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const NOW: Timestamp = Timestamp(1_000_000_000);

    fn rounds(ago_ms: i64, all_done: bool) -> Rounds {
        Rounds {
            at: Timestamp(NOW.0 - ago_ms),
            every: Duration::from_secs(30),
            all_done,
        }
    }

    #[test]
    fn stalled_work_is_down() {
        let status = |of: &[Rounds]| jobs(of, NOW).map(|check| check.status);
        assert_eq!(status(&[]), None, "nothing is said of what is not done here");
        assert_eq!(status(&[rounds(31_000, true)]), Some(Level::Ok));
        assert_eq!(
            status(&[rounds(31_000, true), rounds(0, false)]),
            Some(Level::Degraded)
        );
        assert_eq!(
            status(&[rounds(0, true), rounds(211_000, true)]),
            Some(Level::Down)
        );
    }

    #[test]
    fn mail_is_judged_by_its_emails() {
        let job = rounds(0, true);
        let status = |outbox, late| mail(Some(&job), outbox, late, NOW).map(|check| check.status);
        assert_eq!(status(None, None), Some(Level::Ok));
        assert_eq!(status(Some(true), Some(10_000)), Some(Level::Degraded));
        assert_eq!(status(Some(true), Some(EMAIL_LATE_MS + 1)), Some(Level::Down));
        assert_eq!(status(Some(false), None), Some(Level::Down));
        assert_eq!(
            mail(Some(&rounds(900_000, true)), None, None, NOW).map(|check| check.status),
            Some(Level::Down)
        );
        assert_eq!(mail(None, None, None, NOW), None);
    }

    #[test]
    fn rendering_is_the_latest_pages() {
        for (given, expected) in [
            ((0, 0, 0), Level::Down),
            ((2, 0, 0), Level::Ok),
            ((2, 9, 0), Level::Ok),
            ((2, 9, 1), Level::Degraded),
            ((2, 9, 9), Level::Down),
        ] {
            assert_eq!(renderer(given).status, expected, "{given:?}");
        }
    }

    #[test]
    fn models_are_what_became_of_the_requests() {
        let of = |failures: &[u32]| {
            failures
                .iter()
                .enumerate()
                .map(|(place, failures)| (format!("Model {place}"), *failures))
                .collect::<Vec<_>>()
        };
        for (failures, expected) in [
            (&[0_u32, 0][..], Level::Ok),
            (&[1, 0], Level::Degraded),
            (&[3, 0], Level::Down),
            (&[0, 9], Level::Degraded),
            (&[], Level::Down),
        ] {
            assert_eq!(
                models(&of(failures), false, true).status,
                expected,
                "{failures:?}"
            );
        }
        assert_eq!(
            models(&of(&[9]), true, true).status,
            Level::Ok,
            "the demo needs nobody"
        );
        assert!(models(&of(&[0, 9]), false, true).detail.starts_with("Model 1"));
    }

    #[test]
    fn a_group_is_as_well_as_what_it_needs() {
        let checks = |database, mail| {
            [
                Check::new("database", database, "D."),
                Check::new("mail", mail, "M."),
            ]
        };
        let identity = GROUPS
            .iter()
            .find(|group| group.name == "identity")
            .expect("a group");
        let level = |of: &[Check]| {
            identity
                .level(of)
                .map(|(level, why)| (level, why.map(|check| check.name)))
        };
        assert_eq!(level(&checks(Level::Ok, Level::Ok)), Some((Level::Ok, None)));
        assert_eq!(
            level(&checks(Level::Ok, Level::Down)),
            Some((Level::Degraded, Some("mail"))),
            "signing in needs no letter"
        );
        assert_eq!(
            level(&checks(Level::Down, Level::Down)),
            Some((Level::Down, Some("database")))
        );
        let pages = GROUPS
            .iter()
            .find(|group| group.name == "pages")
            .expect("a group");
        assert_eq!(
            pages.level(&checks(Level::Ok, Level::Ok)).map(|(level, _)| level),
            None,
            "nothing is rendered here"
        );
    }
}
