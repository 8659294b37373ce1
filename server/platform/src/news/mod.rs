//! Notifications between the processes of a site (ADR 21): cached pages are invalidated, and readers of an
//! open story or turn look at it again.
//!
//! On PostgreSQL they come over LISTEN and from the table `news`, which triggers write. On SQLite one process
//! serves the site, and notifies itself.

mod follow;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

pub use follow::{AWAY, Follower, follow, purge};

use crate::db::Db;

use crate::slice::jobs::{Every, Job};
use crate::slice::{Facts, People, Table};

use crate::AppState;

/// The facts of this slice.
pub const FACTS: Facts = Facts {
    name: "news",
    uses: &["db"],
    tables: &[Table {
        name: "news",
        people: People::Nobody,
    }],
    statements: &[],
    own_statements: follow::STATEMENTS,
    erase: &[],
    errors: &[],
};

/// The jobs of this slice.
pub const JOBS: &[Job<AppState>] = &[Job {
    name: "news.purge",
    every: Every::Hour,
    after: &[],
    run: |app| {
        Box::pin(async move {
            purge(&app.db).await?;
            Ok(0)
        })
    },
}];

/// What a notification is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Subject {
    /// This story changed.
    Story(String),
    /// This turn has more to read, or has ended.
    Turn(String),
    /// The process that runs this turn must look at it: it was stopped, or another process follows it.
    Order(String),
}

impl Subject {
    fn topic(&self) -> (&'static str, &str) {
        match self {
            Self::Story(id) => ("story", id),
            Self::Turn(id) => ("turn", id),
            Self::Order(id) => ("order", id),
        }
    }

    fn read(topic: &str, id: &str) -> Option<Self> {
        let id = id.to_owned();
        match topic {
            "story" => Some(Self::Story(id)),
            "turn" => Some(Self::Turn(id)),
            "order" => Some(Self::Order(id)),
            _ => None,
        }
    }
}

type Ears = HashMap<Subject, watch::Sender<()>>;

/// Who listens for what. Clones share their ears.
#[derive(Clone, Default)]
pub struct News(Arc<Mutex<Ears>>);

impl News {
    /// Listens for words about this from now on.
    #[must_use]
    pub fn ear(&self, subject: Subject) -> Ear {
        let heard = self
            .ears()
            .entry(subject.clone())
            .or_insert_with(|| watch::Sender::new(()))
            .subscribe();
        Ear {
            heard: Some(heard),
            subject,
            of: self.clone(),
        }
    }

    /// Tells the listeners of this process.
    pub fn tell(&self, subject: &Subject) {
        if let Some(ears) = self.ears().get(subject) {
            ears.send_replace(());
        }
    }

    /// Tells whoever listens in any process of the site. A word that is lost is not told again: it must only
    /// ever say that there is something to look at.
    pub async fn tell_all(&self, db: &Db, subject: &Subject) {
        let (topic, id) = subject.topic();
        match db.notify(&format!("{topic} {id}")).await {
            Ok(true) => {}
            Ok(false) => self.tell(subject),
            Err(error) => tracing::debug!(%error, topic, "other processes could not be told"),
        }
    }

    /// Tells everybody in this process to look again, whatever they listen for.
    fn tell_everybody(&self) {
        for ears in self.ears().values() {
            ears.send_replace(());
        }
    }

    fn ears(&self) -> MutexGuard<'_, Ears> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for News {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("News")
    }
}

/// One who listens.
#[derive(Debug)]
pub struct Ear {
    heard: Option<watch::Receiver<()>>,
    subject: Subject,
    of: News,
}

impl Ear {
    /// Waits for the next word; several at once are one. May be given up and called again: no word is lost by
    /// that.
    pub async fn heard(&mut self) {
        let Some(heard) = &mut self.heard else {
            return std::future::pending().await;
        };
        if heard.changed().await.is_err() {
            std::future::pending().await
        }
    }
}

impl Drop for Ear {
    fn drop(&mut self) {
        let mut ears = self.of.ears();
        self.heard = None;
        if ears
            .get(&self.subject)
            .is_some_and(|ears| ears.receiver_count() == 0)
        {
            ears.remove(&self.subject);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures::FutureExt;
    use tokio::time::timeout;

    use super::*;

    /// Far more than a word takes.
    const PATIENCE: Duration = Duration::from_secs(20);

    async fn heard_by(ear: &mut Ear) {
        timeout(PATIENCE, ear.heard()).await.expect("a word");
    }

    #[tokio::test]
    async fn ears_hear_of_their_subject_only_and_leave_nothing_behind() {
        let news = News::default();
        let (mut one, mut two) = (
            news.ear(Subject::Story("1".to_owned())),
            news.ear(Subject::Story("2".to_owned())),
        );
        news.tell(&Subject::Story("1".to_owned()));
        news.tell(&Subject::Story("1".to_owned()));
        news.tell(&Subject::Turn("2".to_owned()));
        heard_by(&mut one).await;
        assert!(one.heard().now_or_never().is_none() && two.heard().now_or_never().is_none());
        news.tell_everybody();
        heard_by(&mut one).await;
        heard_by(&mut two).await;
        drop((one, two));
        assert!(news.ears().is_empty());
    }
}
