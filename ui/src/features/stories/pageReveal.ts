/** How long the reveal lasts once the next page is there, in milliseconds. */
const REVEAL_MS = 1_200;

/** The next page rises from below: a story begins. The style sheet decides who gets to see it. */
export function revealNextPage(): void {
  document.documentElement.dataset.reveal = "";
  setTimeout(() => delete document.documentElement.dataset.reveal, REVEAL_MS);
}
