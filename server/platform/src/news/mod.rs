//! Notifications between the processes of a site (ADR 21): cached pages are invalidated, and readers of an
//! open story or turn look at it again.
//!
//! On PostgreSQL they come over LISTEN and from the table `news`, which triggers write. On SQLite one process
//! serves the site, and notifies itself.

mod follow;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

pub use follow::{Follower, MAX_ABSENCE, follow, purge};

use crate::db::Db;

use crate::slice::jobs::{Every, Job};
use crate::slice::{Facts, PersonalData, Table};

use crate::AppState;

/// The facts of this slice.
pub const FACTS: Facts = Facts {
    name: "news",
    about: None,
    uses: &["db"],
    tables: &[Table {
        name: "news",
        personal_data: PersonalData::None,
    }],
    statements: &[],
    own_statements: follow::STATEMENTS,
    erase: &[],
    errors: &[],
    report_kinds: &[],
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

type Subscribers = HashMap<Subject, watch::Sender<()>>;

/// The subscribers of this process, by subject. Clones share them.
#[derive(Clone, Default)]
pub struct News(Arc<Mutex<Subscribers>>);

impl News {
    /// Subscribes to notifications about this from now on.
    #[must_use]
    pub fn subscribe(&self, subject: Subject) -> Subscription {
        let changes = self
            .subscribers()
            .entry(subject.clone())
            .or_insert_with(|| watch::Sender::new(()))
            .subscribe();
        Subscription {
            changes: Some(changes),
            subject,
            of: self.clone(),
        }
    }

    /// Notifies the subscribers of this process.
    pub fn notify(&self, subject: &Subject) {
        if let Some(subscribers) = self.subscribers().get(subject) {
            subscribers.send_replace(());
        }
    }

    /// Notifies the subscribers in all processes of the site. A lost notification is not repeated, so it must
    /// only mean that there is something to read.
    pub async fn publish(&self, db: &Db, subject: &Subject) {
        let (topic, id) = subject.topic();
        match db.notify(&format!("{topic} {id}")).await {
            Ok(true) => {}
            Ok(false) => self.notify(subject),
            Err(error) => tracing::debug!(%error, topic, "other processes could not be told"),
        }
    }

    /// Notifies all subscribers of this process.
    fn notify_all(&self) {
        for subscribers in self.subscribers().values() {
            subscribers.send_replace(());
        }
    }

    fn subscribers(&self) -> MutexGuard<'_, Subscribers> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for News {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("News")
    }
}

/// A subscription to one subject; it ends when it is dropped.
#[derive(Debug)]
pub struct Subscription {
    changes: Option<watch::Receiver<()>>,
    subject: Subject,
    of: News,
}

impl Subscription {
    /// Waits for the next notification; several at once count as one. The future may be dropped and asked for
    /// again: no notification is lost.
    pub async fn changed(&mut self) {
        let Some(changes) = &mut self.changes else {
            return std::future::pending().await;
        };
        if changes.changed().await.is_err() {
            std::future::pending().await
        }
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut subscribers = self.of.subscribers();
        self.changes = None;
        if subscribers
            .get(&self.subject)
            .is_some_and(|subscribers| subscribers.receiver_count() == 0)
        {
            subscribers.remove(&self.subject);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures::FutureExt;
    use tokio::time::timeout;

    use super::*;

    /// Far more than a notification takes.
    const PATIENCE: Duration = Duration::from_secs(20);

    async fn changed(subscription: &mut Subscription) {
        timeout(PATIENCE, subscription.changed())
            .await
            .expect("a notification");
    }

    #[tokio::test]
    async fn subscribers_are_notified_of_their_subject_only_and_leave_nothing_behind() {
        let news = News::default();
        let (mut one, mut two) = (
            news.subscribe(Subject::Story("1".to_owned())),
            news.subscribe(Subject::Story("2".to_owned())),
        );
        news.notify(&Subject::Story("1".to_owned()));
        news.notify(&Subject::Story("1".to_owned()));
        news.notify(&Subject::Turn("2".to_owned()));
        changed(&mut one).await;
        assert!(one.changed().now_or_never().is_none() && two.changed().now_or_never().is_none());
        news.notify_all();
        changed(&mut one).await;
        changed(&mut two).await;
        drop((one, two));
        assert!(news.subscribers().is_empty());
    }
}
