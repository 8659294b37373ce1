//! The same report is filed once.

use kernel::ids::UserId;
use platform::both_engines;

use super::Reporter;
use crate::testing::{TEST_NOW, TestReport};

both_engines!(
    the_same_report_is_filed_once_and_the_house_files_each_of_its_own,
    async |app| {
        let told = TestReport {
            kind: "scenario",
            reporter: Reporter::Person(UserId::trusted("ann".to_owned())),
            subject: None,
            note: "Look.",
        };
        let (one, two) = tokio::join!(told.file(app), told.file(app));
        assert_eq!(one, two, "two clicks, one report");
        assert_eq!(one.at, TEST_NOW);
        app.clock.advance_millis(60_000);
        assert_eq!(told.file(app).await, one, "a late click, too");
        assert_ne!(
            TestReport {
                note: "Look again.",
                ..told
            }
            .file(app)
            .await
            .id,
            one.id
        );
        assert_eq!(app.reports().await.len(), 2);
        let judge = TestReport {
            kind: "story",
            reporter: Reporter::House,
            subject: None,
            note: "",
        };
        assert_ne!(judge.file(app).await.id, judge.file(app).await.id);
        assert_eq!(app.reports().await.len(), 4);
    }
);
