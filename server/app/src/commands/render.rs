//! `dramatis render ADDRESS`: one page to standard output, its status and headers to standard error.

use std::io::Write;
use std::sync::Arc;

use super::{Outcome, block_on, wiring};
use crate::bundle::Bundle;
use crate::config::Settings;
use crate::edge::health::Draining;
use crate::site::{self, SiteParts};

pub(super) fn run(settings: Settings, address: http::Uri) -> Outcome {
    let bundle = Arc::new(Bundle::load(&settings.data.bundles)?);
    let renderer = wiring::renderer(&settings)?;
    block_on(async {
        let db = wiring::database(&settings.data).await?;
        let state = wiring::state(&settings, db.clone())?;
        let media = wiring::media(&settings, &state)?;
        let site = site::build(SiteParts {
            settings,
            state,
            media,
            bundle,
            renderer,
            draining: Draining::default(),
        })?;
        let response = site.pages.document(&address).await;
        eprintln!("{}", response.status());
        for (name, value) in response.headers() {
            eprintln!("{name}: {}", String::from_utf8_lossy(value.as_bytes()));
        }
        let body = axum::body::to_bytes(response.into_body(), usize::MAX).await?;
        std::io::stdout().write_all(&body)?;
        db.close().await;
        Ok(())
    })?
}
