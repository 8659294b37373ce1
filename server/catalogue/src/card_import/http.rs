//! The call that imports a card.

use accounts::identity::SignedIn;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{DefaultBodyLimit, Multipart, State};
use axum::response::Response;
use platform::blocking::WorkLimit;
use platform::idempotency::Idempotency;
use platform::slice::calls::{Caching, Calls, Class, Sent, Who, people, rule};
use platform::web::{AuthErrors, BodyErrors, CommonErrors, Problem, QuotaErrors};
use utoipa_axum::router::UtoipaMethodRouterExt;
use utoipa_axum::routes;

use super::form::{CardForm, FORM_BYTES, read_form};
use super::import::{CardDraft, ImportedScenario, read_json_card};
use super::rules::{CARDS_AT_ONCE, CARDS_WAITING};
use crate::AppState;
use crate::authoring;

/// Cards that are being read.
static READING: WorkLimit = WorkLimit::new(CARDS_AT_ONCE, CARDS_WAITING);

/// The calls of this slice.
pub fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(import_scenario).layer(DefaultBodyLimit::max(FORM_BYTES)),
            rule(Who::SignedIn, Class::Writes, Caching::Never),
        )
        .beyond_spec("People bring what they wrote elsewhere.")
        .trial("/scenarios/import", Sent::CardFile, people(201))
        .trial("/scenarios/import", Sent::StoryFile, people(422))
}

/// Creates a draft of the caller from a character card, and reports what became of each field.
#[utoipa::path(
    post,
    path = "/scenarios/import",
    tag = "card_import",
    request_body(content = CardForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = ImportedScenario),
        QuotaErrors,
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn import_scenario(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    key: Idempotency,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Response, Problem> {
    let file = read_form(form).await?;
    let CardDraft { new, report, links } = READING.run(move || read_json_card(&file)).await??;
    let key = key.of_content(new.card_hash.clone().unwrap_or_default());
    authoring::create(&app, &person.user_id, &key, new, |scenario| {
        serde_json::value::to_raw_value(&ImportedScenario {
            scenario,
            report,
            links,
        })
    })
    .await
}
