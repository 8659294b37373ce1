//! Mail: letters wait as rows and are sent by a job, never within a request, so that no answer tells by its
//! time whether a letter went out.
//!
//! Who asks for a letter queues an [`Order`] in its own transaction and calls [`MailQueue::wake`] after the
//! commit. The letter is written when it is sent, by the slice that ordered it: links that open something are
//! made then and are stored nowhere.

mod job;
mod letter;
mod mailer;
pub mod store;
#[cfg(test)]
mod tests;

pub use job::{Compose, MailQueue, deliver_due, work};
pub use letter::{Content, Letter};
pub use mailer::{MailError, Mailer};
pub use store::{Order, purge, queue};

use crate::slice::{End, Export, Facts, People, Table};

/// What this slice says of itself.
pub const FACTS: Facts = Facts {
    name: "mail",
    uses: &["db"],
    tables: &[Table {
        name: "mails",
        people: People::Theirs {
            columns: &["recipient"],
            export: Export::Rows("recipient in {emails}"),
            end: End::Erased,
        },
    }],
    statements: &[store::STATEMENTS],
    own_statements: &[],
    erase: &[],
    errors: &[],
};
