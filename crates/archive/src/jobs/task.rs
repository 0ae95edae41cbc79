//! Work that goes on when whoever asked for it goes away.

use crate::error::Error;

/// Does it in a task of its own, because whoever asked may go away halfway.
pub(crate) async fn in_task<T: Send + 'static>(
    work: impl Future<Output = Result<T, Error>> + Send + 'static,
) -> Result<T, Error> {
    tokio::spawn(work).await.map_err(|join| Error::Io(join.into()))?
}
