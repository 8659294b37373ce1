//! What a rendered page says about itself, and how that becomes the tags of `<head>`.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::escape;

/// The `robots` value of a page that names none.
const DEFAULT_ROBOTS: &str = "index,follow,max-image-preview:large";
/// The `robots` value of an error page.
const ERROR_ROBOTS: &str = "noindex,follow";
/// The site's name (spec section 1).
pub const SITE_NAME: &str = "Dramatis";
/// Size of the generated OG images under `/og/`.
const OG_SIZE: (u32, u32) = (1200, 630);

/// The head of a page, as the bundle returns it. Addresses are root-relative.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Head {
    /// Title, with the site's name.
    pub title: String,
    /// One or two sentences for search results.
    #[serde(default)]
    pub description: String,
    /// The page's canonical address.
    #[serde(default)]
    pub canonical: Option<String>,
    /// For search engines; none: index and follow.
    #[serde(default)]
    pub robots: Option<String>,
    /// `adult`, or none.
    #[serde(default)]
    pub rating: Option<String>,
    /// How the page looks when it is shared.
    #[serde(default)]
    pub og: OpenGraph,
    /// Structured data.
    #[serde(default)]
    pub json_ld: Option<Box<RawValue>>,
    /// Images of the first paint.
    #[serde(default)]
    pub preload_images: Vec<PreloadImage>,
}

/// How a page looks when it is shared.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OpenGraph {
    /// `website`, `article` or `profile`.
    #[serde(default, rename = "type")]
    pub kind: Option<String>,
    /// Title without the site's name.
    #[serde(default)]
    pub title: String,
    /// One or two sentences.
    #[serde(default)]
    pub description: String,
    /// The image, or null.
    #[serde(default)]
    pub image: Option<String>,
    /// Describes the image.
    #[serde(default)]
    pub image_alt: String,
}

/// An image of the first paint.
#[derive(Debug, Deserialize)]
pub struct PreloadImage {
    /// The address to load where `imagesrcset` is not understood.
    pub href: String,
    /// As in `img`.
    #[serde(default)]
    pub imagesrcset: Option<String>,
    /// As in `img`.
    #[serde(default)]
    pub imagesizes: Option<String>,
}

impl Head {
    /// A head with only a title, for pages that the client fills.
    #[must_use]
    pub fn plain(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            ..Self::default()
        }
    }

    /// Writes the tags. `origin` is the public address without a slash at its end; an error page (`fault`)
    /// names no canonical address and is not indexed.
    pub fn write(&self, out: &mut String, origin: &str, fault: bool) {
        out.push_str("<title>");
        escape::text(out, &self.title);
        out.push_str("</title>");
        meta(out, "name", "description", &self.description);
        let robots = self.robots.as_deref().unwrap_or(DEFAULT_ROBOTS);
        meta(out, "name", "robots", if fault { ERROR_ROBOTS } else { robots });
        if let Some(rating) = &self.rating {
            meta(out, "name", "rating", rating);
        }
        let canonical = self
            .canonical
            .as_deref()
            .filter(|path| !fault && is_local(path))
            .map(|path| format!("{origin}{path}"));
        if let Some(canonical) = &canonical {
            tag(out, "link", &[("rel", "canonical"), ("href", canonical)]);
        }
        if !fault {
            self.write_sharing(out, origin, canonical.as_deref());
        }
        for image in &self.preload_images {
            let mut attributes = vec![
                ("rel", "preload"),
                ("as", "image"),
                ("fetchpriority", "high"),
                ("href", image.href.as_str()),
            ];
            attributes.extend(image.imagesrcset.as_deref().map(|value| ("imagesrcset", value)));
            attributes.extend(image.imagesizes.as_deref().map(|value| ("imagesizes", value)));
            tag(out, "link", &attributes);
        }
        if let Some(json) = &self.json_ld {
            out.push_str("<script type=\"application/ld+json\">");
            escape::json(out, json.get());
            out.push_str("</script>");
        }
    }

    fn write_sharing(&self, out: &mut String, origin: &str, canonical: Option<&str>) {
        let title = if self.og.title.is_empty() {
            &self.title
        } else {
            &self.og.title
        };
        let description = if self.og.description.is_empty() {
            &self.description
        } else {
            &self.og.description
        };
        meta(out, "property", "og:site_name", SITE_NAME);
        meta(out, "property", "og:locale", "en_GB");
        meta(
            out,
            "property",
            "og:type",
            self.og.kind.as_deref().unwrap_or("website"),
        );
        meta(out, "property", "og:title", title);
        meta(out, "property", "og:description", description);
        if let Some(canonical) = canonical {
            meta(out, "property", "og:url", canonical);
        }
        let image = self.og.image.as_deref().filter(|path| is_local(path));
        if let Some(path) = image {
            let address = format!("{origin}{path}");
            meta(out, "property", "og:image", &address);
            if path.starts_with("/og/") {
                meta(out, "property", "og:image:width", &OG_SIZE.0.to_string());
                meta(out, "property", "og:image:height", &OG_SIZE.1.to_string());
            }
            meta(out, "property", "og:image:alt", &self.og.image_alt);
            meta(out, "name", "twitter:image", &address);
        }
        meta(
            out,
            "name",
            "twitter:card",
            if image.is_some() {
                "summary_large_image"
            } else {
                "summary"
            },
        );
        meta(out, "name", "twitter:title", title);
        meta(out, "name", "twitter:description", description);
    }
}

/// Whether an address stays on this site: root-relative, and not `//host` or `/\host`.
#[must_use]
pub fn is_local(address: &str) -> bool {
    let mut bytes = address.bytes();
    bytes.next() == Some(b'/')
        && !matches!(bytes.next(), Some(b'/' | b'\\'))
        && !address.chars().any(|c| c.is_control() || c == '\\')
}

/// Writes a `meta` tag; nothing if the content is empty.
fn meta(out: &mut String, key: &str, name: &str, content: &str) {
    if !content.is_empty() {
        tag(out, "meta", &[(key, name), ("content", content)]);
    }
}

/// Writes an empty element. Names come from this code, values do not.
pub(super) fn tag(out: &mut String, name: &str, attributes: &[(&str, &str)]) {
    out.push('<');
    out.push_str(name);
    for (key, value) in attributes {
        out.push(' ');
        out.push_str(key);
        out.push_str("=\"");
        escape::attribute(out, value);
        out.push('"');
    }
    out.push('>');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_is_absolute_and_escaped() {
        let head: Head = serde_json::from_str(
            r#"{"title":"A <b> & c","description":"Say \"hi\"","canonical":"/scenario/1","robots":null,"rating":"adult",
            "og":{"type":"article","title":"A","description":"","image":"/og/scenario/1.png","imageAlt":"x"},
            "jsonLd":{"name":"</script>"},"preloadImages":[{"href":"/_image?url=/a&w=1","imagesrcset":"/b 1x"}]}"#,
        )
        .expect("a head");
        let mut out = String::new();
        head.write(&mut out, "https://play.example", false);
        for part in [
            "<title>A &lt;b&gt; &amp; c</title>",
            "content=\"Say &quot;hi&quot;\"",
            "<link rel=\"canonical\" href=\"https://play.example/scenario/1\">",
            "<meta name=\"rating\" content=\"adult\">",
            "content=\"https://play.example/og/scenario/1.png\"",
            "content=\"1200\"",
            "{\"name\":\"\\u003c/script\\u003e\"}",
            "href=\"/_image?url=/a&amp;w=1\" imagesrcset=\"/b 1x\"",
            "index,follow,max-image-preview:large",
        ] {
            assert!(out.contains(part), "{part} in {out}");
        }
        let mut fault = String::new();
        head.write(&mut fault, "https://play.example", true);
        assert!(fault.contains("noindex") && !fault.contains("canonical") && !fault.contains("og:"));
    }

    #[test]
    fn addresses_stay_on_the_site() {
        for (address, local) in [
            ("/", true),
            ("/a", true),
            ("//evil", false),
            ("/\\evil", false),
            ("https://evil", false),
            ("/a\nb", false),
            ("", false),
        ] {
            assert_eq!(is_local(address), local, "{address:?}");
        }
    }
}
