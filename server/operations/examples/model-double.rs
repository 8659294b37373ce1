//! The model provider double of tests and benchmarks, as a program: `cargo run -p dramatis-operations
//! --example model-double -- --port 0 --pace-ms 200 [--stamps] [--obey] [--act "cut 3"]`.
//!
//! It prints its address, in the form of `DRAMATIS_MODEL_URL`, and serves until it is killed.

use std::time::Duration;

use dramatis_operations::testing::{DoubleSettings, ModelDouble};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut settings = DoubleSettings::default();
    let mut act = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || {
            arguments
                .next()
                .ok_or_else(|| format!("{argument} needs a value"))
        };
        match argument.as_str() {
            "--port" => settings.port = value()?.parse()?,
            "--pace-ms" => settings.pace = Duration::from_millis(value()?.parse()?),
            "--stamps" => settings.stamps = true,
            "--obey" => settings.obeys = true,
            "--act" => act = Some(value()?.parse()?),
            _ => return Err(format!("{argument} is not known").into()),
        }
    }
    let double = ModelDouble::start_with(settings).await;
    if let Some(act) = act {
        double.otherwise(act);
    }
    println!("{}", double.url());
    std::future::pending().await
}
