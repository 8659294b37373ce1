// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { tooLong } from "../model/draft";
import { LongText, shareText } from "./LongText";

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  Element.prototype.scrollIntoView = () => undefined;
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});
afterEach(cleanup);

function Host({ limit, unread = false }: { limit?: number; unread?: boolean }) {
  const [value, setValue] = useState("Hello, {{char}}.");
  return (
    <LongText
      label="Voice"
      value={value}
      onChange={setValue}
      names={["Mira"]}
      hint="How they speak"
      window={100}
      unread={unread}
      {...(limit !== undefined && { limit })}
    />
  );
}

const field = () => screen.getByLabelText<HTMLTextAreaElement>("Voice");
const options = () =>
  screen.queryAllByRole("option").map((option) => option.querySelector("code")?.textContent);

test("a text is typed, its tokens are counted, and what is known of it is tied to it", async () => {
  render(<Host />);
  expect(screen.getByText("8 tokens")).toBeTruthy();
  await userEvent.type(field(), " Bye.");
  expect(field().value).toBe("Hello, {{char}}. Bye.");
  expect(screen.getByText("10 tokens")).toBeTruthy();
  expect(document.getElementById(field().getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    "How they speak",
  );
});

test("two braces open the list; arrows and Enter choose, and the first argument is marked", async () => {
  render(<Host />);
  await userEvent.type(field(), " {{{{");
  expect(options().slice(0, 3)).toEqual(["{{char}}", "{{user}}", "Mira"]);
  expect(field().getAttribute("aria-activedescendant")).toBe(screen.getAllByRole("option")[0]?.id);
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  expect(field().value).toBe("Hello, {{char}}. Mira");
  expect(options()).toEqual([]);
  await userEvent.type(field(), " {{{{rand");
  await userEvent.keyboard("{Tab}");
  expect(field().value).toBe("Hello, {{char}}. Mira {{random::a::b}}");
  expect(field().value.slice(field().selectionStart, field().selectionEnd)).toBe("a");
  expect(document.activeElement).toBe(field());
});

test("a press chooses as well, and Escape closes the list", async () => {
  render(<Host />);
  await userEvent.type(field(), "{{{{us");
  await userEvent.click(screen.getByRole("option", { name: /\{\{user\}\}/ }));
  expect(field().value).toBe("Hello, {{char}}.{{user}}");
  await userEvent.type(field(), "{{{{");
  await userEvent.keyboard("{Escape}");
  expect(options()).toEqual([]);
  expect(field().value).toBe("Hello, {{char}}.{{user}}{{");
});

test("the list shows the few that matter first, and all when they are asked for", async () => {
  render(<Host />);
  await userEvent.type(field(), "{{{{");
  expect(options()).toEqual(["{{char}}", "{{user}}", "Mira", "{{group}}", "{{random::a::b}}", "More…"]);
  await userEvent.keyboard("{ArrowUp}{Enter}");
  expect(options().length).toBeGreaterThan(40);
  expect(options()).toContain("{{roll::1d6}}");
  await userEvent.keyboard("{ArrowDown}{Enter}");
  expect(field().value).toBe("Hello, {{char}}.{{user}}");
});

test("a button opens the list at the caret, and what is chosen is put in there", async () => {
  render(<Host />);
  field().setSelectionRange(5, 5);
  await userEvent.click(screen.getByRole("button", { name: /^Voice: insert/ }));
  expect(document.activeElement).toBe(field());
  await userEvent.click(screen.getByRole("option", { name: /More/ }));
  await userEvent.click(screen.getByRole("option", { name: /^\{\{user\}\}/ }));
  expect(field().value).toBe("Hello{{user}}, {{char}}.");
});

test("a list that was asked for and is not wanted leaves nothing behind", async () => {
  render(<Host />);
  await userEvent.click(screen.getByRole("button", { name: /^Voice: insert/ }));
  await userEvent.keyboard("{Escape}");
  expect(options()).toEqual([]);
  expect(field().value).toBe("Hello, {{char}}.");
});

test("braces that are closed already are not closed twice", async () => {
  render(<Host />);
  await userEvent.clear(field());
  await userEvent.type(field(), "{{{{}}");
  await userEvent.type(field(), "us", { initialSelectionStart: 2, initialSelectionEnd: 2 });
  await userEvent.keyboard("{Enter}");
  expect(field().value).toBe("{{user}}");
});

test("it fills the screen, with its share of the smallest model's memory", async () => {
  render(<Host />);
  await userEvent.click(screen.getByRole("button", { name: "Voice: full screen" }));
  const full = within(screen.getByRole("dialog")).getByLabelText<HTMLTextAreaElement>("Voice");
  expect(screen.getByText("About 8 tokens, 8 % of the smallest model’s memory")).toBeTruthy();
  await userEvent.type(full, " Bye.");
  expect(screen.getByText(/About 10 tokens/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Done" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(field().value).toBe("Hello, {{char}}. Bye.");
});

test("Back leaves the full screen with what was typed", async () => {
  render(<Host />);
  await userEvent.click(screen.getByRole("button", { name: "Voice: full screen" }));
  await userEvent.type(within(screen.getByRole("dialog")).getByLabelText("Voice"), " Bye.");
  history.back();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(field().value).toBe("Hello, {{char}}. Bye.");
});

test("what is over the limit stays, and is said", async () => {
  render(<Host limit={18} />);
  await userEvent.type(field(), " Bye.");
  expect(field().value).toBe("Hello, {{char}}. Bye.");
  expect(screen.getByText("Use at most 18 characters; remove 3 characters.")).toBeTruthy();
  expect(field().getAttribute("aria-invalid")).toBe("true");
});

test("characters are counted as the server counts them", () => {
  expect(tooLong("😀😀", 2)).toBeNull();
  expect(tooLong("😀😀😀", 2)).toBe("Use at most 2 characters; remove 1 character.");
});

test.each([
  [420, 8_192, "About 420 tokens, 5\u00a0% of the smallest model’s memory"],
  [1, 8_192, "About 1 token, less than 1\u00a0% of the smallest model’s memory"],
  [0, 8_192, "About 0 tokens, 0\u00a0% of the smallest model’s memory"],
  [12_300, 8_192, "About 12.3K tokens, 150\u00a0% of the smallest model’s memory"],
])("%i tokens of %i", (tokens, window, says) => expect(shareText(tokens, window)).toBe(says));

test("tokens are left out where no model reads the text", async () => {
  render(<Host unread />);
  expect(screen.queryByText(/tokens?$/)).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Voice: full screen" }));
  expect(screen.queryByText(/memory/)).toBeNull();
});
