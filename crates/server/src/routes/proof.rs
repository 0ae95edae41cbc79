//! `GET /api/replays/{id}/proof`

use axum::Json;
use axum::extract::{Path, State};
use ghostreel_mark::Report;
use ghostreel_witness::Proof;

use crate::app::App;
use crate::dto::Proven;
use crate::problem::{Problem, ProblemDetails};

/// The proof of a replay when it was accepted, and that the log has it. Whether it is a copy, and its motion fits, is of now.
#[utoipa::path(
    get,
    path = "/api/replays/{id}/proof",
    tag = "marks",
    params(("id" = String, Path, description = "The replay's id")),
    responses(
        (status = 200, description = "Its proof", body = Proven),
        (status = 404, description = "There is no such replay", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 500, description = "Our own mistake", body = ProblemDetails, content_type = "application/problem+json"),
        (status = 503, description = "The answer took too long", body = ProblemDetails, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn proof(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<Proven>, Problem> {
    let record = app.archive.get(&id).await?.ok_or_else(Problem::no_such_replay)?;
    let copied = app.copied_findings(&id).await?;
    let (proof, inclusion) = match app.witness.proof(&record.digest).await? {
        Some((proof, inclusion)) => (proof, Some(inclusion)),
        None => (before_proofs_were_kept(), None),
    };
    let claims = app.witness.claims(&record.digest).await?;
    let own_key = app.witness.key().await.to_string();
    Ok(Json(Proven::new(proof, record, copied, inclusion, claims, &own_key)))
}

fn before_proofs_were_kept() -> Proof {
    let mut report = Report::default();
    report.reasons.push("It came before this server kept proofs.".into());
    Proof::from(&report)
}
