//! Finds fonts: the site's own, then the system's.

use std::path::{Path, PathBuf};

use resvg::usvg::{self, fontdb};

/// Families with serifs that systems have, the best first.
const SERIF_FAMILIES: [&str; 4] = [
    "Noto Serif",
    "DejaVu Serif",
    "Liberation Serif",
    "Times New Roman",
];
/// Families without serifs that systems have, the best first.
const SANS_FAMILIES: [&str; 4] = ["Noto Sans", "DejaVu Sans", "Liberation Sans", "Arial"];

/// Loads the site's own fonts, then the system's for the scripts that ours lack.
///
/// Afterwards `serif` means the family of the directory's `title*.ttf` and `sans-serif` that of its `text*.ttf`; if
/// there is none, a common family that the system has.
pub(super) fn load_fonts(directory: Option<&Path>) -> fontdb::Database {
    let mut fonts = fontdb::Database::new();
    let (title, text) = load_own(&mut fonts, directory);
    fonts.load_system_fonts();
    if let Some(name) = title.or_else(|| common(&fonts, SERIF_FAMILIES)) {
        fonts.set_serif_family(name);
    }
    if let Some(name) = text.or_else(|| common(&fonts, SANS_FAMILIES)) {
        fonts.set_sans_serif_family(name);
    }
    fonts
}

/// Loads the fonts of the directory; returns the family of titles and that of texts.
fn load_own(fonts: &mut fontdb::Database, directory: Option<&Path>) -> (Option<String>, Option<String>) {
    let (mut title, mut text) = (None, None);
    for file in font_files(directory) {
        if let Err(error) = fonts.load_font_file(&file) {
            tracing::warn!(%error, file = %file.display(), "a font could not be read");
            continue;
        }
        let family = fonts
            .faces()
            .last()
            .and_then(|face| face.families.first())
            .map(|(name, _)| name.clone());
        match file.file_name().and_then(|name| name.to_str()) {
            Some(name) if name.starts_with("title") => title = title.or(family),
            Some(name) if name.starts_with("text") => text = text.or(family),
            _ => {}
        }
    }
    (title, text)
}

/// The first of these families that is loaded.
fn common(fonts: &fontdb::Database, names: [&str; 4]) -> Option<String> {
    let is_loaded = |name: &&str| {
        fonts
            .faces()
            .any(|face| face.families.iter().any(|(family, _)| family == name))
    };
    names.into_iter().find(is_loaded).map(str::to_owned)
}

/// The font files of the directory in a fixed order, so that the choice among equals is the same on every machine.
fn font_files(directory: Option<&Path>) -> Vec<PathBuf> {
    let entries = directory
        .into_iter()
        .filter_map(|directory| std::fs::read_dir(directory).ok())
        .flatten()
        .flatten();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "ttf"))
        .collect();
    // The first file of a family is the one that texts are set in, and most texts are in Latin script.
    let is_plain_latin = |path: &Path| {
        path.file_name()
            .and_then(|name| name.to_str())
            .is_some_and(|name| name.contains("-latin-") && !name.contains("-ext-"))
    };
    files.sort_by_key(|path| (!is_plain_latin(path), path.clone()));
    files
}

/// Takes a missing character from a font of the same weight, else from one as bold, else from any that has it.
///
/// The site's families come in one file per script and weight, so most of their characters are "missing" from the file
/// that was chosen first.
pub(super) fn like_weighted_fallback() -> usvg::FallbackSelectionFn<'static> {
    let any = usvg::FontResolver::default_fallback_selector();
    Box::new(move |character, used, fonts| {
        let weight = fonts.face(*used.first()?)?.weight;
        let is_bold = |weight: fontdb::Weight| weight >= fontdb::Weight::SEMIBOLD;
        let except = |keeps: &dyn Fn(fontdb::Weight) -> bool| -> Vec<fontdb::ID> {
            let others = fonts
                .faces()
                .filter(|face| !keeps(face.weight))
                .map(|face| face.id);
            used.iter().copied().chain(others).collect()
        };
        let (unlike, lighter) = (
            except(&|other| other == weight),
            except(&|other| is_bold(other) == is_bold(weight)),
        );
        any(character, &unlike, fonts)
            .or_else(|| any(character, &lighter, fonts))
            .or_else(|| any(character, used, fonts))
    })
}
