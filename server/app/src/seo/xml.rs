//! The two documents of the sitemap protocol (sitemaps.org), written as they grow.

use kernel::Timestamp;

use crate::pages::escape;

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
const NAMESPACE: &str = "xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"";

/// A list of pages.
pub(super) struct Urls {
    out: String,
    count: usize,
}

impl Urls {
    pub(super) fn new() -> Self {
        Self {
            out: format!("{HEAD}<urlset {NAMESPACE}>\n"),
            count: 0,
        }
    }

    pub(super) fn add(&mut self, address: &str, updated: Option<Timestamp>) {
        entry(&mut self.out, "url", address, updated);
        self.count += 1;
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(super) fn finish(mut self) -> String {
        self.out.push_str("</urlset>\n");
        self.out
    }
}

/// A list of sitemap files.
pub(super) struct Index(String);

impl Index {
    pub(super) fn new() -> Self {
        Self(format!("{HEAD}<sitemapindex {NAMESPACE}>\n"))
    }

    pub(super) fn add(&mut self, address: &str, updated: Option<Timestamp>) {
        entry(&mut self.0, "sitemap", address, updated);
    }

    pub(super) fn finish(mut self) -> String {
        self.0.push_str("</sitemapindex>\n");
        self.0
    }
}

fn entry(out: &mut String, element: &str, address: &str, updated: Option<Timestamp>) {
    out.push('<');
    out.push_str(element);
    out.push_str("><loc>");
    escape::attribute(out, address);
    out.push_str("</loc>");
    if let Some(updated) = updated {
        out.push_str("<lastmod>");
        out.push_str(&updated.to_string());
        out.push_str("</lastmod>");
    }
    out.push_str("</");
    out.push_str(element);
    out.push_str(">\n");
}
