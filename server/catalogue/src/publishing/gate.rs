//! What stands between a draft and everybody else: what is missing, what is refused, and the verdicts on its pictures.

use platform::image_judge::{VerdictState, verdicts_of};
use platform::web::Problem;

use super::errors::SCENARIO_REFUSED;
use super::judge::{Finding, Judgement};
use crate::AppState;
use crate::authoring::{self, DraftProblem, ScenarioDraft};
use crate::scenarios::Access;

const EXPLICIT_BESIDE_MINOR: &str =
    "This picture is explicit, and somebody in the scenario is under 18. It can’t be published.";
const NOT_JUDGED_YET: &str =
    "Somebody in the scenario is under 18, and this picture is still being checked. Try again in a minute.";

/// The images of a draft: fields and keys.
pub(super) fn images_of(draft: &ScenarioDraft) -> Vec<(String, String)> {
    let images = authoring::named_images(draft).into_iter();
    images.map(|image| (image.field, image.key.to_owned())).collect()
}

/// Looks at the pictures of a scenario with somebody under 18, whatever its rating: explicit ones are refused, and
/// what was not judged yet is doubted. In other scenarios explicit pictures are blurred for those who have not asked
/// for them.
///
/// # Errors
/// Database errors.
pub(super) async fn judge_images(
    app: &AppState,
    judgement: &mut Judgement,
    images: &[(String, String)],
) -> Result<(), Problem> {
    if !judgement.has_minor || images.is_empty() {
        return Ok(());
    }
    let keys: Vec<&str> = images.iter().map(|(_, key)| key.as_str()).collect();
    let mut conn = app.db.read().await?;
    let verdicts = verdicts_of(&mut conn, &keys).await?;
    drop(conn);
    for (field, key) in images {
        let finding = |message: &str| Finding {
            field: field.clone(),
            passage: String::new(),
            message: message.to_owned(),
        };
        match verdicts.get(key).map(|verdict| verdict.state) {
            Some(VerdictState::Explicit) => judgement.refused.push(finding(EXPLICIT_BESIDE_MINOR)),
            Some(VerdictState::Ok) => {}
            Some(VerdictState::Pending) | None => judgement.doubted.push(finding(NOT_JUDGED_YET)),
        }
    }
    Ok(())
}

/// What only those need who are not the author: the author knows how grown-up it is and whose.
const FOR_READERS: [&str; 3] = ["/rating", "/contentNotes", "/origin"];

/// What of this is missing for those who are to see it.
pub(super) fn missing_for(access: Access, mut missing: Vec<DraftProblem>) -> Vec<DraftProblem> {
    if access == Access::Private {
        missing.retain(|problem| !FOR_READERS.contains(&problem.field.as_str()));
    }
    missing
}

/// Refuses a draft that is not complete.
///
/// # Errors
/// 422 with every field that is missing.
pub(super) fn refuse_missing(missing: Vec<DraftProblem>) -> Result<(), Problem> {
    let fields = missing
        .into_iter()
        .map(|problem| (problem.field, problem.message));
    refuse_fields(
        Problem::new(
            kernel::ErrorCode::VALIDATION_FAILED,
            "Something is still missing before this can be published.",
        ),
        fields,
    )
}

/// Refuses what others may not see.
///
/// # Errors
/// 422 with every field and passage.
pub(super) fn refuse(access: Access, judgement: &Judgement) -> Result<(), Problem> {
    if access == Access::Private {
        return Ok(());
    }
    let fields = judgement.refused.iter().map(|finding| {
        let message = match finding.passage.as_str() {
            "" => finding.message.clone(),
            passage => format!("{} The passage: “{passage}”", finding.message),
        };
        (finding.field.clone(), message)
    });
    refuse_fields(
        Problem::new(
            SCENARIO_REFUSED,
            "This can’t be public or unlisted as it is. The passages are named with their fields.",
        ),
        fields,
    )
}

fn refuse_fields(refusal: Problem, fields: impl Iterator<Item = (String, String)>) -> Result<(), Problem> {
    let mut fields = fields.peekable();
    if fields.peek().is_none() {
        return Ok(());
    }
    Err(fields.fold(refusal, |refusal, (field, message)| {
        refusal.with_field(field, message)
    }))
}
