//! What the double can do.

use std::str::FromStr;

/// What the double does with one request. Tokens are counted by words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// Streams this text to its good end.
    Say(String),
    /// Hangs up without an answer.
    Refuse,
    /// Answers with this HTTP status.
    Status {
        /// The status.
        status: u16,
        /// Seconds in `Retry-After`.
        retry_after: Option<u32>,
    },
    /// Answers with this HTTP status and an error of this code, in these words.
    Problem {
        /// The status.
        status: u16,
        /// What the error calls itself, for example `context_length_exceeded`.
        code: String,
        /// The reply.
        words: String,
    },
    /// Ends well without a word.
    Empty,
    /// Its filter takes all of the reply.
    Filter,
    /// Accepts the request and sends nothing.
    Hang,
    /// Stops sending after this many tokens.
    Stall {
        /// Tokens before.
        after: usize,
    },
    /// Closes the connection after this many tokens.
    Cut {
        /// Tokens before.
        after: usize,
    },
    /// Sends invalid JSON after this many tokens.
    Malformed {
        /// Tokens before.
        after: usize,
    },
    /// Reports an error within the stream after this many tokens.
    ErrorInside {
        /// Tokens before.
        after: usize,
    },
    /// One token of this many bytes, and the normal end.
    Huge {
        /// Its size.
        bytes: usize,
    },
    /// Tokens without end.
    Endless,
    /// These very bytes as the body, and the end of it.
    Raw(Vec<u8>),
}

impl FromStr for Act {
    type Err = String;

    /// `say …`, `refuse`, `status 429 7`, `problem 400 context_length_exceeded too long`, `empty`, `filter`,
    /// `hang`, `stall 3`, `cut 3`, `malformed 3`, `error 3`, `huge 1000000`, `endless`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (word, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let mut numbers = rest.split_whitespace().map(|number| {
            number
                .parse::<usize>()
                .map_err(|_| format!("{number} is no number"))
        });
        let mut number = |fallback: usize| numbers.next().unwrap_or(Ok(fallback));
        Ok(match word {
            "say" => Self::Say(rest.to_owned()),
            "refuse" => Self::Refuse,
            "problem" => {
                let mut words = rest.splitn(3, ' ');
                let status = words
                    .next()
                    .and_then(|status| status.parse().ok())
                    .ok_or("problem needs a status")?;
                Self::Problem {
                    status,
                    code: words.next().unwrap_or_default().to_owned(),
                    words: words.next().unwrap_or_default().to_owned(),
                }
            }
            "empty" => Self::Empty,
            "filter" => Self::Filter,
            "status" => {
                let status = u16::try_from(number(500)?).map_err(|error| error.to_string())?;
                let secs = u32::try_from(number(0)?).map_err(|error| error.to_string())?;
                Self::Status {
                    status,
                    retry_after: (secs > 0).then_some(secs),
                }
            }
            "hang" => Self::Hang,
            "stall" => Self::Stall { after: number(0)? },
            "cut" => Self::Cut { after: number(0)? },
            "malformed" => Self::Malformed { after: number(0)? },
            "error" => Self::ErrorInside { after: number(0)? },
            "huge" => Self::Huge {
                bytes: number(1_000_000)?,
            },
            "endless" => Self::Endless,
            _ => return Err(format!("{word}: nothing that the double can do")),
        })
    }
}
