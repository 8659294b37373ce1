//! `dramatis openapi`: the API's document, as it is committed in `ui/openapi.json`.

use super::Outcome;

pub(super) fn run() -> Outcome {
    println!("{}", features::api_document().to_pretty_json()?);
    Ok(())
}
