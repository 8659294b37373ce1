// @vitest-environment jsdom
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query";
import type { TagData } from "../../api/types";
import { answers, serve } from "../../testing/api";
import { TagInput } from "./TagInput";

const tag = (slug: string, displayName: string): TagData => ({
  id: `id-${slug}`,
  displayName,
  scenarioCount: 1_200,
  properties: { slug, kind: "genre", explicit: false },
});
const all = [tag("romance", "Romance"), tag("road-trip", "Road trip"), tag("noir", "Film noir")];

beforeEach(() => {
  serve(
    answers("GET /tags/search", 200, ({ query }) => {
      const q = (query.get("q") ?? "").toLowerCase();
      return { results: all.filter((each) => each.displayName.toLowerCase().includes(q)), nextCursor: null };
    }),
  );
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(except: string[] = [], made?: string[]) {
  const chosen: string[] = [];
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <TagInput
        label="Add a tag"
        placeholder="…"
        except={except}
        onChoose={(each) => chosen.push(each.id)}
        {...(made !== undefined && { onNew: (name) => made.push(name) })}
      />
    </QueryClientProvider>,
  );
  return { chosen, unmount, field: screen.getByRole<HTMLInputElement>("combobox", { name: "Add a tag" }) };
}

test("arrows walk through the suggestions and Enter takes one; the focus stays in the field", async () => {
  const { chosen, field } = show();
  await userEvent.type(field, "ro");
  await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(2));
  expect(field.getAttribute("aria-expanded")).toBe("true");
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  expect(screen.getByRole("option", { selected: true }).textContent).toBe("Road trip1.2K");
  expect(field.getAttribute("aria-activedescendant")).toBe(screen.getByRole("option", { selected: true }).id);
  await userEvent.keyboard("{Enter}");
  expect(chosen).toEqual(["id-road-trip"]);
  expect(field.value).toBe("");
  expect(document.activeElement).toBe(field);
});

test("Escape closes the list and keeps the text", async () => {
  const { chosen, field } = show();
  await userEvent.type(field, "ro");
  await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(2));
  await userEvent.keyboard("{Escape}");
  expect(screen.queryAllByRole("option")).toHaveLength(0);
  expect(field.value).toBe("ro");
  expect(chosen).toEqual([]);
});

test("a press takes a suggestion, a chosen tag is not offered again, and nothing found is said", async () => {
  const { chosen, field } = show(["romance"]);
  await userEvent.type(field, "r");
  await waitFor(() => expect(screen.getByRole("option", { name: /Road trip/ })).toBeTruthy());
  expect(screen.queryByRole("option", { name: /Romance/ })).toBeNull();
  await userEvent.click(screen.getByRole("option", { name: /Road trip/ }));
  expect(chosen).toEqual(["id-road-trip"]);
  await userEvent.type(field, "zzz");
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("No tag with that name."));
});

test("Enter on a name that no tag has says so and stays on the page", async () => {
  const { chosen, field } = show();
  const stayed: boolean[] = [];
  const note = (event: Event) => stayed.push(event.defaultPrevented);
  window.addEventListener("submit", note);
  await userEvent.type(field, "spiders{Enter}");
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("No tag with that name."));
  await userEvent.keyboard("{Enter}");
  await userEvent.clear(field);
  await userEvent.keyboard("{Enter}");
  window.removeEventListener("submit", note);
  expect(stayed).toEqual([true, true, true]);
  expect(field.value).toBe("");
  expect(chosen).toEqual([]);
});

test("without script it is a form that finds tags by name", () => {
  const { field } = show();
  expect(field.form?.getAttribute("action")).toBe("/search");
  expect([...new FormData(field.form ?? undefined).entries()]).toEqual([
    ["tab", "tags"],
    ["search", ""],
  ]);
});

test("Enter that is quicker than the answer takes what was written, not what was in sight", async () => {
  const { chosen, field } = show();
  await userEvent.click(field);
  await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(3));
  await userEvent.type(field, "film noir{Enter}");
  await waitFor(() => expect(chosen).toEqual(["id-noir"]));
  expect(field.value).toBe("");
});

test("what was found before is offered only as far as it fits what is written now", async () => {
  const { field } = show();
  await userEvent.click(field);
  await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(3));
  fireEvent.change(field, { target: { value: "road" } });
  expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual(["Road trip1.2K"]);
});

test("where new tags may be made, Enter makes one unless a tag has that very name", async () => {
  const made: string[] = [];
  const { chosen, field } = show([], made);
  await userEvent.type(field, "ro");
  await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(2));
  await userEvent.keyboard("{Enter}");
  expect(made).toEqual(["ro"]);
  await userEvent.type(field, "film noir");
  await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(1));
  await userEvent.keyboard("{Enter}");
  expect(chosen).toEqual(["id-noir"]);
  await userEvent.type(field, "quiet harbour");
  await screen.findByText("No tag has this name yet, so a new one will be created.");
  await userEvent.keyboard("{Enter}");
  expect(made).toEqual(["ro", "quiet harbour"]);
  expect(field.value).toBe("");
});

test("where new tags may be made, commas end names, whether they are typed or pasted", async () => {
  const made: string[] = [];
  const { field } = show([], made);
  await userEvent.type(field, "tide,");
  expect([made, field.value]).toEqual([["tide"], ""]);
  await userEvent.paste("salt, , fog,qui");
  expect([made, field.value]).toEqual([["tide", "salt", "fog"], "qui"]);
});

test("where new tags may be made, what is written is taken once as the field, the page or the part is left", async () => {
  const made: string[] = [];
  const { field, unmount } = show([], made);
  await userEvent.type(field, "one");
  await userEvent.tab();
  await userEvent.type(field, "two");
  act(() => void window.dispatchEvent(new Event("pagehide")));
  await userEvent.type(field, "three");
  unmount();
  expect(made).toEqual(["one", "two", "three"]);
});

test("a press on a suggestion takes that alone", async () => {
  const made: string[] = [];
  const { chosen, field } = show([], made);
  await userEvent.type(field, "ro");
  await userEvent.click(await screen.findByRole("option", { name: /Road trip/ }));
  expect([chosen, made]).toEqual([["id-road-trip"], []]);
});

test("where only tags that exist can be chosen, leaving the field keeps what is written", async () => {
  const { chosen, field } = show();
  await userEvent.type(field, "film noir, b");
  await userEvent.tab();
  expect([chosen, field.value]).toEqual([[], "film noir, b"]);
});
