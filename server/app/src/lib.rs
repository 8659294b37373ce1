//! The composition root of Dramatis: settings, wiring, pages, the HTTP edge and the commands of the one
//! binary.
//!
//! The only crate that knows all others: `operations` (the product's API), `ssr` (the render host) and the
//! client's build output. A request passes `edge` (limits, hosts, headers), then `pages`, the API, `assets`
//! or `seo`.

pub mod assets;
pub mod bundle;
pub mod commands;
pub mod config;
pub mod edge;
pub mod load_shedding;
pub mod pages;
pub mod representation;
pub mod request_class;
pub mod routes;
pub mod seo;
pub mod site;
pub mod timing;
