//! `dramatis openapi`: the API's document, as it is committed in `ui/openapi.json`.

use std::io::Write;

use super::Outcome;

pub(super) fn run() -> Outcome {
    writeln!(
        std::io::stdout(),
        "{}",
        operations::api_document().to_pretty_json()?
    )?;
    Ok(())
}
