//! A runtime for less urgent requests. Building a page takes a thread for milliseconds, and so does
//! compressing it or looking up an image; a running story should not wait for that. So such requests have
//! their own runtime, whose threads have a lower priority.

use std::io;
use std::thread::available_parallelism;

use axum::response::{IntoResponse, Response};
use platform::blocking::lower_priority;
use tokio::runtime::{Builder, Runtime};
use tokio_util::task::AbortOnDropHandle;

use crate::load_shedding::busy;

/// By how much the threads' priority is lowered, in steps of `nice` (0 to 19): less than that of threads that
/// render pages and make images, so that finished work is sent first. The blocking threads that they start
/// inherit it and lower theirs again by as much.
const NICENESS: i32 = 5;

/// The runtime. Dropping it ends its tasks.
#[derive(Debug)]
pub struct LowPriorityRuntime(Option<Runtime>);

impl LowPriorityRuntime {
    /// Starts one thread for every two cores.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn start() -> io::Result<Self> {
        let threads = available_parallelism().map_or(1, |cores| cores.get().div_ceil(2));
        let runtime = Builder::new_multi_thread()
            .worker_threads(threads)
            .thread_name("aside")
            .on_thread_start(|| lower_priority(NICENESS))
            .enable_all()
            .build()?;
        Ok(Self(Some(runtime)))
    }

    /// Answers a request on this runtime. If the client leaves, the request ends.
    pub async fn answer(&self, work: impl Future<Output = Response> + Send + 'static) -> Response {
        let Some(runtime) = &self.0 else {
            return busy().into_response();
        };
        match AbortOnDropHandle::new(runtime.spawn(work)).await {
            Ok(response) => response,
            // Panics are caught inside; the only other reason is the end of the process.
            Err(_) => busy().into_response(),
        }
    }
}

impl Drop for LowPriorityRuntime {
    fn drop(&mut self) {
        // Waiting for the threads would hold the thread that drops this.
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_can_wait_runs_on_threads_that_stand_back() {
        let own = std::thread::current().id();
        let runtime = LowPriorityRuntime::start().expect("threads");
        let answer = runtime
            .answer(async move { format!("{}", std::thread::current().id() == own).into_response() })
            .await;
        assert_eq!(
            axum::body::to_bytes(answer.into_body(), 16)
                .await
                .expect("a body"),
            "false"
        );
    }

    #[tokio::test]
    async fn who_leaves_ends_the_work() {
        let runtime = LowPriorityRuntime::start().expect("threads");
        let (held, mut ended) = tokio::sync::mpsc::channel::<()>(1);
        let work = async move {
            let _held = held;
            std::future::pending::<Response>().await
        };
        let left = tokio::time::timeout(std::time::Duration::from_millis(20), runtime.answer(work)).await;
        assert!(left.is_err());
        assert!(ended.recv().await.is_none(), "it was dropped");
    }
}
