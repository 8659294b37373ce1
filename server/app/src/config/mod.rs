//! Every setting of the server, read from the environment (or the flag of the same meaning), with a working
//! default.
//!
//! One struct per concern. `docs/operations.md` lists them for operators; a test holds that page against this
//! file.

mod parsers;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use ipnet::IpNet;
use kernel::Shekels;
use platform::llm::ModelConfig;
use url::Url;

use self::parsers::{contact, millionths, public_url, share};
use crate::edge::client_ip::network;
use crate::edge::rate_limit::RateOverride;

/// All settings.
#[derive(Debug, Clone, Args)]
pub struct Settings {
    /// Where the server listens and what it calls itself.
    #[command(flatten)]
    pub site: SiteSettings,
    /// Where data lives.
    #[command(flatten)]
    pub data: DataSettings,
    /// Accounts, and the emails they ask for.
    #[command(flatten)]
    pub accounts: AccountSettings,
    /// How pages are rendered.
    #[command(flatten)]
    pub render: RenderSettings,
    /// How much is kept in memory and how long things may take.
    #[command(flatten)]
    pub limits: LimitSettings,
    /// Shekels.
    #[command(flatten)]
    pub money: MoneySettings,
    /// Turns of stories: what they cost, and how many there may be.
    #[command(flatten)]
    pub turns: TurnLimits,
    /// Who writes the replies.
    #[command(flatten)]
    pub models: ModelSettings,
    /// What is written to the log.
    #[command(flatten)]
    pub log: LogSettings,
}

/// Where the server listens and what it calls itself.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Site")]
pub struct SiteSettings {
    /// Address and port to listen on.
    #[arg(long, env = "DRAMATIS_ADDR", default_value = "127.0.0.1:8080", global = true)]
    pub addr: SocketAddr,
    /// The site's public address. Absolute links, the host allow-list and HSTS come from it, never from a
    /// request.
    #[arg(long, env = "DRAMATIS_PUBLIC_URL", default_value = "http://localhost:8080", value_parser = public_url, global = true)]
    pub public_url: Url,
    /// Hosts whose pictures the image optimiser may fetch, separated by commas. None: only our own pictures.
    #[arg(long, env = "DRAMATIS_IMAGE_HOSTS", value_delimiter = ',', global = true)]
    pub image_hosts: Vec<String>,
    /// Explicit pictures stay blurred until the visitor confirms; a campaign link, and the cookie that it
    /// set, do not show them.
    #[arg(long, env = "DRAMATIS_CONFIRM_ADULT", global = true)]
    pub confirm_adult: bool,
    /// Where people write to those who run the site: `mailto:help@play.example`, or the `https://…` address
    /// of a page. It stands in the footer and on the legal and safety pages.
    #[arg(long, env = "DRAMATIS_CONTACT", value_parser = contact, global = true)]
    pub contact: Option<String>,
    /// What home says about billing while there is something to say, such as that payments fail; a visitor
    /// can dismiss it for 30 days. None: nothing.
    #[arg(long, env = "DRAMATIS_BILLING_NOTICE", global = true)]
    pub billing_notice: Option<String>,
    /// Networks of the proxies in front, separated by commas. Only from these is `X-Forwarded-For` believed.
    /// None: the connection's own address is the visitor's.
    #[arg(long, env = "DRAMATIS_TRUSTED_PROXIES", value_delimiter = ',', value_parser = network, global = true)]
    pub trusted_proxies: Vec<IpNet>,
    /// Addresses and networks that are not served, separated by commas, besides those that the database
    /// lists.
    #[arg(long, env = "DRAMATIS_BLOCKED_ADDRESSES", value_delimiter = ',', value_parser = network, global = true)]
    pub blocked_addresses: Vec<IpNet>,
}

/// Where data lives.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Data")]
pub struct DataSettings {
    /// Directory of the database file, blobs, caches, and of secrets created on the first start.
    #[arg(long, env = "DRAMATIS_DATA_DIR", default_value = "./data", global = true)]
    pub data_dir: PathBuf,
    /// `sqlite://path` or `postgres://…`. Default: `dramatis.db` in the data directory.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true, global = true)]
    pub database_url: Option<String>,
    /// Where blobs live: a directory, or `s3://bucket/prefix`. Default: `blobs` in the data directory.
    #[arg(long, env = "DRAMATIS_BLOBS", global = true)]
    pub blobs: Option<String>,
    /// The built client: pages, scripts, styles and the route table.
    #[arg(long, env = "DRAMATIS_BUNDLES", default_value = "./bundles", global = true)]
    pub bundles: PathBuf,
    /// The texts of the starter catalogue.
    #[arg(
        long,
        env = "DRAMATIS_CATALOGUE",
        default_value = "./catalogue",
        global = true
    )]
    pub catalogue: PathBuf,
    /// The small model that understands what a player of the demo writes. Without it only words are compared.
    #[arg(
        long,
        env = "DRAMATIS_SENTENCES",
        default_value = "./models/sentences",
        global = true
    )]
    pub sentences: PathBuf,
    /// The small model that judges whether uploaded pictures are explicit, or `off`. Without it, they stay
    /// blurred for those who have not confirmed to see explicit ones.
    #[arg(
        long,
        env = "DRAMATIS_PICTURE_JUDGE",
        default_value = "./models/explicit",
        global = true
    )]
    pub picture_judge: PathBuf,
    /// On start, give an empty database the starter catalogue.
    #[arg(long, env = "DRAMATIS_SEED_IF_EMPTY", global = true)]
    pub seed_if_empty: bool,
    /// For tests only: the share of commits, from 0 to 1, that fail as if the database had reported a
    /// serialization failure, so that their use cases are run again.
    #[arg(long, env = "DRAMATIS_INJECT_SERIALIZATION_FAILURES", default_value_t = 0.0, value_parser = share, global = true)]
    pub inject_serialization_failures: f64,
}

impl DataSettings {
    /// The database's address: the configured one, or the SQLite file in the data directory.
    #[must_use]
    pub fn database_url(&self) -> String {
        self.database_url
            .clone()
            .unwrap_or_else(|| format!("sqlite://{}", self.data_dir.join("dramatis.db").display()))
    }
}

/// Accounts, and the emails they ask for.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Accounts")]
pub struct AccountSettings {
    /// Server for outgoing mail: `smtps://user:password@host`, or
    /// `smtp://user:password@host:587?tls=required`. Default: emails are files in `outbox` in the data
    /// directory.
    #[arg(long, env = "DRAMATIS_SMTP_URL", hide_env_values = true, global = true)]
    pub smtp_url: Option<String>,
    /// Whom emails are from: an address, or `Name <address>`. Default: no-reply at the site's host.
    #[arg(long, env = "DRAMATIS_MAIL_FROM", global = true)]
    pub mail_from: Option<String>,
    /// A person who proves that this e-mail address is theirs becomes an admin.
    #[arg(long, env = "DRAMATIS_ADMIN_EMAIL", global = true)]
    pub admin_email: Option<String>,
    /// Admins may use their powers only after giving a code of their authenticator.
    #[arg(long, env = "DRAMATIS_ADMIN_TOTP", global = true)]
    pub admin_totp: bool,
    /// Issuer identifier of an OpenID Connect provider through which people can sign in.
    #[arg(
        long,
        env = "DRAMATIS_OIDC_ISSUER",
        requires = "oidc_client_id",
        global = true
    )]
    pub oidc_issuer: Option<String>,
    /// As whom that provider knows this site.
    #[arg(long, env = "DRAMATIS_OIDC_CLIENT_ID", global = true)]
    pub oidc_client_id: Option<String>,
    /// What this site shares with that provider.
    #[arg(
        long,
        env = "DRAMATIS_OIDC_CLIENT_SECRET",
        hide_env_values = true,
        global = true
    )]
    pub oidc_client_secret: Option<String>,
    /// What people call that provider.
    #[arg(long, env = "DRAMATIS_OIDC_NAME", default_value = "OpenID", global = true)]
    pub oidc_name: String,
}

/// The program that runs the server bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// V8 in this process.
    #[cfg(feature = "v8")]
    V8,
    /// `node` child processes.
    Node,
}

impl Default for Engine {
    #[cfg(feature = "v8")]
    fn default() -> Self {
        Self::V8
    }
    #[cfg(not(feature = "v8"))]
    fn default() -> Self {
        Self::Node
    }
}

/// How pages are rendered.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Rendering")]
pub struct RenderSettings {
    /// What runs the server bundle. Default: v8 where it is compiled in, else node.
    #[arg(long, env = "DRAMATIS_ENGINE", value_enum, default_value_t = Engine::default(), global = true)]
    pub engine: Engine,
    /// The `node` program of the sidecar engine.
    #[arg(long, env = "DRAMATIS_NODE", default_value = "node", global = true)]
    pub node: PathBuf,
    /// How many pages render at once. Default: the number of cores.
    #[arg(long, env = "DRAMATIS_RENDERERS", value_parser = clap::value_parser!(u16).range(1..=256), global = true)]
    pub renderers: Option<u16>,
}

impl RenderSettings {
    /// How many pages render at once.
    #[must_use]
    pub fn workers(&self) -> usize {
        self.renderers.map_or_else(
            || std::thread::available_parallelism().map_or(1, usize::from),
            usize::from,
        )
    }
}

/// How much is kept in memory and how long things may take.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Limits")]
pub struct LimitSettings {
    /// Memory of the page cache, in MiB; a quarter of it is for the answers that pages are made of.
    #[arg(long, env = "DRAMATIS_PAGE_CACHE_MB", default_value_t = 128, value_parser = clap::value_parser!(u64).range(1..=65_536), global = true)]
    pub page_cache_mb: u64,
    /// Connections open at once; further ones wait in the kernel's queue.
    #[arg(long, env = "DRAMATIS_MAX_CONNECTIONS", default_value_t = 4_096, value_parser = clap::value_parser!(u32).range(1..=1_000_000), global = true)]
    pub max_connections: u32,
    /// Requests running at once; long before that the dearest kinds of work are refused with 503.
    #[arg(long, env = "DRAMATIS_MAX_RUNNING", default_value_t = 2_048, value_parser = clap::value_parser!(u32).range(16..=1_000_000), global = true)]
    pub max_running: u32,
    /// Requests a minute that one address may make of a kind of work, as `KIND=NUMBER` separated by commas;
    /// 0: as many as it likes. See the table in the operations page.
    #[arg(long, env = "DRAMATIS_RATE_LIMITS", value_delimiter = ',', global = true)]
    pub rate_limits: Vec<RateOverride>,
    /// Limits requests from this machine itself, too.
    #[arg(long, env = "DRAMATIS_LIMIT_LOOPBACK", global = true)]
    pub limit_loopback: bool,
    /// Seconds a request may take before it is answered 504.
    #[arg(long, env = "DRAMATIS_REQUEST_SECS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=600), global = true)]
    pub request_secs: u64,
    /// Seconds that running requests get to finish after SIGTERM. With the last words to those who wait for
    /// more, and what is flushed then, the process ends within ten (reliability O-1), which is also how long
    /// `docker stop` waits.
    #[arg(long, env = "DRAMATIS_DRAIN_SECS", default_value_t = 6, value_parser = clap::value_parser!(u64).range(0..=600), global = true)]
    pub drain_secs: u64,
}

impl LimitSettings {
    /// How long a request may take.
    #[must_use]
    pub fn request_time(&self) -> Duration {
        Duration::from_secs(self.request_secs)
    }

    /// How long running requests get to finish after SIGTERM.
    #[must_use]
    pub fn drain_time(&self) -> Duration {
        Duration::from_secs(self.drain_secs)
    }
}

/// Shekels.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Shekels")]
pub struct MoneySettings {
    /// What a new record finds in its wallet; 0: nothing.
    #[arg(long, env = "DRAMATIS_WELCOME_SHEKELS", default_value_t = 50, value_parser = clap::value_parser!(u32).range(0..=1_000_000), global = true)]
    pub welcome_shekels: u32,
}

/// Turns of stories: what they cost, and how many there may be.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Turns")]
pub struct TurnLimits {
    /// Shekels that a reply costs, unless its model has a price of its own; 0: nothing.
    #[arg(long, env = "DRAMATIS_REPLY_PRICE", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=1_000_000), global = true)]
    pub reply_price: u32,
    /// Messages a day that cost a person nothing, with models that cost no more than the usual price; 0: only
    /// as many in all as a guest has.
    #[arg(long, env = "DRAMATIS_FREE_REPLIES", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=1_000_000), global = true)]
    pub free_replies: u32,
    /// Messages that a guest may send in all; 0: guests may read only.
    #[arg(long, env = "DRAMATIS_GUEST_MESSAGES", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=1_000_000), global = true)]
    pub guest_messages: u32,
    /// What the models may cost one player on one day (UTC), in the currency of the models' costs. Default:
    /// no limit.
    #[arg(long, env = "DRAMATIS_DAILY_COST_PLAYER", value_parser = millionths, global = true)]
    pub daily_cost_player: Option<i64>,
    /// What the models may cost all players together on one day (UTC), in the same currency. Default: no
    /// limit.
    #[arg(long, env = "DRAMATIS_DAILY_COST_TOTAL", value_parser = millionths, global = true)]
    pub daily_cost_total: Option<i64>,
    /// Turns that run at once; further ones are refused with 503.
    #[arg(long, env = "DRAMATIS_MAX_TURNS", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=100_000), global = true)]
    pub max_turns: u32,
}

/// Who writes the replies.
#[derive(Clone, Args)]
#[command(next_help_heading = "Models")]
pub struct ModelSettings {
    /// Address of a server with an OpenAI-compatible API, for one model: `http://localhost:11434/v1`.
    /// Default: no model; the built-in understudy answers.
    #[arg(long, env = "DRAMATIS_MODEL_URL", requires = "model_name", global = true)]
    pub model_url: Option<String>,
    /// What that server knows us by, if it asks.
    #[arg(long, env = "DRAMATIS_MODEL_KEY", hide_env_values = true, global = true)]
    pub model_key: Option<String>,
    /// What that server calls the model.
    #[arg(long, env = "DRAMATIS_MODEL_NAME", global = true)]
    pub model_name: Option<String>,
    /// Several models, the first as the default: a JSON list, or the path of a file that holds one. See the
    /// operations page.
    #[arg(long, env = "DRAMATIS_MODELS", conflicts_with = "model_url", global = true)]
    pub models: Option<String>,
}

impl std::fmt::Debug for ModelSettings {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("ModelSettings")
            .field("model_url", &self.model_url)
            .field("model_name", &self.model_name)
            .finish_non_exhaustive()
    }
}

impl ModelSettings {
    /// The models of these settings; if there are none, the demo model answers. `price` is what a reply costs
    /// if its model names no price.
    ///
    /// # Errors
    /// If a text is not such a list, or a file cannot be read.
    pub fn configs(&self, price: Shekels) -> std::io::Result<Vec<ModelConfig>> {
        if let Some(list) = &self.models {
            let json = match list.trim_start().starts_with('[') {
                true => list.clone(),
                false => std::fs::read_to_string(list)
                    .map_err(|error| std::io::Error::other(format!("DRAMATIS_MODELS: {list}: {error}")))?,
            };
            return ModelConfig::list(&json, price, &|name| std::env::var(name).ok())
                .map_err(std::io::Error::other);
        }
        let Some(url) = &self.model_url else {
            return Ok(Vec::new());
        };
        let key = self.model_key.clone().filter(|key| !key.is_empty());
        let model = ModelConfig::single(url, key, self.model_name.as_deref().unwrap_or_default(), price)
            .map_err(std::io::Error::other)?;
        Ok(vec![model])
    }
}

/// How the log is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// One JSON object a line, times in UTC.
    Json,
}

/// What is written to the log.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Log")]
pub struct LogSettings {
    /// What is logged, for example `info` or `info,dramatis_app=debug`.
    #[arg(long, env = "DRAMATIS_LOG", default_value = "info", global = true)]
    pub log: String,
    /// How the log is written.
    #[arg(long, env = "DRAMATIS_LOG_FORMAT", value_enum, default_value_t = LogFormat::Text, global = true)]
    pub log_format: LogFormat,
}
