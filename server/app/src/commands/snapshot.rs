//! `dramatis snapshot`: V8's start-up snapshot with the server bundle evaluated, run after every build of the client.

use super::{Outcome, parts};
use crate::bundle::server_script;
use crate::config::Settings;

pub(super) fn run(settings: &Settings) -> Outcome {
    let bundles = &settings.data.bundles;
    let file = parts::snapshot_file(bundles);
    let written = ssr::write_snapshot(&server_script(bundles), &file, &[])?;
    tracing::info!(file = %file.display(), ?written, "the snapshot is written");
    Ok(())
}
