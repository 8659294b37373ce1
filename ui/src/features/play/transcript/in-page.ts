/** The line of a message, if it is in the page: only what is near the view is. */
export function lineIn(root: Element | null, messageId: string): HTMLElement | null {
  return root?.querySelector<HTMLElement>(`[data-message="${CSS.escape(messageId)}"]`) ?? null;
}

/** The message that has the focus, or holds what has it. */
export function focusedLine(): string | null {
  return document.activeElement?.closest<HTMLElement>("[data-message]")?.dataset.message ?? null;
}
