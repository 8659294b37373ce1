//! `dramatis snapshot`: V8's start-up snapshot with the server bundle evaluated, run after every build of the
//! client.

use bytes::Bytes;

use super::{Outcome, wiring};
use crate::bundle::{Bundle, server_script};
use crate::config::Settings;
use crate::pages::input::{SiteInfo, render_input};
use crate::pages::prefs::Prefs;
use crate::routes::{Guard, RenderMode, RouteTable};

pub(super) fn run(settings: &Settings) -> Outcome {
    let bundles = &settings.data.bundles;
    let file = wiring::snapshot_file(bundles);
    let bundle = Bundle::load(bundles)?;
    let written = ssr::write_snapshot(&server_script(bundles), &file, &warm_up(&bundle.routes))?;
    tracing::info!(file = %file.display(), ?written, "the snapshot is written");
    Ok(())
}

/// Every public page, once and without data: this compiles what nearly all of them need, so that the first
/// visitors do not wait for it, and leaves no personal data in the snapshot.
fn warm_up(routes: &RouteTable) -> Vec<Bytes> {
    let rows = routes
        .iter()
        .map(|route| &route.row)
        .filter(|row| row.render == RenderMode::Content && row.guard == Guard::None);
    rows.map(|row| {
        render_input(
            &example(&row.path),
            None,
            &Prefs::default(),
            SiteInfo {
                public_url: "http://localhost",
                contact: None,
            },
            &[],
        )
        .into()
    })
    .collect()
}

/// An address that a row's path matches.
fn example(path: &str) -> String {
    let segments = path.split('/').map(|segment| {
        if segment.starts_with([':', '*']) {
            "x"
        } else {
            segment
        }
    });
    let address = segments.collect::<Vec<_>>().join("/");
    if address.starts_with('/') {
        address
    } else {
        format!("/{address}")
    }
}

#[cfg(test)]
mod tests {
    use super::example;

    #[test]
    fn every_path_has_an_example() {
        for (path, address) in [
            ("/", "/"),
            ("/scenario/:scenarioID", "/scenario/x"),
            ("/scenario/:cardID/*", "/scenario/x/x"),
            ("*", "/x"),
        ] {
            assert_eq!(example(path), address);
        }
    }
}
