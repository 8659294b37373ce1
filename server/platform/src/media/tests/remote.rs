//! Images of other hosts.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use image::ImageFormat;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::samples::{encoded, meadow};
use super::site::{Cards, Site};
use crate::egress::{AllowedHosts, Guard};
use crate::media::MediaSettings;

#[tokio::test]
async fn pictures_of_listed_hosts_are_fetched_once_a_day() {
    let (port, visits) = host(encoded(meadow(200, 100), ImageFormat::Jpeg)).await;
    let (broken, broken_visits) = host(b"<html>".to_vec()).await;
    let guard = Guard {
        ports: vec![port, broken],
        loopback: true,
        ..Guard::default()
    };
    let hosts = |settings| MediaSettings {
        hosts: AllowedHosts::listed(["127.0.0.1"]),
        ..settings
    };
    let site = Site::with(hosts, guard, Cards::default());
    let path = |port: u16, width: u32| {
        format!("/_image?url=http%3A%2F%2F127.0.0.1%3A{port}%2Fa.jpg&w={width}&fm=webp")
    };
    for width in [64, 128, 64] {
        let answer = site.get(&path(port, width)).await;
        assert_eq!(answer.size(), (width, width / 2));
        assert_eq!(
            answer.header("cache-control"),
            "public, max-age=86400, stale-while-revalidate=604800"
        );
    }
    assert_eq!(visits.load(Ordering::SeqCst), 1, "three sizes are one fetch");
    let today = site.get(&path(port, 64)).await.header("etag").to_owned();
    site.clock.advance_millis(25 * kernel::HOUR_MS);
    assert_ne!(site.get(&path(port, 64)).await.header("etag"), today);

    for _ in 0..3 {
        site.get(&path(broken, 64)).await.refused(422);
    }
    assert_eq!(broken_visits.load(Ordering::SeqCst), 1, "a refusal is remembered");
    site.get("/_image?url=http%3A%2F%2F127.0.0.2%2Fa.jpg&w=64")
        .await
        .refused(400);
}

/// A host that serves `body` to everybody, and how often it was asked.
async fn host(body: Vec<u8>) -> (u16, Arc<AtomicUsize>) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    let visits = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&visits);
    tokio::spawn(async move {
        while let Ok((mut socket, _)) = listener.accept().await {
            counter.fetch_add(1, Ordering::SeqCst);
            let mut request = [0; 2_048];
            let _ = socket.read(&mut request).await;
            let head = format!(
                "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                body.len()
            );
            let _ = socket.write_all(head.as_bytes()).await;
            let _ = socket.write_all(&body).await;
            let _ = socket.shutdown().await;
        }
    });
    (port, visits)
}
