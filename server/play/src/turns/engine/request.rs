//! Builds the request to a model, and books its cost for the installation.

use accounts::guests::Owner;
use kernel::hex;
use platform::llm::{Model, Request};
use platform::web::Problem;
use sha2::{Digest, Sha256};

use super::turn_run::TurnRun;
use crate::prompt::Assembled;
use crate::quotas::{self, BookedCost};
use crate::stories::Story;

/// The request for a prompt.
pub(super) fn request(assembled: Assembled, owner: &Owner, story: &Story) -> Request {
    Request {
        messages: assembled.messages,
        stops: assembled.stops,
        max_tokens: assembled.max_tokens,
        sampling: story.settings.sampling,
        demo: assembled.demo,
        user_tag: user_tag(owner),
    }
}

/// The pseudonym of a player for a provider: always the same, and it reveals nothing about the player.
fn user_tag(owner: &Owner) -> String {
    let digest = Sha256::digest(format!("player:{}", owner.principal()));
    hex(&digest[..16])
}

/// Books the most that a prompt and its reply may cost the installation.
pub(super) async fn book(run: &TurnRun, model: &Model, assembled: &Assembled) -> Result<BookedCost, Problem> {
    quotas::book_cost(
        &run.app,
        &run.job.story.owner,
        model.info(),
        assembled.record.budget.used,
        assembled.max_tokens,
    )
    .await
}
