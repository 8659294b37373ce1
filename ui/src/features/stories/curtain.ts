/** How long the curtain is up after the page behind it is there, in milliseconds. */
const CURTAIN_MS = 1_200;

/** The next page rises from below: a story begins. The style sheet decides who gets to see it. */
export function raiseCurtain(): void {
  document.documentElement.dataset.curtain = "";
  setTimeout(() => delete document.documentElement.dataset.curtain, CURTAIN_MS);
}
