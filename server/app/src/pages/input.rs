//! The render input: one JSON text that is both the renderer's argument and the page's data block, byte for
//! byte.

use serde::Serialize;
use serde_json::value::RawValue;

use super::answers::{ReadAnswer, ViewerSummary};
use super::escape;
use super::prefs::Prefs;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Input<'a> {
    path: &'a str,
    /// The signed-in viewer; null on a page that is the same for everyone.
    viewer: Option<&'a ViewerSummary>,
    prefs: &'a Prefs,
    public_url: &'a str,
    /// The operator's contact address; null if it is not configured.
    contact: Option<&'a str>,
    #[serde(serialize_with = "by_uri")]
    data: &'a [ReadAnswer],
}

#[derive(Serialize)]
struct Entry<'a> {
    status: u16,
    body: &'a RawValue,
}

fn by_uri<S: serde::Serializer>(answers: &&[ReadAnswer], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(answers.iter().map(|answer| {
        (
            &answer.uri,
            Entry {
                status: answer.status,
                body: &answer.body,
            },
        )
    }))
}

/// Settings of the site that are the same on every page.
#[derive(Debug, Clone, Copy)]
pub struct SiteInfo<'a> {
    /// The public address without a slash at its end.
    pub public_url: &'a str,
    /// The operator's contact address: `mailto:` or `https:`.
    pub contact: Option<&'a str>,
}

/// Writes the render input, escaped for a `script` element.
#[must_use]
pub fn render_input(
    path: &str,
    viewer: Option<&ViewerSummary>,
    prefs: &Prefs,
    site: SiteInfo<'_>,
    data: &[ReadAnswer],
) -> String {
    let SiteInfo { public_url, contact } = site;
    let input = Input {
        path,
        viewer,
        prefs,
        public_url,
        contact,
        data,
    };
    // Texts, numbers and JSON that was checked when it came in: serialising cannot fail.
    let plain = serde_json::to_string(&input).unwrap_or_default();
    let mut out = String::with_capacity(plain.len() + plain.len() / 16);
    escape::json(&mut out, &plain);
    out
}
