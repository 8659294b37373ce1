//! `dramatis serve`: the site. Renderers start while the database opens.

use std::sync::Arc;
use std::thread;

use platform::db::Db;
use ssr::{Renderer, StartError};
use tokio::net::TcpListener;
use tokio::signal;

use super::{Outcome, block_on, wiring};
use crate::bundle::Bundle;
use crate::config::Settings;
use crate::edge::health::Draining;
use crate::edge::server::{self, Running};
use crate::load_shedding;
use crate::site::{self, SiteParts};

pub(super) fn run(settings: Settings) -> Outcome {
    let for_renderer = settings.clone();
    let renderer = thread::Builder::new()
        .name("renderer-start".to_owned())
        .spawn(move || wiring::renderer(&for_renderer))?;
    let bundle = Arc::new(Bundle::load(&settings.data.bundles)?);
    block_on(serve(settings, bundle, renderer))?
}

type Starting = thread::JoinHandle<Result<Arc<dyn Renderer>, StartError>>;

async fn serve(settings: Settings, bundle: Arc<Bundle>, renderer: Starting) -> Outcome {
    // Bound first: a port in use is found out before anything is written.
    let listener = TcpListener::bind(settings.site.addr)
        .await
        .map_err(|error| format!("{}: {error}", settings.site.addr))?;
    let db = wiring::database(&settings.data).await?;
    db.open_readers().await?;
    seed_if_wanted(&settings, &db).await?;
    let state = wiring::state(&settings, db.clone())?;
    if settings.site.contact.is_none() {
        tracing::warn!("DRAMATIS_CONTACT is not set: no page says how to reach those who run this site");
    }
    appoint_admin(&state).await?;
    recover(&state).await?;
    operations::jobs::start(&state).map_err(std::io::Error::other)?;
    tokio::spawn(platform::news::follow(platform::AppState::clone(&state)));
    tokio::spawn(catalogue::scenarios::follow_verdicts(catalogue::AppState::clone(
        &state,
    )));
    let (models, clock) = (state.models.clone(), state.clock.clone());
    tokio::spawn(async move { models.probe_at_start(&*clock).await });
    tokio::spawn(platform::mail::work(
        accounts::AppState::clone(&state),
        wiring::mailer(&settings)?,
        accounts::identity::compose,
    ));
    let media = wiring::media(&settings, &state)?;
    tokio::spawn(media.clone().maintain_cache());
    let renderer = tokio::task::spawn_blocking(move || renderer.join())
        .await?
        .map_err(|_| "the renderer panicked while it started")??;
    let draining = Draining::default();
    let running = Running {
        max_connections: settings.limits.max_connections,
        drain_time: settings.limits.drain_time(),
    };
    let (address, public_url) = (listener.local_addr()?, settings.site.public_url.clone());
    let (turns, live, vectors) = (state.turns.clone(), state.live.clone(), state.vectors.clone());
    let is_demo = state.models.list().iter().any(|model| model.is_demo);
    let drain_time = running.drain_time;
    let site = site::build(SiteParts {
        settings,
        state,
        media,
        bundle,
        renderer,
        draining: draining.clone(),
    })?;
    tokio::spawn(load_shedding::watch(site.load.clone(), db.clone()));
    let pages = site.pages.clone();
    tokio::spawn(async move { pages.warm_up().await });
    // The first message does not wait for the sentence model, and the log says at once if it is missing.
    tokio::task::spawn_blocking(move || vectors.is_ready());
    tracing::info!(%address, url = %public_url, "Dramatis is ready");
    if is_demo {
        tracing::info!(
            "no AI model is connected: the demo plays scenes written by hand, or three replies of a scenario's own text. To connect one, set \
             DRAMATIS_MODEL_URL and DRAMATIS_MODEL_NAME and start again (docs/operations.md, Models)"
        );
    }
    let finish = async move {
        live.close();
        turns.drain(drain_time, server::CLOSING_TIME).await;
    };
    server::serve(listener, site.edge, draining, running, stop(), finish).await;
    db.close().await;
    Ok(())
}

/// Recovers what an earlier process left unfinished.
async fn recover(state: &operations::AppState) -> Outcome {
    match play::turns::recover(state).await {
        Ok(0) => {}
        Ok(turns) => tracing::info!(turns, "turns that were cut short were set right"),
        // Reads and pages work without it; a job repeats this when the disk has space again.
        Err(problem) if problem.code() == kernel::ErrorCode::STORAGE_FULL => {
            tracing::error!("turns that were cut short wait: nothing can be written")
        }
        Err(problem) => return Err(problem.detail().to_owned().into()),
    }
    Ok(())
}

async fn appoint_admin(state: &operations::AppState) -> Outcome {
    let mut tx = state.db.begin().await?;
    accounts::identity::rekey_addresses(&mut tx).await?;
    accounts::identity::appoint_first_admin(state, &mut tx).await?;
    Ok(tx.commit().await?)
}

async fn seed_if_wanted(settings: &Settings, db: &Db) -> Outcome {
    if settings.data.seed_if_empty && operations::seed::is_empty(db).await? {
        tracing::info!("the database is empty: writing the starter catalogue");
        wiring::seed_starter(&settings.data, db).await?;
    }
    Ok(())
}

/// Waits for the first request to end; a second one ends the process at once.
async fn stop() {
    requested().await;
    tracing::info!("finishing what is running");
    tokio::spawn(async {
        requested().await;
        std::process::exit(0);
    });
}

async fn requested() {
    let interrupt = async {
        if let Err(error) = signal::ctrl_c().await {
            tracing::warn!(%error, "interrupts cannot be heard");
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        match signal::unix::signal(signal::unix::SignalKind::terminate()) {
            Ok(mut terminated) => {
                terminated.recv().await;
            }
            Err(error) => {
                tracing::warn!(%error, "termination cannot be heard");
                std::future::pending::<()>().await;
            }
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}
