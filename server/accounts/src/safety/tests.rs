//! Notices and counts through the API.

use platform::both_engines;
use serde_json::json;

use super::{CrisisKind, Reminders, count};
use crate::testing::TEST_NOW;

both_engines!(anybody_may_read_who_can_be_called, async |app| {
    let notices = app.get("/care/notices").await.ok();
    assert!(
        notices["ai"]["text"]
            .as_str()
            .expect("a text")
            .contains("not to a human")
    );
    assert_eq!(notices["ai"]["everySecs"], 10_800);
    assert_eq!(notices["safetyPage"], "/safety");
    let lines = notices["crisis"]["lines"].as_array().expect("lines");
    for (region, contact) in [
        ("US", "988"),
        ("CA", "988"),
        ("GB", "116 123"),
        ("IE", "116 123"),
        ("DE", "0800 111 0 111"),
        ("ES", "024"),
        ("FR", "3114"),
        ("EU", "112"),
    ] {
        let line = lines
            .iter()
            .find(|line| line["region"] == region)
            .unwrap_or_else(|| panic!("no line for {region}"));
        assert!(
            line["contact"]
                .as_str()
                .is_some_and(|text| text.contains(contact)),
            "{line}"
        );
    }
    assert!(
        lines
            .iter()
            .any(|line| line["url"] == "https://findahelpline.com")
    );
    assert!(
        notices["protocol"]
            .as_array()
            .is_some_and(|parts| parts.len() >= 3)
    );
});

both_engines!(notices_are_counted_by_month_and_kind, async |app| {
    let admin = app.admin("director").await;
    for (kind, days) in [
        (CrisisKind::Suicide, 0),
        (CrisisKind::Suicide, 0),
        (CrisisKind::SelfHarm, 0),
        (CrisisKind::Suicide, 31),
        (CrisisKind::Suicide, -366),
    ] {
        let mut tx = app.state.db.begin().await.expect("a transaction");
        count(&mut tx, kind, TEST_NOW.plus_millis(days * kernel::DAY_MS))
            .await
            .expect("a count");
        tx.commit().await.expect("a commit");
    }
    let report = admin.get("/care/report?year=2026").await.ok();
    assert_eq!(
        report,
        json!({ "year": 2026, "total": 4, "months": [
            { "month": "2026-11", "kind": "selfHarm", "notices": 1 },
            { "month": "2026-11", "kind": "suicide", "notices": 2 },
            { "month": "2026-12", "kind": "suicide", "notices": 1 },
        ] })
    );
    assert_eq!(admin.get("/care/report?year=2025").await.ok()["total"], 1);
    assert_eq!(
        admin.get("/care/report").await.ok(),
        report,
        "this year by default"
    );
    assert_eq!(admin.get("/care/report?year=65535").await.ok()["total"], 0);
});

#[test]
fn each_player_is_reminded_by_themselves() {
    let reminders = Reminders::default();
    assert!(reminders.mark_shown_if_due("a", TEST_NOW));
    assert!(!reminders.mark_shown_if_due("a", TEST_NOW.plus_millis(1)));
    assert!(reminders.mark_shown_if_due("b", TEST_NOW.plus_millis(1)));
    assert!(reminders.mark_shown_if_due("a", TEST_NOW.plus_millis(3 * kernel::HOUR_MS)));
}
