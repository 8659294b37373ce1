//! Requests and answers on the wire.

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};

/// Largest request that is read, in bytes.
const MAX_REQUEST_BYTES: usize = 16 << 20;

/// A request that the double received.
#[derive(Debug, Clone)]
pub struct Call {
    /// Its path.
    pub path: String,
    /// Its `Authorization`.
    pub authorization: Option<String>,
    /// Its body.
    pub body: Value,
}

impl Call {
    /// All text of the prompt.
    #[must_use]
    pub fn prompt(&self) -> String {
        let messages = self.body["messages"].as_array().into_iter().flatten();
        let texts: Vec<&str> = messages
            .filter_map(|message| message["content"].as_str())
            .chain(self.body["prompt"].as_str())
            .collect();
        texts.join("\n")
    }
}

/// Ends when the client has left. Anything that it sends meanwhile is ignored.
pub(super) async fn departure(read: &mut BufReader<OwnedReadHalf>) {
    let mut more = [0; 64];
    while read.read(&mut more).await.is_ok_and(|length| length > 0) {}
}

/// The next request; none if the client has left.
pub(super) async fn receive(read: &mut BufReader<OwnedReadHalf>) -> std::io::Result<Option<Call>> {
    let mut first = String::new();
    if read.read_line(&mut first).await? == 0 {
        return Ok(None);
    }
    let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
    let (mut length, mut authorization) = (0_usize, None);
    loop {
        let mut line = String::new();
        read.read_line(&mut line).await?;
        let Some((name, value)) = line.trim_end().split_once(':') else {
            break;
        };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse().unwrap_or(0),
            "authorization" => authorization = Some(value.trim().to_owned()),
            _ => {}
        }
    }
    if length > MAX_REQUEST_BYTES {
        return Ok(None);
    }
    let mut body = vec![0; length];
    read.read_exact(&mut body).await?;
    Ok(Some(Call {
        path,
        authorization,
        body: serde_json::from_slice(&body).unwrap_or(Value::Null),
    }))
}

pub(super) async fn answer(
    to: &mut OwnedWriteHalf,
    status: u16,
    retry_after: Option<u32>,
    body: &Value,
) -> std::io::Result<()> {
    let body = body.to_string();
    let wait = retry_after
        .map(|secs| format!("retry-after: {secs}\r\n"))
        .unwrap_or_default();
    let head = format!(
        "HTTP/1.1 {status} Scripted\r\ncontent-type: application/json\r\n{wait}content-length: {}\r\n\r\n",
        body.len()
    );
    to.write_all(format!("{head}{body}").as_bytes()).await
}

pub(super) async fn delta(to: &mut OwnedWriteHalf, delta: &Value, finish: Value) -> std::io::Result<()> {
    let choice = json!({"index": 0, "delta": delta, "finish_reason": finish});
    event(to, &json!({"id": "double-1", "object": "chat.completion.chunk", "created": 1, "model": "double", "choices": [choice]})).await
}

pub(super) async fn event(to: &mut OwnedWriteHalf, data: &Value) -> std::io::Result<()> {
    chunk(to, format!("data: {data}\n\n").as_bytes()).await
}

pub(super) async fn chunk(to: &mut OwnedWriteHalf, bytes: &[u8]) -> std::io::Result<()> {
    let mut framed = format!("{:x}\r\n", bytes.len()).into_bytes();
    framed.extend_from_slice(bytes);
    framed.extend_from_slice(b"\r\n");
    to.write_all(&framed).await
}
