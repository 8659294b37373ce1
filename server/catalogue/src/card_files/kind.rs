//! What kinds of card files there are.

use std::fmt;

use platform::media::ImageKind;

/// What a card file is, found by its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// A PNG with the card in a text chunk.
    Png,
    /// An animated PNG with the card in a text chunk.
    Apng,
    /// A zip with `card.json` and assets.
    Charx,
    /// The same, behind a picture: the file also opens as that picture.
    CharxInPicture,
    /// A JPEG with the card in the comment of its EXIF data.
    Jpeg,
    /// A WebP with the card in the comment of its EXIF data.
    WebP,
    /// The card itself as JSON.
    Json,
    /// The old form with `name`, `context` and `greeting`.
    Yaml,
}

impl fmt::Display for FileKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Png => "PNG",
            Self::Apng => "APNG",
            Self::Charx => "CHARX",
            Self::CharxInPicture => "CHARX in a picture",
            Self::Jpeg => "JPEG",
            Self::WebP => "WebP",
            Self::Json => "JSON",
            Self::Yaml => "YAML",
        })
    }
}

/// The kind of the picture that a card file is or begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PictureKind {
    /// PNG or APNG.
    Png,
    /// JPEG.
    Jpeg,
    /// WebP.
    WebP,
}

/// What one file in a CHARX, or one asset of a PNG, is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AssetKind {
    /// A picture.
    Image,
    /// Sound.
    Audio,
    /// A film.
    Video,
    /// A Live2D model.
    Live2d,
    /// A model in three dimensions.
    Model3d,
    /// A model for a machine that learns.
    AiModel,
    /// A font.
    Font,
    /// Code. It is never run.
    Code,
    /// Anything else.
    Other,
    /// RisuAI's notes about an asset (`x_meta/*.json`). They are listed and kept, and nothing reads them.
    RisuMetadata,
    /// RisuAI's module (`module.risum`). It is listed and kept, and nothing reads it.
    RisuModule,
}

/// Extensions by which an asset outside the standard's folders is recognised as a picture.
const IMAGES: [&str; 8] = ["png", "apng", "jpg", "jpeg", "webp", "gif", "avif", "bmp"];
/// The same for sound.
const AUDIO: [&str; 6] = ["mp3", "ogg", "wav", "flac", "m4a", "opus"];
/// The same for films.
const VIDEOS: [&str; 4] = ["mp4", "webm", "mov", "mkv"];
/// The same for fonts.
const FONTS: [&str; 4] = ["ttf", "otf", "woff", "woff2"];

impl AssetKind {
    /// The kind of a file in an archive, by the standard's folders `assets/{type}/{kind}/`, in the plural and
    /// in the singular, and else by its extension.
    ///
    /// A picture is a picture in every folder, so that its limit counts everywhere.
    #[must_use]
    pub fn of_path(path: &str) -> Self {
        if path == "module.risum" {
            return Self::RisuModule;
        }
        if path.starts_with("x_meta/") && path.ends_with(".json") {
            return Self::RisuMetadata;
        }
        let mut parts = path.split('/');
        let folder = (parts.next() == Some("assets"))
            .then(|| parts.nth(1))
            .flatten()
            .filter(|_| parts.next().is_some());
        let by_folder = match folder {
            Some("images" | "image") => Self::Image,
            Some("audio" | "audios") => Self::Audio,
            Some("video" | "videos") => Self::Video,
            Some("l2d") => Self::Live2d,
            Some("3d") => Self::Model3d,
            Some("ai" | "model" | "models") => Self::AiModel,
            Some("fonts" | "font") => Self::Font,
            Some("code" | "codes") => Self::Code,
            _ => Self::Other,
        };
        match (by_folder, Self::of_extension(path)) {
            (_, Self::Image) => Self::Image,
            (Self::Other, kind) => kind,
            (kind, _) => kind,
        }
    }

    fn of_extension(path: &str) -> Self {
        let name = path.rsplit('/').next().unwrap_or_default();
        let extension = name
            .rsplit_once('.')
            .map(|(_, extension)| extension.to_ascii_lowercase())
            .unwrap_or_default();
        let is_of = |known: &[&str]| known.contains(&extension.as_str());
        match () {
            () if is_of(&IMAGES) => Self::Image,
            () if is_of(&AUDIO) => Self::Audio,
            () if is_of(&VIDEOS) => Self::Video,
            () if is_of(&FONTS) => Self::Font,
            () => Self::Other,
        }
    }

    /// The kind of content by its first bytes (16 are enough).
    #[must_use]
    pub(super) fn of_content(head: &[u8]) -> Self {
        let is_riff = |form: &[u8]| head.starts_with(b"RIFF") && head.get(8..12) == Some(form);
        // A damaged picture keeps to the limit of pictures, too, and so do those that are not decoded here.
        let is_image = ImageKind::of(head).is_some()
            || head.starts_with(b"GIF8")
            || head.get(4..12) == Some(b"ftypavif");
        let is_audio = head.starts_with(b"ID3")
            || head.starts_with(b"OggS")
            || head.starts_with(b"fLaC")
            || is_riff(b"WAVE");
        match () {
            () if is_image => Self::Image,
            () if is_audio => Self::Audio,
            () if head.get(4..8) == Some(b"ftyp") || head.starts_with(b"\x1a\x45\xdf\xa3") => Self::Video,
            () => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::AssetKind::{self, *};

    #[test]
    fn folders_count_in_the_plural_and_in_the_singular() {
        for (path, kind) in [
            ("assets/icon/images/main.png", Image),
            ("assets/emotion/image/joy", Image),
            ("assets/other/audio/rain.mp3", Audio),
            ("assets/other/video/a.bin", Video),
            ("assets/other/l2d/a.zip", Live2d),
            ("assets/other/3d/a.glb", Model3d),
            ("assets/other/ai/a.bin", AiModel),
            ("assets/other/model/a.bin", AiModel),
            ("assets/other/font/a.ttf", Font),
            ("assets/other/code/a.js", Code),
            ("assets/other/other/a.bin", Other),
            ("assets/other/audio/hidden.png", Image),
            ("assets/images", Other),
            ("pictures/JOY.PNG", Image),
            ("rain.ogg", Audio),
            ("x_meta/main.json", RisuMetadata),
            ("module.risum", RisuModule),
            ("deep/module.risum", Other),
        ] {
            assert_eq!(AssetKind::of_path(path), kind, "{path}");
        }
    }

    #[test]
    fn content_is_recognised_by_its_first_bytes() {
        for (head, kind) in [
            (&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..], Image),
            (b"\xff\xd8\xff\xe0", Image),
            (b"RIFF\0\0\0\0WEBPVP8 ", Image),
            (b"RIFF\0\0\0\0WAVEfmt ", Audio),
            (b"\0\0\0\x20ftypavif", Image),
            (b"\0\0\0\x20ftypisom", Video),
            (b"PK\x03\x04", Other),
            (b"", Other),
        ] {
            assert_eq!(AssetKind::of_content(head), kind, "{head:?}");
        }
    }
}
