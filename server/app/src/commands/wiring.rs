//! Opening the parts that several commands need.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use accounts::age_gate::AgeGate;
use accounts::identity::{HashCost, Identities, IdentitySettings, ProviderSettings, TokenKeys};
use kernel::paging::CursorKey;
use kernel::{Clock, Random, Shekels, SystemClock};
use operations::AppState;
use platform::blobs::Blobs;
use platform::db::{Db, restrict_to_owner};
use platform::egress::{AllowedHosts, Egress, Guard, SystemResolver};
use platform::image_judge::ImageJudge;
use platform::llm::Models;
use platform::mail::{MailError, MailQueue, Mailer};
use platform::media::{Media, MediaSettings};
use platform::vectors::Vectors;
use platform::web::Invalidation;
use play::quotas::Ceilings;
use play::turns::{Timing, TurnSettings, Turns};
use ssr::{Config, NodeSidecar, Renderer, StartError};
use understudy::{self, DemoAssets};

use super::Outcome;
use crate::bundle;
use crate::config::{AccountSettings, DataSettings, Engine, Settings, TurnLimits};
use crate::pages::viewer::SessionResolver;
use crate::seo::og_images::ScenarioCards;

/// The file of V8's start-up snapshot, beside the server bundle it was made from.
#[cfg(feature = "v8")]
pub(super) fn snapshot_file(bundles: &Path) -> std::path::PathBuf {
    bundles.join("server").join("snapshot.bin")
}

/// Creates the data directory, accessible for this user alone.
pub(super) fn data_dir(settings: &DataSettings) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(&settings.data_dir)?;
    // A directory made by hand or by an earlier release may be open to others, and so may its files.
    if let Err(error) = restrict_to_owner(&settings.data_dir) {
        tracing::warn!(%error, folder = %settings.data_dir.display(), "the data directory may be readable by others");
    }
    Ok(())
}

/// Opens the database and brings its schema up to date.
pub(super) async fn database(
    settings: &DataSettings,
) -> Result<Db, Box<dyn std::error::Error + Send + Sync>> {
    data_dir(settings)?;
    let db = Db::open(&settings.database_url()).await?;
    db.inject_serialization_failures(settings.inject_serialization_failures);
    Ok(db)
}

/// Opens the blob store.
pub(super) fn blobs(settings: &DataSettings) -> Result<Blobs, platform::blobs::BlobError> {
    match &settings.blobs {
        Some(place) => Blobs::open(place),
        None => Blobs::local(&settings.data_dir.join("blobs")),
    }
}

/// What the API's handlers use.
pub(super) fn state(settings: &Settings, db: Db) -> io::Result<AppState> {
    let folder = &settings.data.data_dir;
    let cursor_key = CursorKey::new(secret(&folder.join("cursor.key"))?);
    let issuer = settings.site.public_url.as_str().trim_end_matches('/');
    let tokens = TokenKeys::new(&secret(&folder.join("token.key"))?, issuer).map_err(io::Error::other)?;
    let (clock, random): (Arc<dyn Clock>, _) = (Arc::new(SystemClock), Random::system());
    let vectors = Vectors::of(settings.data.sentences.clone());
    let models = models(settings, &clock, &random, &vectors)?;
    let platform = platform::AppState {
        db,
        clock,
        cursor_key,
        random,
        mail_queue: MailQueue::default(),
        blobs: blobs(&settings.data).map_err(io::Error::other)?,
        changes: Invalidation::default(),
        news: platform::news::News::default(),
        running: platform::idempotency::Running::default(),
        vectors,
        image_judge: image_judge(&settings.data),
        models,
        vitals: platform::vitals::Vitals::default(),
    };
    let accounts = accounts::AppState {
        below: platform,
        tokens,
        identities: Identities::new(IdentitySettings {
            secret: secret(&folder.join("identity.key"))?,
            origin: issuer.to_owned(),
            cost: HashCost::default(),
            admin_email: settings.accounts.admin_email.clone(),
            admin_totp: settings.accounts.admin_totp,
            providers: provider(&settings.accounts).into_iter().collect(),
        })
        .map_err(io::Error::other)?,
        welcome_shekels: kernel::Shekels(i64::from(settings.money.welcome_shekels)),
        billing_notice: settings
            .site
            .billing_notice
            .as_deref()
            .map(str::trim)
            .filter(|notice| !notice.is_empty())
            .map(Arc::from),
        reminders: accounts::safety::Reminders::default(),
        report_kinds: platform::slice::report_kinds(&operations::SLICES),
    };
    let play = play::AppState {
        below: accounts,
        live: play::stories::LiveStories::default(),
        owns_folder: play::library::owns_folder,
        ceilings: Ceilings {
            player: settings.turns.daily_cost_player,
            total: settings.turns.daily_cost_total,
        },
        summarizer: play::memory::Summarizer::default(),
        turns: turns(&settings.turns),
    };
    Ok(AppState {
        below: play,
        status_cache: operations::status::StatusCache::default(),
        version: env!("CARGO_PKG_VERSION"),
    })
}

/// The judge of uploaded images: its model, or none if it is switched off.
fn image_judge(settings: &DataSettings) -> ImageJudge {
    if settings.picture_judge == Path::new("off") {
        ImageJudge::none()
    } else {
        ImageJudge::of(settings.picture_judge.clone())
    }
}

/// The turns of stories that this process may run.
fn turns(settings: &TurnLimits) -> Turns {
    let limits = TurnSettings {
        reply_price: Shekels(i64::from(settings.reply_price)),
        free_replies: i64::from(settings.free_replies),
        guest_turns: i64::from(settings.guest_messages),
        running: settings.max_turns as usize,
    };
    Turns::new(limits, Timing::default(), Random::system().token())
}

/// The models that write the replies: those of the settings, else the built-in demo model.
fn models(
    settings: &Settings,
    clock: &Arc<dyn Clock>,
    random: &Random,
    vectors: &Vectors,
) -> io::Result<Models> {
    let price = Shekels(i64::from(settings.turns.reply_price));
    let configs = settings.models.configs(price)?;
    if configs.is_empty() {
        let data = &settings.data;
        return Ok(understudy::demo(DemoAssets {
            catalogue: Some(data.catalogue.clone()),
            vectors: vectors.clone(),
        }));
    }
    Models::new(configs, clock, random).map_err(io::Error::other)
}

/// The provider of the settings, if one is set up.
fn provider(settings: &AccountSettings) -> Option<ProviderSettings> {
    Some(ProviderSettings {
        id: "oidc".to_owned(),
        name: settings.oidc_name.clone(),
        issuer: settings.oidc_issuer.clone()?,
        client_id: settings.oidc_client_id.clone()?,
        client_secret: settings.oidc_client_secret.clone(),
    })
}

/// Where emails go: the SMTP server of the settings, else files in the data directory.
pub(super) fn mailer(settings: &Settings) -> Result<Mailer, MailError> {
    let host = settings.site.public_url.host_str().unwrap_or("localhost");
    let from = settings
        .accounts
        .mail_from
        .clone()
        .unwrap_or_else(|| format!("Dramatis <no-reply@{host}>"));
    match &settings.accounts.smtp_url {
        Some(url) => Mailer::smtp(url, &from),
        None => Mailer::outbox(&settings.data.data_dir.join("outbox"), &from),
    }
}

/// The image service.
pub(super) fn media(
    settings: &Settings,
    state: &AppState,
) -> Result<Media, Box<dyn std::error::Error + Send + Sync>> {
    let cache = settings.data.data_dir.join("cache").join("images");
    let media_settings = MediaSettings {
        hosts: AllowedHosts::listed(&settings.site.image_hosts),
        fonts_directory: Some(settings.data.bundles.join("fonts")),
        ..MediaSettings::new(settings.site.public_url.clone(), cache)
    };
    let egress = Egress::new(Guard::default(), SystemResolver)?;
    let sessions = SessionResolver::new(state.clone(), &settings.site.public_url);
    let cards = Arc::new(ScenarioCards::new(state.clone(), sessions));
    let gate = Arc::new(AgeGate::new(
        catalogue::AppState::clone(state),
        settings.site.confirm_adult,
        catalogue::SHOWS_EXPLICIT,
    ));
    Ok(Media::open(
        media_settings,
        blobs(&settings.data)?,
        egress,
        state.clock.clone(),
        cards,
        gate,
    )?)
}

/// Starts the engine. Blocks for as long as that takes.
pub(super) fn renderer(settings: &Settings) -> Result<Arc<dyn Renderer>, StartError> {
    let bundles = &settings.data.bundles;
    let config = Config {
        workers: settings.render.workers(),
        lower_priority: platform::blocking::use_idle_priority,
        ..Config::new(bundle::server_script(bundles))
    };
    Ok(match settings.render.engine {
        #[cfg(feature = "v8")]
        Engine::V8 => {
            let snapshot = snapshot_file(bundles);
            Arc::new(ssr::EmbeddedV8::start(
                config,
                snapshot.exists().then_some(snapshot.as_path()),
            )?)
        }
        Engine::Node => Arc::new(NodeSidecar::start(config, &settings.render.node)?),
    })
}

/// Gives an empty database the starter catalogue.
pub(super) async fn seed_starter(settings: &DataSettings, db: &Db) -> Outcome {
    let paths = operations::seed::StarterPaths {
        catalogue: settings.catalogue.clone(),
        pictures: settings.bundles.join("starter"),
    };
    let report = operations::seed::seed_starter(db, &blobs(settings)?, &paths).await?;
    tracing::info!(
        scenarios = report.scenarios,
        cards = report.cards,
        pictures = report.pictures,
        "the starter catalogue is in the database"
    );
    Ok(())
}

/// The secret in this file, made on first use and readable by this user alone.
fn secret(path: &Path) -> io::Result<[u8; 32]> {
    restrict_to_owner(path)?;
    match fs::read(path) {
        Ok(bytes) => bytes
            .try_into()
            .map_err(|_| io::Error::other(format!("{} does not hold 32 bytes", path.display()))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => make_secret(path),
        Err(error) => Err(error),
    }
}

fn make_secret(path: &Path) -> io::Result<[u8; 32]> {
    let secret: [u8; 32] = rand::random();
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(&secret)?;
    file.sync_all()?;
    Ok(secret)
}
