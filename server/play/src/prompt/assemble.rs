//! Assembles a prompt (reference 4.2, `docs/adr/0019`).

use platform::blocking::Stop;
use platform::llm::ModelInfo;

use super::budget::TokenBudget;
use super::draft::PromptDraft;
use super::model::{Assembled, LoreRecord, PromptError, PromptInput, PromptKind};
use super::rules::{DIRECTOR_TOKENS, SUMMARY_TOKENS};
use super::viewpoint::Viewpoint;

/// The prompt for this kind of text from this input, for this model. Patterns of lorebooks are no longer
/// searched once `stop` is raised.
///
/// # Errors
/// If the required parts do not fit; the error names the largest of them.
pub fn assemble(
    input: &PromptInput,
    model: &ModelInfo,
    kind: PromptKind,
    stop: &Stop,
) -> Result<Assembled, PromptError> {
    let max_tokens = match &kind {
        PromptKind::Director { .. } => DIRECTOR_TOKENS,
        PromptKind::Summarise => SUMMARY_TOKENS,
        _ => input.reply_tokens,
    };
    let max_tokens = max_tokens.clamp(1, model.max_reply_tokens.max(1));
    let budget = TokenBudget::of(model.context_tokens, max_tokens)?;
    let view = Viewpoint::of(input, &kind);
    let draft = PromptDraft::render(input, model, &kind, &view, budget, stop);
    Ok(draft.fit()?.finish(model, max_tokens))
}

/// The outcome for every entry of the input's lorebooks with this speaker, whether or not the rest of the
/// prompt fits.
///
/// # Errors
/// If the model's window is too small for anything.
pub fn judge_lore(
    input: &PromptInput,
    model: &ModelInfo,
    stop: &Stop,
) -> Result<Vec<LoreRecord>, PromptError> {
    let budget = TokenBudget::of(
        model.context_tokens,
        input.reply_tokens.clamp(1, model.max_reply_tokens.max(1)),
    )?;
    let view = Viewpoint::of(input, &PromptKind::Reply);
    Ok(
        PromptDraft::render(input, model, &PromptKind::Reply, &view, budget, stop)
            .lore
            .records(),
    )
}
