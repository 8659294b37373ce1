//! The use case of changing many scenarios.

use std::collections::HashSet;

use accounts::identity::Person;
use kernel::ids::UserId;
use platform::db::Isolation;
use platform::web::Problem;

use super::model::{BulkRefusal, BulkRequest, BulkResult};
use super::rules::{Change, MAX_AT_ONCE, retag};
use crate::AppState;
use crate::authoring::{self, ScenarioDraft};
use crate::publishing;
use crate::scenarios::{self, ScenarioId};

/// Changes scenarios of this person one after the other, each in a transaction of its own. What cannot be
/// changed stops nothing.
///
/// # Errors
/// 422 for no or too many scenarios, and for anything but one change.
pub(super) async fn change_all(
    app: &AppState,
    author: &Person,
    request: BulkRequest,
) -> Result<BulkResult, Problem> {
    let change = Change::of(request.change)?;
    if request.ids.is_empty() || request.ids.len() > MAX_AT_ONCE {
        return Err(Problem::invalid(
            "/ids",
            format!("Name 1 to {MAX_AT_ONCE} scenarios."),
        ));
    }
    let mut result = BulkResult::default();
    let mut named = HashSet::new();
    for id in request.ids {
        if !named.insert(id.clone()) {
            continue;
        }
        match change_one(app, author, &id, &change).await {
            Ok(()) => result.changed.push(id),
            Err(refusal) => result.refused.push(BulkRefusal {
                problem: refusal.detail().to_owned(),
                id,
            }),
        }
    }
    Ok(result)
}

async fn change_one(
    app: &AppState,
    person: &Person,
    id: &ScenarioId,
    change: &Change,
) -> Result<(), Problem> {
    let author = &person.user_id;
    match change {
        Change::Tags { add, remove } => {
            let (add, remove) = (add.clone(), remove.clone());
            let retag = move |draft: &mut ScenarioDraft| retag(draft, &add, &remove);
            authoring::change_draft(app, author, id, retag).await
        }
        Change::Rate(rating) => {
            let rating = *rating;
            let rate = move |draft: &mut ScenarioDraft| draft.rating = rating;
            authoring::change_draft(app, author, id, rate).await
        }
        Change::Withdraw => publishing::make_private(app, author, id).await,
        Change::Discard => delete(app, author, id, false).await,
        Change::Delete => delete(app, author, id, true).await,
        Change::Restore => publishing::restore(app, person, id).await,
    }
}

async fn delete(app: &AppState, author: &UserId, id: &ScenarioId, permanent: bool) -> Result<(), Problem> {
    let use_case = app.db.transact(Isolation::Ordinary, |tx| {
        Box::pin(authoring::delete(app, tx, author, id, permanent))
    });
    use_case.await?;
    // It may have been public.
    scenarios::invalidate(app, author, id);
    Ok(())
}
