//! Messages wait, are tried again, and reach the outbox complete.

use futures::FutureExt;
use futures::future::BoxFuture;

use super::{Content, EmailMessage, MailError, Mailer, QueuedEmail, deliver_due, queue};
use crate::AppState;
use crate::both_engines;
use crate::testing::{TEST_NOW, run_test};

fn plain<'a>(_: &'a AppState, order: &'a QueuedEmail) -> BoxFuture<'a, sqlx::Result<Option<EmailMessage>>> {
    let content = Content {
        subject: "Häuser & more",
        preview: "",
        paragraphs: &["One."],
        action: None,
        notes: &[],
        site: "https://play.example",
    };
    let email = (order.kind != "unwanted").then(|| EmailMessage::new(&order.recipient, &content));
    async move { Ok(email) }.boxed()
}

both_engines!(emails_are_files_where_there_is_no_server, async |app| {
    let folder = tempfile::tempdir().expect("a folder");
    let mailer =
        Mailer::outbox(&folder.path().join("outbox"), "Dramatis <no-reply@play.example>").expect("an outbox");
    let mut tx = app.state.db.begin().await.expect("a transaction");
    queue(&mut tx, "1", "ann@example.org", "wanted", None, TEST_NOW)
        .await
        .expect("a row");
    queue(&mut tx, "2", "ann@example.org", "unwanted", None, TEST_NOW)
        .await
        .expect("a row");
    tx.commit().await.expect("a commit");
    assert_eq!(deliver_due(&app.state, &mailer, plain).await.expect("a look"), 2);
    assert_eq!(deliver_due(&app.state, &mailer, plain).await.expect("a look"), 0);
    let files: Vec<_> = std::fs::read_dir(folder.path().join("outbox"))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    let [file] = files.as_slice() else {
        panic!("{files:?}")
    };
    let text = std::fs::read_to_string(file).expect("an email");
    for part in [
        "To: ann@example.org",
        "From: Dramatis <no-reply@play.example>",
        "multipart/alternative",
        "text/plain",
        "text/html",
        "Auto-Submitted: auto-generated",
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
});

#[test]
fn an_email_leaves_the_outbox_within_a_day() {
    run_test(async {
        let folder = tempfile::tempdir().expect("a folder");
        let mailer = Mailer::outbox(folder.path(), "no-reply@play.example").expect("an outbox");
        let content = Content {
            subject: "S",
            preview: "",
            paragraphs: &["One."],
            action: None,
            notes: &[],
            site: "https://play.example",
        };
        let written = kernel::Clock::now(&kernel::SystemClock);
        mailer
            .send(&EmailMessage::new("ann@example.org", &content), written)
            .await
            .expect("an email");
        std::fs::write(folder.path().join("notes.txt"), "The operator's own.").expect("a file");
        assert_eq!(
            mailer
                .purge(written.plus_millis(22 * kernel::HOUR_MS))
                .await
                .expect("a look"),
            0
        );
        assert_eq!(
            mailer
                .purge(written.plus_millis(kernel::DAY_MS))
                .await
                .expect("a look"),
            1
        );
        let left: Vec<_> = std::fs::read_dir(folder.path())
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name())
            .collect();
        assert_eq!(left, ["notes.txt"]);
    });
}

#[test]
fn a_full_disk_does_not_fail_the_email() {
    use std::io::{Error, ErrorKind};
    for kind in [
        ErrorKind::StorageFull,
        ErrorKind::QuotaExceeded,
        ErrorKind::ReadOnlyFilesystem,
    ] {
        let error = MailError::Outbox(Error::from(kind));
        assert!(error.is_unwritable() && !error.is_final(), "{kind}");
    }
    assert!(!MailError::Outbox(Error::from(ErrorKind::NotFound)).is_unwritable());
}

both_engines!(
    an_email_is_tried_again_later_and_given_up_in_the_end,
    async |app| {
        // Nobody listens there.
        let mailer = Mailer::smtp("smtp://127.0.0.1:9", "no-reply@play.example").expect("a mailer");
        let mut tx = app.state.db.begin().await.expect("a transaction");
        queue(&mut tx, "1", "ann@example.org", "wanted", None, TEST_NOW)
            .await
            .expect("a row");
        tx.commit().await.expect("a commit");
        let mut tries = 0;
        for _ in 0..20 {
            tries += deliver_due(&app.state, &mailer, plain).await.expect("a look");
            assert_eq!(
                deliver_due(&app.state, &mailer, plain).await.expect("a look"),
                0,
                "not at once again"
            );
            app.clock.advance_millis(30 * kernel::MINUTE_MS);
        }
        assert_eq!(tries, 14);
    }
);

#[test]
fn a_password_is_not_sent_in_the_clear() {
    // The connection pool needs a runtime for its own upkeep.
    run_test(async {
        for bad in [
            "smtp://user:secret@mail.example:587",
            "mail.example",
            "http://mail.example",
        ] {
            assert!(Mailer::smtp(bad, "no-reply@play.example").is_err(), "{bad}");
        }
        assert!(Mailer::smtp("smtps://mail.example", "not an address").is_err());
    });
}
