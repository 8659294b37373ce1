//! Delivers messages: to an SMTP server, or into files that the operator can read.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kernel::{HOUR_MS, Timestamp};
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp::AsyncSmtpTransport;
use lettre::{AsyncTransport, Message, Tokio1Executor};
use url::Url;

use super::EmailMessage;
use crate::db::is_unwritable_io;

/// How long an SMTP server may take for one message.
const SMTP_TIME: Duration = Duration::from_secs(20);

/// How long a message stays in the outbox, in milliseconds: a little less than a day.
const KEEP_MS: i64 = 23 * HOUR_MS;

/// Answers of a server that rejects this site's credentials (RFC 4954). Their numbers say permanent, but the
/// cause is the settings and not the message.
const AUTH_REFUSALS: [u16; 4] = [530, 534, 535, 538];

/// Sends messages.
#[derive(Clone)]
pub enum Mailer {
    /// By SMTP.
    Smtp {
        /// The connections.
        transport: AsyncSmtpTransport<Tokio1Executor>,
        /// The sender.
        from: Mailbox,
    },
    /// Into this folder, one `.eml` file for each message.
    Outbox {
        /// The folder.
        folder: PathBuf,
        /// The sender.
        from: Mailbox,
    },
    /// Into memory, for tests.
    Kept(Arc<Mutex<Vec<EmailMessage>>>),
}

/// Why a message was not sent.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// The address of the server, or of the sender, cannot be one.
    #[error("mail settings: {0}")]
    Settings(String),
    /// The content is not a valid message.
    #[error("the email cannot be composed: {0}")]
    Unwritable(String),
    /// The server refused it or cannot be reached.
    #[error("SMTP: {0}")]
    Smtp(#[from] lettre::transport::smtp::Error),
    /// The file could not be written.
    #[error("outbox: {0}")]
    Outbox(#[from] std::io::Error),
}

impl MailError {
    /// Whether another attempt would fail in the same way.
    #[must_use]
    pub fn is_final(&self) -> bool {
        match self {
            Self::Unwritable(_) => true,
            Self::Smtp(error) => {
                error.is_permanent()
                    && !error
                        .status()
                        .is_some_and(|code| AUTH_REFUSALS.contains(&u16::from(code)))
            }
            Self::Settings(_) | Self::Outbox(_) => false,
        }
    }

    /// Whether the outbox cannot be written now, because its disk is full or read-only.
    #[must_use]
    pub fn is_unwritable(&self) -> bool {
        matches!(self, Self::Outbox(error) if is_unwritable_io(error))
    }
}

impl Mailer {
    /// Sends by the SMTP server of a URL: `smtps://user:password@host:465` for TLS from the start,
    /// `smtp://host:587?tls=required` for STARTTLS, `smtp://localhost:25` for a relay on the same machine.
    /// Must be called on the runtime.
    ///
    /// # Errors
    /// [`MailError::Settings`].
    pub fn smtp(url: &str, from: &str) -> Result<Self, MailError> {
        let parsed: Url = url
            .parse()
            .map_err(|_| MailError::Settings("the SMTP URL cannot be read".to_owned()))?;
        let is_local = parsed.host_str().is_some_and(|host| {
            host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
        });
        let has_tls = parsed.scheme() == "smtps"
            || parsed
                .query_pairs()
                .any(|(key, value)| key == "tls" && value == "required");
        if !has_tls && !is_local && !parsed.username().is_empty() {
            return Err(MailError::Settings(
                "a password is sent to another machine only through TLS: use smtps:// or ?tls=required"
                    .to_owned(),
            ));
        }
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)
            .map_err(|error| MailError::Settings(error.to_string()))?;
        let from = mailbox(from)?;
        Ok(Self::Smtp {
            transport: transport.timeout(Some(SMTP_TIME)).build(),
            from,
        })
    }

    /// Writes messages into this folder.
    ///
    /// # Errors
    /// [`MailError::Settings`], or when the folder cannot be created.
    pub fn outbox(folder: &Path, from: &str) -> Result<Self, MailError> {
        let mut builder = std::fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(folder)?;
        Ok(Self::Outbox {
            folder: folder.to_owned(),
            from: mailbox(from)?,
        })
    }

    /// Whether the outbox can be written. For an SMTP server always true: only sending shows whether it works.
    pub async fn is_writable(&self) -> bool {
        let Self::Outbox { folder, .. } = self else {
            return true;
        };
        let probe = folder.join(".probe");
        let written = write_private(&probe, b"").await.is_ok();
        // Removed whether or not it could be written.
        let _ = tokio::fs::remove_file(&probe).await;
        written
    }

    /// Removes messages older than [`KEEP_MS`] from the outbox; returns how many. So the emails of a deleted account
    /// are gone within a day (O-9), when their links have expired anyway.
    ///
    /// # Errors
    /// When the folder cannot be read or a file cannot be removed.
    pub async fn purge(&self, now: Timestamp) -> std::io::Result<usize> {
        let Self::Outbox { folder, .. } = self else {
            return Ok(0);
        };
        let before =
            std::time::UNIX_EPOCH + Duration::from_millis(u64::try_from(now.0 - KEEP_MS).unwrap_or(0));
        let mut removed = 0;
        let mut files = tokio::fs::read_dir(folder).await?;
        while let Some(file) = files.next_entry().await? {
            let is_message = file
                .path()
                .extension()
                .is_some_and(|extension| extension == "eml");
            if is_message && file.metadata().await?.modified()? < before {
                tokio::fs::remove_file(file.path()).await?;
                removed += 1;
            }
        }
        Ok(removed)
    }

    /// Sends one message.
    ///
    /// # Errors
    /// [`MailError`].
    pub async fn send(&self, email: &EmailMessage, now: Timestamp) -> Result<(), MailError> {
        match self {
            Self::Smtp { transport, from } => {
                transport.send(message(email, from, now)?).await?;
            }
            Self::Outbox { folder, from } => {
                let message = message(email, from, now)?.formatted();
                // Named by time, so that the newest is last; the digest keeps two of one millisecond apart.
                let digest = <sha2::Sha256 as sha2::Digest>::digest(&message);
                let stamp = now.to_string().replace(':', "-");
                let name = format!(
                    "{stamp}-{:02x}{:02x}{:02x}{:02x}.eml",
                    digest[0], digest[1], digest[2], digest[3]
                );
                // Written under another name and renamed, so that a program that watches the folder never reads half a
                // message.
                let aside = folder.join(format!(".{name}"));
                write_private(&aside, &message).await?;
                tokio::fs::rename(&aside, folder.join(&name)).await?;
                tracing::info!(file = name, "an email is in the outbox");
            }
            Self::Kept(sent) => sent
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(email.clone()),
        }
        Ok(())
    }
}

/// Messages hold links that open accounts: only the user of this process may read them.
async fn write_private(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut options = tokio::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    options.mode(0o600);
    let mut file = options.open(path).await?;
    tokio::io::AsyncWriteExt::write_all(&mut file, bytes).await?;
    tokio::io::AsyncWriteExt::flush(&mut file).await
}

fn mailbox(text: &str) -> Result<Mailbox, MailError> {
    text.parse().map_err(|_| {
        MailError::Settings(format!(
            "{text} is no sender: expected an address, or Name <address>"
        ))
    })
}

fn message(email: &EmailMessage, from: &Mailbox, now: Timestamp) -> Result<Message, MailError> {
    let unwritable = |error: &dyn std::fmt::Display| MailError::Unwritable(error.to_string());
    let to = email.to.parse().map_err(|error| unwritable(&error))?;
    let date = std::time::UNIX_EPOCH + Duration::from_millis(u64::try_from(now.0).unwrap_or(0));
    Message::builder()
        .from(from.clone())
        .to(Mailbox::new(None, to))
        .subject(email.subject.as_str())
        .date(date)
        .message_id(None)
        .header(AutoSubmitted)
        .multipart(MultiPart::alternative_plain_html(
            email.text.clone(),
            email.html.clone(),
        ))
        .map_err(|error| unwritable(&error))
}

/// `Auto-Submitted: auto-generated` (RFC 3834): out-of-office answers stay where they are.
#[derive(Clone)]
struct AutoSubmitted;

impl lettre::message::header::Header for AutoSubmitted {
    fn name() -> lettre::message::header::HeaderName {
        lettre::message::header::HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> lettre::message::header::HeaderValue {
        lettre::message::header::HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}
