//! The calls that take one file at once.

use accounts::identity::SignedIn;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{Multipart, State};
use platform::idempotency::{Idempotency, Reply};
use platform::slice::calls::{Caching, Calls, Class, Sent, Who, people, rule};
use platform::web::{AuthErrors, BodyErrors, CommonErrors, Json, Problem, Query, QuotaErrors};
use utoipa_axum::routes;

use super::form::{CardForm, ImportParams, store_form};
use super::import::{SentCard, import_file};
use super::model::{ImportedScenario, ReadLorebook};
use super::opened::read_book;
use super::places::{CARDS, FILES};
use super::rules::FORM_BYTES;
use crate::AppState;

/// The calls of this slice.
pub(super) fn calls() -> Calls<AppState> {
    Calls::new()
        .call(
            routes!(import_scenario),
            rule(Who::SignedIn, Class::Writes, Caching::Never)
                .with_body(FORM_BYTES)
                .that_takes_minutes(),
        )
        .beyond_spec("People bring what they wrote elsewhere.")
        .trial("/scenarios/import", Sent::CardFile, people(201))
        .trial("/scenarios/import", Sent::StoryFile, people(422))
        .trial("/scenarios/import", Sent::Image, people(422))
        .call(
            routes!(read_lorebook_file),
            rule(Who::SignedIn, Class::Writes, Caching::Never)
                .with_body(FORM_BYTES)
                .that_takes_minutes(),
        )
        .beyond_spec("A book that somebody has is taken into the one that they write.")
        .trial("/scenarios/lorebooks/read", Sent::CardFile, people(422))
}

/// Creates a draft of the caller from a character card with its pictures, and reports what became of each
/// field. A lorebook becomes a draft that holds it and is called like it; without a name it is called like its file.
///
/// A picture that cannot be used is left out and named in the report. A file that the caller imported before,
/// and whose draft is not in the trash, is not imported once more: the answer is 200 with that draft, and
/// `alreadyImported` is true. An import that has begun goes on if the caller leaves.
#[utoipa::path(
    post,
    path = "/scenarios/import",
    tag = "card_import",
    params(ImportParams),
    request_body(content = CardForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = ImportedScenario),
        (status = 200, body = ImportedScenario, description = "It was imported before."),
        QuotaErrors,
        AuthErrors,
        BodyErrors,
        CommonErrors,
    ),
)]
async fn import_scenario(
    State(app): State<AppState>,
    SignedIn(person): SignedIn,
    Query(params): Query<ImportParams>,
    key: Idempotency,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Reply, Problem> {
    let place = FILES.enter(person.user_id.as_str()).await?;
    let sent = SentCard {
        upload: store_form(form).await?,
        again: params.again,
        place,
    };
    import_file(&app, &person.user_id, key, sent).await
}

/// Reads a lorebook for the caller's editor, and reports what became of each field: a book by itself (V3, a world
/// file, the book of a card in JSON, NovelAI) or the book of a card file. Nothing is stored.
#[utoipa::path(
    post,
    path = "/scenarios/lorebooks/read",
    tag = "card_import",
    request_body(content = CardForm, content_type = "multipart/form-data"),
    responses((status = 200, body = ReadLorebook), AuthErrors, BodyErrors, CommonErrors),
)]
async fn read_lorebook_file(
    SignedIn(person): SignedIn,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<ReadLorebook>, Problem> {
    let _place = FILES.enter(person.user_id.as_str()).await?;
    let upload = store_form(form).await?;
    CARDS.run(move || read_book(upload)).await?.map(Json)
}
