//! `dramatis`, the one binary. Everything it does is in `dramatis_app::commands`.

use std::process::ExitCode;

use clap::Parser;
use dramatis_app::commands::{Cli, run};

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("dramatis: {error}");
            ExitCode::FAILURE
        }
    }
}
