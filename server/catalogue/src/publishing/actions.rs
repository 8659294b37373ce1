//! The use cases of publishing: how it stands, publishing, withdrawing.

use accounts::identity::Person;
use accounts::tags::{self, StoredTag};
use kernel::Timestamp;
use kernel::ids::UserId;
use platform::db::{Conn, Isolation, Tx};
use platform::image_judge::{AvatarMetric, lock_verdict};
use platform::web::Problem;
use serde_json::value::{RawValue, to_raw_value};

use super::freeze::{Frozen, freeze};
use super::gate::{images_of, judge_images, missing_for, refuse, refuse_missing};
use super::judge::{Finding, Judgement, judge};
use super::making::ScenarioMaking;
use super::model::{PublishRequest, PublishingStatus};
use super::store::{self, NewReview, NewVersion};
use crate::AppState;
use crate::authoring::{self, DraftProblem, PublishableDraft, ScenarioDraft, ScenarioState};
use crate::scenarios::trend::NO_TREND;
use crate::scenarios::{
    self, Access, ContentNote, Creators, Credits, NewScenario, Scenario, ScenarioId, ScenarioStats,
};

/// How publishing a scenario of this person stands.
///
/// # Errors
/// 404 if they have no such scenario, 409 if it is in the trash.
pub(super) async fn read_status(
    app: &AppState,
    author: &UserId,
    id: &ScenarioId,
) -> Result<PublishingStatus, Problem> {
    let mut conn = app.db.read().await?;
    let found = authoring::find_publishable(&mut conn, author, id).await?;
    drop(conn);
    let stands = (found.version, found.state);
    let (missing, mut judgement, images) = authoring::compute(found.document.get().len(), move || {
        let draft = authoring::read_document(&found.document)?;
        Ok((authoring::missing(&draft), judge(&draft), images_of(&draft)))
    })
    .await?;
    judge_images(app, &mut judgement, &images).await?;
    status(app, id, stands, missing, judgement).await
}

/// The same of a version of the draft that was judged already.
async fn status(
    app: &AppState,
    id: &ScenarioId,
    (version, state): (i64, ScenarioState),
    missing: Vec<DraftProblem>,
    judgement: Judgement,
) -> Result<PublishingStatus, Problem> {
    let mut conn = app.db.read().await?;
    let latest = store::find_latest(&mut conn, id).await?;
    let waiting = store::find_waiting(&mut conn, id).await?;
    Ok(PublishingStatus {
        id: id.clone(),
        state,
        version,
        published_version: latest.map(|latest| latest.number),
        published_on: latest.map(|latest| Timestamp(latest.published_at)),
        has_changes: latest.is_some_and(|latest| latest.draft_version != version),
        in_review: waiting.map(|(access, _)| access),
        version_in_review: waiting.map(|(_, version)| version),
        missing_for_author: missing_for(Access::Private, missing.clone()),
        missing,
        refused: judgement.refused,
        doubted: judgement.doubted,
    })
}

/// What is published of a draft.
pub(super) struct Submission {
    pub(super) version: i64,
    pub(super) access: Access,
    pub(super) draft: ScenarioDraft,
    pub(super) document: Box<RawValue>,
    frozen: Frozen,
    texts: Box<RawValue>,
    books: Box<RawValue>,
}

impl Submission {
    /// Freezes a draft. Work that takes its time.
    ///
    /// # Errors
    /// 500 if it cannot be written as JSON.
    pub(super) fn of(
        id: &ScenarioId,
        (version, access): (i64, Access),
        draft: ScenarioDraft,
        document: Box<RawValue>,
    ) -> Result<Self, Problem> {
        let frozen = freeze(id, &draft);
        let texts = to_raw_value(&frozen.texts).map_err(Problem::internal)?;
        let books = to_raw_value(&frozen.books).map_err(Problem::internal)?;
        Ok(Self {
            version,
            access,
            draft,
            document,
            frozen,
            texts,
            books,
        })
    }

    /// How this scenario is made; `None` if it is closed.
    pub(super) fn making(self, scenario: &Scenario) -> Option<ScenarioMaking> {
        let Frozen { texts, .. } = self.frozen;
        (!texts.closed).then(|| ScenarioMaking::of(scenario, texts, self.books))
    }
}

/// Publishes a version of a draft. One that the judge doubts waits for an admin instead, unless only its
/// author is to see it.
///
/// # Errors
/// 404; 409 if it is in the trash; 412 if it has another version; 422 with every field that is missing or
/// refused.
pub(crate) async fn publish(
    app: &AppState,
    author: &Person,
    id: &ScenarioId,
    request: PublishRequest,
) -> Result<PublishingStatus, Problem> {
    let mut conn = app.db.read().await?;
    let PublishableDraft {
        version, document, ..
    } = authoring::find_publishable(&mut conn, &author.user_id, id).await?;
    drop(conn);
    if version != request.version {
        return Err(authoring::outdated_version());
    }
    let (own_id, access) = (id.clone(), request.access);
    let (submission, missing, mut judgement, images) = authoring::compute(document.get().len(), move || {
        let draft = authoring::read_document(&document)?;
        let missing = authoring::missing(&draft);
        refuse_missing(missing_for(access, missing.clone()))?;
        let (judgement, images) = (judge(&draft), images_of(&draft));
        let submission = Submission::of(&own_id, (version, access), draft, document)?;
        Ok((submission, missing, judgement, images))
    })
    .await?;
    judge_images(app, &mut judgement, &images).await?;
    refuse(access, &judgement)?;
    let (now, author_id) = (app.clock.now(), &author.user_id);
    let state = if access != Access::Private && !judgement.doubted.is_empty() {
        let (submission, doubts) = (&submission, &judgement.doubted);
        let use_case = app.db.transact(Isolation::Ordinary, |tx| {
            Box::pin(submit(tx, author_id, id, submission, doubts, now))
        });
        use_case.await?
    } else {
        let (submission, name) = (&submission, author.authorname.as_str());
        let use_case = app.db.transact(Isolation::Ordinary, |tx| {
            Box::pin(async move {
                lock_seen(tx, author_id, id, submission).await?;
                release(app, tx, (author_id, name), id, submission, now).await
            })
        });
        let state = use_case.await?;
        scenarios::invalidate(app, author_id, id);
        state
    };
    status(app, id, (version, state), missing, judgement).await
}

/// Locks the draft of a submission; returns who can see what was published of it.
async fn lock_seen(
    tx: &mut Tx,
    author: &UserId,
    id: &ScenarioId,
    submission: &Submission,
) -> Result<ScenarioState, Problem> {
    let draft = authoring::lock_publishable(tx, author, id).await?;
    if draft.version == submission.version {
        Ok(draft.state)
    } else {
        Err(authoring::outdated_version())
    }
}

/// Puts a draft into the queue of the admins. What was published before stays as it is. Returns who can see it.
async fn submit(
    tx: &mut Tx,
    author: &UserId,
    id: &ScenarioId,
    submission: &Submission,
    doubts: &[Finding],
    now: Timestamp,
) -> Result<ScenarioState, Problem> {
    let state = lock_seen(tx, author, id, submission).await?;
    let review = NewReview {
        draft_version: submission.version,
        access: submission.access,
        doubts,
        title: &submission.draft.title,
        document: &submission.document,
    };
    store::put_review(tx, id, &review, now).await?;
    if matches!(state, ScenarioState::Public | ScenarioState::Unlisted) {
        return Ok(state);
    }
    authoring::set_state(tx, author, id, ScenarioState::InReview).await?;
    Ok(ScenarioState::InReview)
}

/// Writes a version, and the scenario as others see it. Returns who can see it.
pub(super) async fn release(
    app: &AppState,
    tx: &mut Tx,
    (author, authorname): (&UserId, &str),
    id: &ScenarioId,
    submission: &Submission,
    now: Timestamp,
) -> Result<ScenarioState, Problem> {
    let findings = lock_findings(tx, &submission.draft).await?;
    let mut new = new_scenario(tx, (author, authorname), id, submission, findings, now).await?;
    new.tags = stored_tags(app, tx, submission, now).await?;
    scenarios::publish(tx, new, submission.access, now).await?;
    write_version(tx, id, submission, now).await?;
    store::delete_review(tx, id).await?;
    let state = match submission.access {
        Access::Private => ScenarioState::Private,
        Access::Unlisted => ScenarioState::Unlisted,
        Access::Public => ScenarioState::Public,
    };
    authoring::set_published(tx, author, id, state, submission.version).await?;
    Ok(state)
}

/// The scenario as others see it, still without its tags, with these findings of its image.
pub(super) async fn new_scenario<'a>(
    conn: &mut Conn,
    (author, authorname): (&'a UserId, &'a str),
    id: &'a ScenarioId,
    submission: &'a Submission,
    (avatar_metrics, explicit_image): (Vec<AvatarMetric>, bool),
    now: Timestamp,
) -> sqlx::Result<NewScenario<'a>> {
    let (draft, frozen) = (&submission.draft, &submission.frozen);
    let first_public = store::find_first_public(conn, id).await?;
    Ok(NewScenario {
        id: id.as_str(),
        author_id: author.as_str(),
        authorname,
        name: &draft.title,
        tagline: &draft.tagline,
        engram: &frozen.engram,
        pictures: draft.images(),
        avatar_metrics,
        explicit_image,
        rating: draft.rating.unwrap_or(kernel::Rating::Explicit),
        content_notes: notes_of(draft),
        credits: credits_of(draft),
        tags: Vec::new(),
        actors: frozen.actors.clone(),
        stats: ScenarioStats::default(),
        trend: NO_TREND,
        extra_popularity: 0,
        created_at: first_public.unwrap_or(now),
    })
}

/// What counts of the verdict on the cover, else on the banner. One that comes later is applied later.
async fn lock_findings(tx: &mut Tx, draft: &ScenarioDraft) -> sqlx::Result<(Vec<AvatarMetric>, bool)> {
    let verdict = match draft.images().judged() {
        Some(key) => lock_verdict(tx, key).await?,
        None => None,
    };
    Ok(scenarios::findings(verdict))
}

/// The content notes of a draft; `None` if its author chose not to say.
fn notes_of(draft: &ScenarioDraft) -> Option<Vec<ContentNote>> {
    let notes = draft.content_notes.as_ref()?;
    notes.given().map(<[ContentNote]>::to_vec)
}

/// What the cards of a draft say of their creators and origin, each once.
fn credits_of(draft: &ScenarioDraft) -> Credits {
    let (mut creators, mut source): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for card in draft.actors.iter().map(|actor| &actor.kept) {
        let creator = card.creator.trim();
        if !creator.is_empty() && !creators.iter().any(|other| other == creator) {
            creators.push(creator.to_owned());
        }
        for origin in &card.source {
            if !source.contains(origin) {
                source.push(origin.clone());
            }
        }
    }
    Credits {
        creator: Creators::new(creators),
        source,
    }
}

/// Stores the version, unless this draft is the latest one already and only who sees it has changed.
async fn write_version(
    tx: &mut Tx,
    id: &ScenarioId,
    submission: &Submission,
    now: Timestamp,
) -> sqlx::Result<()> {
    let latest = store::find_latest(tx, id).await?;
    if let Some(latest) = latest.filter(|latest| latest.draft_version == submission.version) {
        return store::set_version_access(tx, id, latest.number, submission.access, now).await;
    }
    let new = NewVersion {
        id,
        number: latest.map_or(1, |latest| latest.number + 1),
        draft_version: submission.version,
        access: submission.access,
        now,
        is_closed: submission.frozen.texts.closed,
        texts: &submission.texts,
        books: &submission.books,
        document: &submission.document,
    };
    store::insert_version(tx, &new).await
}

async fn stored_tags(
    app: &AppState,
    tx: &mut Tx,
    submission: &Submission,
    now: Timestamp,
) -> sqlx::Result<Vec<StoredTag>> {
    let mut stored: Vec<StoredTag> = Vec::new();
    for name in &submission.draft.tags {
        // Everybody is offered every tag: what few see makes no new ones.
        let new_id = (submission.access == Access::Public).then(|| app.random.id(now));
        if let Some(tag) = tags::find_or_put_tag(tx, name, new_id.as_deref()).await?
            && stored.iter().all(|one| one.id != tag.id)
        {
            stored.push(tag);
        }
    }
    Ok(stored)
}

/// Withdraws what was published of a scenario, and what waits for an admin. Its stories go on.
///
/// # Errors
/// 404 if this person has no such scenario, 409 if it is in the trash.
pub(crate) async fn withdraw(
    app: &AppState,
    author: &UserId,
    id: &ScenarioId,
) -> Result<PublishingStatus, Problem> {
    make_private(app, author, id).await?;
    read_status(app, author, id).await
}

/// The same without saying how the scenario stands afterwards, which takes its time.
///
/// # Errors
/// As [`withdraw`].
pub(crate) async fn make_private(app: &AppState, author: &UserId, id: &ScenarioId) -> Result<(), Problem> {
    let now = app.clock.now();
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(async move {
            authoring::lock_publishable(tx, author, id).await?;
            scenarios::withdraw(tx, id, now).await?;
            store::delete_review(tx, id).await?;
            Ok::<_, Problem>(close(tx, author, id).await?)
        })
    });
    use_case.await?;
    scenarios::invalidate(app, author, id);
    Ok(())
}

/// Records that only its author sees a scenario.
pub(super) async fn close(tx: &mut Tx, author: &UserId, id: &ScenarioId) -> sqlx::Result<()> {
    let state = match store::find_latest(tx, id).await? {
        Some(_) => ScenarioState::Private,
        None => ScenarioState::Draft,
    };
    authoring::set_state(tx, author, id, state).await
}
