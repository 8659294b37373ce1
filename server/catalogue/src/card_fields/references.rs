//! Pictures in texts: where a card's texts show one, and the same texts without them.
//!
//! Readers see a picture where its author put it. A model never gets one: neither its address nor its macro.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use regex::{Captures, Regex};

/// How a text refers to a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReferenceKind {
    /// `{{img::name}}`.
    Img,
    /// `{{image::name}}`.
    Image,
    /// `{{emotion::name}}`.
    Emotion,
    /// `{{asset::name}}`.
    Asset,
    /// `{{bg::name}}`: a background.
    Background,
    /// `<img="name">`, as RisuAI writes it.
    Risu,
    /// `<img src="address">`.
    Html,
    /// `![words](address)`.
    Markdown,
    /// `embeded://path` or `embedded://path` alone.
    Embedded,
    /// `__asset:n` alone.
    Chunk,
    /// A data URL alone.
    Inline,
    /// The address of a picture elsewhere, alone.
    LinkedPicture,
    /// An address elsewhere that does not look like a picture. It stays in texts.
    Link,
}

/// A reference to a picture in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureReference {
    /// Its bytes in the text.
    pub range: Range<usize>,
    /// Its kind.
    pub kind: ReferenceKind,
    /// The name or address of the picture.
    pub target: String,
}

/// The forms of references, each with a group for what it names. Of two that begin at the same byte, the
/// first counts.
static FORMS: LazyLock<Regex> = LazyLock::new(|| {
    let forms = [
        r"\{\{\s*(?<macro>img|image|emotion|asset|bg)\s*::?\s*(?<name>[^{}]*?)\s*\}\}",
        r#"<img\s*=\s*["']?(?<risu>[^"'<>]*)["']?\s*/?>"#,
        r#"<img\b[^<>]*?\bsrc\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>[^\s"'<>]+))[^<>]*>"#,
        r"!\[[^\[\]]*\]\(\s*<?(?<markdown>[^\s()<>]+(?:\([^\s()<>]*\)[^\s()<>]*)*)>?[^()]*\)",
        r#"(?<embedded>embedd?ed://[^\s"'<>(){}\[\]]+)"#,
        r"(?<chunk>__asset:[\w./-]+)",
        r"(?<inline>data:image/[\w.+-]+(?:;[\w=.+-]+)*,[\w+/=%-]*)",
        r#"(?<link>https?://[^\s"'<>(){}\[\]]+)"#,
    ];
    Regex::new(&format!("(?i){}", forms.join("|"))).expect("forms of references")
});

/// Endings of pictures’ addresses.
const ENDINGS: [&str; 9] = [
    ".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".apng", ".bmp", ".svg",
];

/// The references in a text, in order, without overlaps.
#[must_use]
pub fn find_references(text: &str) -> Vec<PictureReference> {
    FORMS.captures_iter(text).map(|found| reference(&found)).collect()
}

fn reference(found: &Captures<'_>) -> PictureReference {
    let group = |name: &str| found.name(name).map(|group| group.as_str().to_owned());
    let (kind, target) = match group("macro") {
        Some(name) => (of_macro(&name), group("name")),
        None => {
            let html = || {
                group("double")
                    .or_else(|| group("single"))
                    .or_else(|| group("bare"))
            };
            let forms = [
                (ReferenceKind::Risu, group("risu")),
                (ReferenceKind::Html, html()),
                (ReferenceKind::Markdown, group("markdown")),
                (ReferenceKind::Embedded, group("embedded")),
                (ReferenceKind::Chunk, group("chunk")),
                (ReferenceKind::Inline, group("inline")),
            ];
            let known = forms.into_iter().find(|(_, target)| target.is_some());
            known.unwrap_or_else(|| {
                let link = group("link").unwrap_or_default();
                (of_link(&link), Some(link))
            })
        }
    };
    let range = found.get_match().range();
    PictureReference {
        range,
        kind,
        target: target.unwrap_or_default(),
    }
}

fn of_macro(name: &str) -> ReferenceKind {
    match name.to_ascii_lowercase().as_str() {
        "img" => ReferenceKind::Img,
        "image" => ReferenceKind::Image,
        "emotion" => ReferenceKind::Emotion,
        "asset" => ReferenceKind::Asset,
        _ => ReferenceKind::Background,
    }
}

fn of_link(address: &str) -> ReferenceKind {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let path = path
        .trim_end_matches(['.', ',', ';', ':', '!'])
        .to_ascii_lowercase();
    if ENDINGS.iter().any(|ending| path.ends_with(ending)) {
        ReferenceKind::LinkedPicture
    } else {
        ReferenceKind::Link
    }
}

/// A text as a model gets it: without pictures. A line that holds nothing else is left out.
#[must_use]
pub fn without_pictures(text: &str) -> Cow<'_, str> {
    replace_pictures(text, |_| None)
}

/// A text with each of its pictures replaced. One that is replaced by nothing is left out, and so is a line
/// that holds nothing else.
pub(super) fn replace_pictures(
    text: &str,
    mut replacement: impl FnMut(&PictureReference) -> Option<String>,
) -> Cow<'_, str> {
    let mut cuts = find_references(text);
    cuts.retain(|reference| reference.kind != ReferenceKind::Link);
    if cuts.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut rest = String::with_capacity(text.len());
    let (mut at, mut first) = (0, 0);
    for line in text.split_inclusive('\n') {
        let (start, end) = (at, at + line.len());
        at = end;
        let mut kept = String::new();
        let mut from = start;
        let mut is_cut = false;
        // A tag may go over several lines.
        first += cuts[first..]
            .iter()
            .take_while(|cut| cut.range.end <= start)
            .count();
        for cut in cuts[first..].iter().take_while(|cut| cut.range.start < end) {
            kept.push_str(&text[from..cut.range.start.max(from)]);
            if cut.range.start >= start {
                kept.push_str(&replacement(cut).unwrap_or_default());
            }
            from = cut.range.end.min(end);
            is_cut = true;
        }
        kept.push_str(&text[from..end]);
        if !(is_cut && kept.trim().is_empty()) {
            rest.push_str(&kept);
        }
    }
    Cow::Owned(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_found_with_its_place() {
        use ReferenceKind::*;
        for (text, kind, target) in [
            ("{{img::a b}}", Img, "a b"),
            ("{{ IMAGE:: x.png }}", Image, "x.png"),
            ("{{image:x}}", Image, "x"),
            ("{{emotion::喜び}}", Emotion, "喜び"),
            ("{{asset::a}}", Asset, "a"),
            ("{{bg::night}}", Background, "night"),
            ("<img=\"smile\">", Risu, "smile"),
            ("<img='smile'/>", Risu, "smile"),
            (
                "<img src=\"https://a.example/x\" alt=\"b\">",
                Html,
                "https://a.example/x",
            ),
            ("<IMG class='c' SRC='embeded://a.png'/>", Html, "embeded://a.png"),
            ("<img width=5\nsrc=a.png>", Html, "a.png"),
            ("<img src=\"{{img::a}}\">", Html, "{{img::a}}"),
            (
                "![words](https://a.example/x.png \"title\")",
                Markdown,
                "https://a.example/x.png",
            ),
            ("![](a_(1).png)", Markdown, "a_(1).png"),
            (
                "embeded://assets/other/images/a.png",
                Embedded,
                "embeded://assets/other/images/a.png",
            ),
            ("embedded://a.png", Embedded, "embedded://a.png"),
            ("__asset:12", Chunk, "__asset:12"),
            ("data:image/png;base64,AAA=", Inline, "data:image/png;base64,AAA="),
            (
                "https://a.example/x.JPG?y#z",
                LinkedPicture,
                "https://a.example/x.JPG?y#z",
            ),
            ("http://a.example/x", Link, "http://a.example/x"),
        ] {
            let around = format!("é {text} é");
            let found = find_references(&around);
            assert_eq!(found.len(), 1, "{text}: {found:?}");
            assert_eq!(
                (found[0].kind, found[0].target.as_str()),
                (kind, target),
                "{text}"
            );
            assert_eq!(&around[found[0].range.clone()], text);
            let left = if kind == Link { around.as_str() } else { "é  é" };
            assert_eq!(without_pictures(&around), left, "{text}");
        }
    }

    #[test]
    fn other_text_stays_as_it_is() {
        for text in [
            "",
            "{{char}} and {{user}}",
            "a <b>c</b> [d](e)",
            "{{imgs::a}}",
            "<img alt='x'>",
            "!(a)",
            "{{img::",
        ] {
            assert_eq!(find_references(text), [], "{text}");
            assert!(matches!(without_pictures(text), Cow::Borrowed(same) if same == text));
        }
    }

    #[test]
    fn lines_of_pictures_alone_are_left_out() {
        let text = "one\n{{img::a}} {{img::b}}\n\n*two* {{emotion::c}}\r\n<img\nsrc='d'>\nthree";
        assert_eq!(without_pictures(text), "one\n\n*two* \r\nthree");
    }

    #[test]
    fn a_long_text_takes_time_in_proportion() {
        let text = "{{img::a}}\n".repeat(20_000);
        assert_eq!(find_references(&text).len(), 20_000);
        assert_eq!(without_pictures(&text), "");
        assert_eq!(without_pictures(&"<img ".repeat(50_000)).len(), 250_000);
    }
}
