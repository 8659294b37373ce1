//! Pictures in texts that readers see: which stored picture a reference means.

use platform::blobs::BlobKey;
use platform::media::{MEDIA_PATH, image_in_text};

use super::files::path_of;
use super::references::{PictureReference, ReferenceKind, find_references, replace_pictures};
use crate::authoring::{DraftActor, DraftImage};

/// Stands where a picture goes until the rest of the text is clean: a character that no text has.
const MARK: char = '\u{FFFE}';

/// A text as readers see it, with those of its pictures that are stored; others are left out. The first of
/// these actors that has a picture of the name counts.
///
/// Only what stands in the draft is judged, so an address that its author wrote must show nothing.
#[must_use]
pub fn with_stored_pictures(actors: &[&DraftActor], text: &str) -> String {
    let text = text.replace(MARK, "");
    let mut pictures = Vec::new();
    let marked = replace_pictures(&text, |reference| {
        let mut found = actors
            .iter()
            .filter_map(|actor| Some((*actor, find_picture(actor, reference)?)));
        let (actor, key) = found.next()?;
        let key = BlobKey::parse(key).ok()?;
        pictures.push(image_in_text(words_of(actor, key.as_str()), &key));
        Some(MARK.to_string())
    });
    let mut clean = marked.into_owned();
    // What is left can make another one.
    while clean.contains(MEDIA_PATH) {
        clean = clean.replace(MEDIA_PATH, "/");
    }
    let mut parts = clean.split(MARK);
    let mut shown = parts.next().unwrap_or_default().to_owned();
    for (picture, rest) in pictures.iter().zip(parts) {
        shown.push_str(picture);
        shown.push_str(rest);
    }
    shown
}

/// What a stored picture of this actor shows, in words.
fn words_of<'a>(actor: &'a DraftActor, key: &str) -> &'a str {
    let of_image = |image: &'a Option<DraftImage>, name: &'a str| {
        let image = image.as_ref().filter(|image| image.key == key)?;
        Some(if image.alt.is_empty() {
            name
        } else {
            image.alt.as_str()
        })
    };
    let expressions = actor.expressions.iter();
    let pictures = actor
        .pictures
        .iter()
        .filter(|one| one.key.as_deref() == Some(key));
    of_image(&actor.portrait, &actor.name)
        .or_else(|| {
            expressions
                .filter_map(|one| of_image(&one.image, &one.name))
                .next()
        })
        .or_else(|| {
            let mut words = pictures.map(|one| if one.alt.is_empty() { &one.name } else { &one.alt });
            words.next().map(String::as_str)
        })
        .unwrap_or_default()
}

/// The blob key of the picture that a reference in this actor’s texts, openings or lorebooks means; `None` if
/// no such picture is stored. Names match without case, and without the ending of a file.
fn find_picture<'a>(actor: &'a DraftActor, reference: &PictureReference) -> Option<&'a str> {
    let target = reference.target.as_str();
    match reference.kind {
        ReferenceKind::Emotion => by_expression(actor, target).or_else(|| by_name(actor, target)),
        ReferenceKind::Img
        | ReferenceKind::Image
        | ReferenceKind::Asset
        | ReferenceKind::Background
        | ReferenceKind::Risu => by_name(actor, target).or_else(|| by_expression(actor, target)),
        // The address can be a macro that names a picture.
        ReferenceKind::Html => match find_references(target).first() {
            Some(inner) if inner.kind != ReferenceKind::Html && inner.target != target => {
                find_picture(actor, inner)
            }
            _ => by_address(actor, target),
        },
        ReferenceKind::Markdown
        | ReferenceKind::Embedded
        | ReferenceKind::Chunk
        | ReferenceKind::Inline
        | ReferenceKind::LinkedPicture
        | ReferenceKind::Link => by_address(actor, target),
    }
}

fn by_expression<'a>(actor: &'a DraftActor, name: &str) -> Option<&'a str> {
    let found = actor.expressions.iter().find(|one| is_named(&one.name, name));
    found?.image.as_ref().map(|image| image.key.as_str())
}

fn by_name<'a>(actor: &'a DraftActor, name: &str) -> Option<&'a str> {
    let stored = actor.pictures.iter().filter(|one| one.key.is_some());
    let mut found = stored.filter(|one| is_named(&one.name, name));
    found.next()?.key.as_deref()
}

fn is_named(name: &str, wanted: &str) -> bool {
    let plain = |name: &str| match name.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() && ending.len() <= 4 => stem.to_lowercase(),
        _ => name.to_lowercase(),
    };
    !wanted.is_empty() && plain(name) == plain(wanted)
}

fn by_address<'a>(actor: &'a DraftActor, address: &str) -> Option<&'a str> {
    let is_meant = |uri: &str| {
        let same_path = path_of(uri).is_some_and(|path| path_of(address) == Some(path));
        !uri.is_empty() && (uri == address || same_path)
    };
    let expressions = actor.expressions.iter().filter_map(|one| one.image.as_ref());
    let images = actor.portrait.iter().chain(expressions);
    let image = images
        .map(|DraftImage { key, uri, .. }| (key.as_str(), uri.as_str()))
        .find(|(_, uri)| is_meant(uri));
    let pictures = || {
        actor
            .pictures
            .iter()
            .find(|one| one.key.is_some() && is_meant(&one.uri))
    };
    image
        .map(|(key, _)| key)
        .or_else(|| pictures().and_then(|one| one.key.as_deref()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::authoring::{DraftExpression, DraftPicture};

    #[test]
    fn readers_see_stored_pictures_where_they_were_put() {
        let picture = |name: &str, alt: &str, key: &str| DraftPicture {
            name: name.to_owned(),
            alt: alt.to_owned(),
            key: Some(key.to_owned()),
            ..DraftPicture::default()
        };
        let ida = DraftActor {
            pictures: vec![picture("sea", "The grey sea", "a/sea.webp")],
            ..DraftActor::default()
        };
        let orin = DraftActor {
            pictures: vec![
                picture("sea", "", "a/other.webp"),
                picture("map", "", "a/map.webp"),
            ],
            ..DraftActor::default()
        };
        let text = "One.\n{{img::sea}}\nTwo <img src=\"{{img::map}}\"> and {{img::none}}\n{{img::none}}\n![](https://a.example/b.png)\nSee https://a.example/c.";
        assert_eq!(
            with_stored_pictures(&[&ida, &orin], text),
            "One.\n![The grey sea](/media/a/sea.webp)\nTwo ![map](/media/a/map.webp) and \nSee https://a.example/c."
        );
    }

    #[test]
    fn an_author_can_show_no_picture_by_its_address() {
        for text in [
            "![x](/media/a/b.webp)",
            "!{{img::none}}[x](/media/a/b.webp)",
            "![x](/me{{img::none}}dia/a/b.webp)",
            "![x](/me/media/dia/a/b.webp)",
            "![x](/media(/../a/b.webp)",
            "\u{FFFE}![x](/media/a/b.webp)\u{FFFE}",
        ] {
            let shown = with_stored_pictures(&[], text);
            assert!(!shown.contains("/media/"), "{text}: {shown}");
            assert!(!shown.contains(MARK));
        }
    }

    #[test]
    fn references_find_the_pictures_they_name() {
        let image = |key: &str, uri: &str| DraftImage {
            key: key.to_owned(),
            uri: uri.to_owned(),
            ..DraftImage::default()
        };
        let picture = |name: &str, uri: &str, key: Option<&str>| DraftPicture {
            name: name.to_owned(),
            uri: uri.to_owned(),
            key: key.map(str::to_owned),
            ..DraftPicture::default()
        };
        let actor = DraftActor {
            portrait: Some(image("face", "embeded://assets/icon/images/main.png")),
            expressions: vec![
                DraftExpression {
                    name: "Joy".to_owned(),
                    image: Some(image("joy", "__asset:1")),
                },
                DraftExpression {
                    name: "sad".to_owned(),
                    image: None,
                },
            ],
            pictures: vec![
                picture("map.png", "", None),
                picture("map.png", "embedded://a/map.png", Some("map")),
                picture("", "https://example.org/sea.png", Some("sea")),
            ],
            ..DraftActor::default()
        };
        for (text, key) in [
            ("{{emotion::joy}}", Some("joy")),
            ("{{img::JOY.webp}}", Some("joy")),
            ("{{emotion::sad}}", None),
            ("{{img::map}}", Some("map")),
            ("<img=\"Map.PNG\">", Some("map")),
            ("<img src=\"{{image::map}}\">", Some("map")),
            ("<img src='embeded://a/map.png'>", Some("map")),
            ("![](a/map.png)", Some("map")),
            ("embeded://assets/icon/images/main.png", Some("face")),
            ("__asset:1", Some("joy")),
            ("![sea](https://example.org/sea.png)", Some("sea")),
            ("https://example.org/other.png", None),
            ("{{img::}}", None),
        ] {
            let found = find_references(text);
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!(find_picture(&actor, &found[0]), key, "{text}");
        }
    }
}
