//! The calls that create stories.

use accounts::guests::{Owner, Player};
use accounts::identity::SignedIn;
use axum::extract::State;
use axum::http::StatusCode;
use catalogue::cards::CardId;
use catalogue::scenarios::ScenarioId;
use platform::db::{Isolation, Tx};
use platform::idempotency::{Idempotent, Reply};
use platform::slice::calls::{Caching, Calls, Class, Sent, Who, people, rule};
use platform::web::{AuthErrors, BodyErrors, CommonErrors, Problem};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::AppState;
use crate::stories::actions::read_theme;
use crate::stories::create::{self, NewStory};
use crate::stories::model::{CreatedStory, GuestStory, StoryView};
use crate::stories::view;

pub(super) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(create_story),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .trial("/stories/", Sent::Json(r#"{"scenarioId":"@open"}"#), people(201))
        .trial(
            "/stories/",
            Sent::Json(r#"{"scenarioId":"@private"}"#),
            [401, 401, 201, 404, 404, 201],
        )
        .call(
            routes!(create_guest_story),
            rule(Who::Player, Class::Writes, Caching::Never),
        )
        .trial(
            "/stories",
            Sent::Json(r#"{"scenarioId":"@open"}"#),
            [401, 201, 201, 201, 201, 201],
        )
        .trial(
            "/stories",
            Sent::Json(r#"{"cardId":"@card"}"#),
            [401, 201, 201, 201, 201, 201],
        )
}

/// A new story.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewStory)]
pub struct NewStoryBody {
    /// From this scenario …
    scenario_id: Option<ScenarioId>,
    /// … or from this card of the older model.
    card_id: Option<CardId>,
    /// Which opening, from 0.
    #[serde(default)]
    opening: u32,
    /// Whether it is deleted a day after it was last used.
    #[serde(default)]
    ephemeral: bool,
    /// Whether a guest who has a story of this scenario wants another one; otherwise a 409 names the existing
    /// one.
    #[serde(default)]
    start_anew: bool,
    /// A theme of its own.
    #[serde(rename = "themeID")]
    theme_id: Option<String>,
    /// The player's persona.
    persona_id: Option<String>,
}

impl NewStoryBody {
    /// The new story that the body describes.
    pub fn read(self) -> Result<NewStory, Problem> {
        Ok(NewStory {
            scenario_id: self.scenario_id,
            card_id: self.card_id,
            opening: usize::try_from(self.opening).unwrap_or(usize::MAX),
            ephemeral: self.ephemeral,
            anew: self.start_anew,
            theme_id: read_theme(self.theme_id)?,
            persona_id: self.persona_id,
        })
    }
}

/// The refusals of a call that creates a story for a guest or a person, for the API document.
#[derive(utoipa::IntoResponses)]
#[expect(dead_code, reason = "for the API document")]
pub(crate) enum NewStoryErrors {
    /// The guest has a story of this scenario and did not say `startAnew`; `storyId` names it.
    #[response(status = 409, content_type = "application/problem+json")]
    Exists(Problem),
    // What it is to be begun from was removed.
    #[response(status = 410, content_type = "application/problem+json")]
    Gone(Problem),
    // As many stories as there may be.
    #[response(status = 429, content_type = "application/problem+json")]
    QuotaReached(Problem),
}

/// Creates a story from a scenario.
#[utoipa::path(
    post,
    path = "/stories/",
    tag = "stories",
    request_body = NewStoryBody,
    params(("idempotency-key" = Option<String>, Header, description = "The same key begins one story.")),
    responses(
        (status = 201, body = StoryView),
        (
            status = 410,
            body = Problem,
            content_type = "application/problem+json",
            description = "The scenario was removed.",
        ),
        (status = 429, body = Problem, content_type = "application/problem+json"),
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn create_story(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    once: Idempotent<NewStoryBody>,
) -> Result<Reply, Problem> {
    create(&app, Player::Person(person), once).await
}

/// Creates a story as a guest, or as a person: for a person it is the same as the call with a slash at the
/// end.
#[utoipa::path(
    post,
    path = "/stories",
    tag = "stories",
    request_body = NewStoryBody,
    params(
        ("guest-token" = Option<String>, Header),
        ("device-hash" = Option<String>, Header),
        ("idempotency-key" = Option<String>, Header, description = "The same key begins one story."),
    ),
    responses(
        (status = 201, body = CreatedStory),
        NewStoryErrors,
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn create_guest_story(
    State(app): State<AppState>,
    player: Player,
    once: Idempotent<NewStoryBody>,
) -> Result<Reply, Problem> {
    create(&app, player, once).await
}

async fn create(app: &AppState, player: Player, once: Idempotent<NewStoryBody>) -> Result<Reply, Problem> {
    let new = once.body.read()?;
    let (player, new, owner) = (&player, &new, Owner::from(&player));
    let principal = owner.principal();
    once.key
        .run(app, &principal, Isolation::Ordinary, |tx| {
            Box::pin(begin(app, tx, player, new))
        })
        .await
}

async fn begin(app: &AppState, tx: &mut Tx, player: &Player, new: &NewStory) -> Result<Reply, Problem> {
    let story = create::begin(app, tx, player, new).await?;
    let begun = match player {
        Player::Guest(_) => CreatedStory::Guest(GuestStory { story_id: story.id }),
        Player::Person(_) => CreatedStory::Story(Box::new(view::story(tx, story).await?)),
    };
    Reply::json(StatusCode::CREATED, &begun)
}
