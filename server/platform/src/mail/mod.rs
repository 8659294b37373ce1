//! Email: messages wait as rows and are sent by a job, never within a request. So the time that an answer takes
//! does not reveal whether a message was sent.
//!
//! A slice that wants a message sent queues a [`QueuedEmail`] in its own transaction and calls
//! [`MailQueue::notify`] after the commit. The same slice composes the message when it is sent: links that open
//! something are made then and are stored nowhere.

mod job;
mod mailer;
mod message;
pub mod store;
#[cfg(test)]
mod tests;

pub use job::{Compose, MailQueue, deliver_due, work};
pub use mailer::{MailError, Mailer};
pub use message::{Content, EmailMessage};
pub use store::{QueuedEmail, purge, queue};

use crate::slice::{End, Export, Facts, PersonalData, Table};

/// The facts of this slice.
pub const FACTS: Facts = Facts {
    name: "mail",
    about: None,
    uses: &["db"],
    tables: &[Table {
        name: "mails",
        personal_data: PersonalData::Held {
            columns: &["recipient"],
            export: Export::Rows("recipient in {emails}"),
            end: End::Erased,
        },
    }],
    statements: &[store::STATEMENTS],
    own_statements: &[],
    erase: &[],
    errors: &[],
    report_kinds: &[],
};
