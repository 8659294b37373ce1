//! The HTML document around a page: head, assets, markup, and the data the client starts from. No inline
//! script is ever executable, so that one policy by origin fits every page and visitor.

use super::escape;
use super::head::{Head, SITE_NAME, tag};
use super::prefs::{Prefs, Theme};
use crate::bundle::Manifest;

/// Everything a document is made of.
pub struct Document<'a> {
    /// The client's files.
    pub manifest: &'a Manifest,
    /// The public address without a slash at its end.
    pub origin: &'a str,
    /// What the visitor chose.
    pub prefs: &'a Prefs,
    /// What the page says about itself.
    pub head: &'a Head,
    /// Whether this is an error page.
    pub fault: bool,
    /// Whether a campaign link alone may not switch explicit pictures on.
    pub confirm_adult: bool,
    /// The markup of the app root; empty if the client fills it.
    pub markup: &'a str,
    /// How the page starts in the browser.
    pub client: Client<'a>,
}

/// How a page starts in the browser.
pub enum Client<'a> {
    /// The client takes over, starting from this JSON text, which is already escaped for its place.
    Live {
        /// The route's id, for its scripts.
        route: &'a str,
        /// The render input.
        data: &'a str,
    },
    /// No script: plain links and text, for addresses that the client's router would read differently.
    Inert,
}

/// How the icons of the manifest are linked; it may hold others that pages refer to themselves.
const ICONS: [(&str, &[(&str, &str)]); 4] = [
    ("svg", &[("rel", "icon"), ("type", "image/svg+xml")]),
    ("png", &[("rel", "icon"), ("type", "image/png")]),
    ("apple", &[("rel", "apple-touch-icon")]),
    ("manifest", &[("rel", "manifest")]),
];

/// Bytes of a document besides its markup and data, roughly.
const FRAME_BYTES: usize = 6 * 1024;

impl Document<'_> {
    /// Writes the document.
    #[must_use]
    pub fn write(&self) -> String {
        let data = match self.client {
            Client::Live { data, .. } => data,
            Client::Inert => "",
        };
        let mut out = String::with_capacity(FRAME_BYTES + self.markup.len() + data.len());
        out.push_str("<!doctype html><html lang=\"en\" class=\"");
        out.push_str(self.prefs.theme.class());
        if self.prefs.hide_images {
            out.push_str(" hide-images");
        }
        out.push_str("\" data-graphics=\"low\"");
        if self.confirm_adult {
            out.push_str(" data-adult=\"confirm\"");
        }
        out.push_str("><head><meta charset=\"utf-8\">");
        out.push_str(
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1, viewport-fit=cover\">",
        );
        self.head.write(&mut out, self.origin, self.fault);
        self.write_assets(&mut out);
        out.push_str("</head><body><div id=\"root\">");
        out.push_str(self.markup);
        out.push_str("</div>");
        if let Client::Live { route, data } = self.client {
            out.push_str("<script type=\"application/json\" id=\"dramatis-data\">");
            out.push_str(data);
            out.push_str("</script>");
            self.write_script(&mut out, route);
        }
        out.push_str("</body></html>");
        out
    }

    /// The entry, which loads the client's modules after the first paint, so that nothing competes with what
    /// is shown first. A page without markup shows nothing before them, so its head preloads them.
    fn write_script(&self, out: &mut String, route: &str) {
        out.push_str("<script type=\"module\" src=\"");
        escape::attribute(out, &self.manifest.entry);
        if !self.markup.is_empty() {
            out.push_str("\" data-modules=\"");
            for (at, script) in self.modules(route).enumerate() {
                if at > 0 {
                    out.push(' ');
                }
                escape::attribute(out, script);
            }
        }
        out.push_str("\"></script>");
    }

    /// The client's modules and those of a route.
    fn modules(&self, route: &str) -> impl Iterator<Item = &String> {
        let chunks = self
            .manifest
            .route_chunks
            .get(route)
            .map_or(&[][..], Vec::as_slice);
        self.manifest.modulepreload.iter().chain(chunks)
    }

    fn write_assets(&self, out: &mut String) {
        let ground = match self.prefs.theme {
            Theme::Dark => "#000814",
            Theme::Light => "#faf7f0",
        };
        tag(out, "meta", &[("name", "theme-color"), ("content", ground)]);
        tag(
            out,
            "meta",
            &[("name", "color-scheme"), ("content", self.prefs.theme.class())],
        );
        tag(
            out,
            "meta",
            &[("name", "application-name"), ("content", SITE_NAME)],
        );
        for style in &self.manifest.styles {
            tag(out, "link", &[("rel", "stylesheet"), ("href", style)]);
        }
        for font in &self.manifest.font_preload {
            tag(
                out,
                "link",
                &[
                    ("rel", "preload"),
                    ("as", "font"),
                    ("type", "font/woff2"),
                    ("crossorigin", "anonymous"),
                    ("href", font),
                ],
            );
        }
        if let Client::Live { route, .. } = self.client
            && self.markup.is_empty()
        {
            for script in self.modules(route) {
                tag(out, "link", &[("rel", "modulepreload"), ("href", script)]);
            }
        }
        for (kind, attributes) in ICONS {
            if let Some(href) = self.manifest.icons.get(kind) {
                let href = [("href", href.as_str())];
                tag(out, "link", &[attributes, &href].concat());
            }
        }
    }
}
