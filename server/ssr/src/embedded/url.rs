//! The two operations behind the script's `URL`, on the `url` crate.

use deno_core::url::{Url, quirks};
use deno_core::{extension, op2};

extension!(ssr_url, ops = [op_url_parse, op_url_change]);

/// Parses a URL, relative to `base` if there is one. Returns its parts, or an empty text if it is not valid.
#[op2]
#[string]
fn op_url_parse(#[string] url: &str, #[string] base: &str, has_base: bool) -> String {
    let parsed = match has_base {
        true => Url::parse(base).and_then(|base| base.join(url)),
        false => Url::parse(url),
    };
    parsed.map(|url| parts(&url)).unwrap_or_default()
}

/// Sets one part of a valid URL. Returns its parts, or an empty text if the value does not fit.
#[op2]
#[string]
fn op_url_change(#[string] href: &str, #[string] name: &str, #[string] value: &str) -> String {
    let Ok(mut url) = Url::parse(href) else {
        return String::new();
    };
    let changed = match name {
        "href" => quirks::set_href(&mut url, value).map_err(drop),
        "protocol" => quirks::set_protocol(&mut url, value),
        "username" => quirks::set_username(&mut url, value),
        "password" => quirks::set_password(&mut url, value),
        "host" => quirks::set_host(&mut url, value),
        "hostname" => quirks::set_hostname(&mut url, value),
        "port" => quirks::set_port(&mut url, value),
        "pathname" => {
            quirks::set_pathname(&mut url, value);
            Ok(())
        }
        "search" => {
            quirks::set_search(&mut url, value);
            Ok(())
        }
        "hash" => {
            quirks::set_hash(&mut url, value);
            Ok(())
        }
        _ => Err(()),
    };
    changed.map(|()| parts(&url)).unwrap_or_default()
}

/// The parts in the order `globals/url.js` names them, one a line.
fn parts(url: &Url) -> String {
    [
        quirks::href(url),
        &quirks::origin(url),
        quirks::protocol(url),
        quirks::username(url),
        quirks::password(url),
        quirks::host(url),
        quirks::hostname(url),
        quirks::port(url),
        quirks::pathname(url),
        quirks::search(url),
        quirks::hash(url),
    ]
    .join("\n")
}
