//! The commands of the one binary. Each file is one command; `wiring` opens what several of them need.

mod backup;
mod block;
mod migrate;
mod openapi;
mod render;
mod seed;
mod serve;
#[cfg(feature = "v8")]
mod snapshot;
mod suspend;
mod verify_ledger;
mod wiring;

use std::error::Error;
use std::io::IsTerminal;
use std::path::PathBuf;

use clap::{Parser, Subcommand};
use ipnet::IpNet;
use tracing_subscriber::EnvFilter;

use crate::config::{LogFormat, LogSettings, Settings};
use crate::edge::client_ip::network;

/// What a command ends with: nothing, or a reason to show to the operator.
pub type Outcome = Result<(), Box<dyn Error + Send + Sync>>;

/// Dramatis: people find a scenario, step into it, and play it out.
#[derive(Debug, Parser)]
#[command(name = "dramatis", version)]
pub struct Cli {
    /// What to do; `serve` if nothing is said.
    #[command(subcommand)]
    command: Option<Command>,
    /// All settings; each has an environment variable and a working default.
    #[command(flatten)]
    settings: Settings,
}

/// What to do.
#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the site.
    Serve,
    /// Bring the database's schema up to date.
    Migrate,
    /// Write the starter catalogue, or a synthetic one.
    Seed {
        /// Make a synthetic catalogue of this many scenarios instead, for load work.
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
        scenarios: Option<u32>,
    },
    /// Write V8's start-up snapshot of the server bundle, so that renderers start in milliseconds.
    #[cfg(feature = "v8")]
    Snapshot,
    /// Print the API's OpenAPI document.
    Openapi,
    /// Print the page of an address as the server would send it.
    Render {
        /// A root-relative address, for example `/search?search=elf`.
        address: http::Uri,
    },
    /// Check the twelve invariants of the ledger and print what was found as JSON. Fails when one does not
    /// hold.
    VerifyLedger,
    /// Write a consistent copy of the SQLite database to a new file, while the server may be running.
    Backup {
        /// The new file.
        file: PathBuf,
    },
    /// Refuse requests from an address or a network, on every server within seconds.
    Block {
        /// For example `192.0.2.7` or `192.0.2.0/24`.
        #[arg(value_parser = network)]
        network: IpNet,
        /// Why; it goes into the audit log.
        #[arg(long)]
        reason: String,
        /// For this many hours; by default until it is let in again.
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=87_600))]
        hours: Option<u32>,
    },
    /// Let a blocked address or network in again.
    Unblock {
        /// The same as it was blocked.
        #[arg(value_parser = network)]
        network: IpNet,
    },
    /// Suspend an account: its sessions end, and nobody comes in with it.
    Suspend {
        /// The e-mail address, the name in links, or the id.
        who: String,
        /// Why; it goes into the audit log.
        #[arg(long, value_parser = clap::builder::NonEmptyStringValueParser::new())]
        reason: String,
    },
    /// Let a suspended account in again.
    Reinstate {
        /// The same.
        who: String,
        /// Why; it goes into the audit log.
        #[arg(long, value_parser = clap::builder::NonEmptyStringValueParser::new())]
        reason: String,
    },
}

/// Does what the command line says.
///
/// # Errors
/// The reason why the command could not be done.
pub fn run(cli: Cli) -> Outcome {
    let Cli { command, settings } = cli;
    start_log(&settings.log)?;
    match command.unwrap_or(Command::Serve) {
        Command::Serve => serve::run(settings),
        Command::Migrate => migrate::run(&settings),
        Command::Seed { scenarios } => seed::run(&settings, scenarios),
        #[cfg(feature = "v8")]
        Command::Snapshot => snapshot::run(&settings),
        Command::Openapi => openapi::run(),
        Command::Render { address } => render::run(settings, address),
        Command::VerifyLedger => verify_ledger::run(&settings),
        Command::Backup { file } => backup::run(&settings, &file),
        Command::Block {
            network,
            reason,
            hours,
        } => block::run(&settings, network, &reason, hours),
        Command::Unblock { network } => block::undo(&settings, network),
        Command::Suspend { who, reason } => suspend::run(&settings, &who, &reason),
        Command::Reinstate { who, reason } => suspend::undo(&settings, &who, &reason),
    }
}

/// A runtime for commands that wait for the database.
fn block_on<F: Future>(future: F) -> std::io::Result<F::Output> {
    Ok(tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?
        .block_on(future))
}

fn start_log(settings: &LogSettings) -> Outcome {
    let filter = EnvFilter::try_new(&settings.log)?;
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    match settings.log_format {
        LogFormat::Text => log.try_init(),
        LogFormat::Json => log.json().flatten_event(true).try_init(),
    }
}
