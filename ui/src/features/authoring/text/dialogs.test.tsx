// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aDraft, aDraftActor } from "../../../testing/sampleDraft";
import type { ScenarioDraft } from "./draftTexts";
import { FindReplaceDialog } from "./FindReplaceDialog";
import { RenameActorDialog } from "./RenameActorDialog";

/** All rows: there is no layout here that says which are near the view. */
vi.mock("virtua", () => ({
  Virtualizer: <T extends { key: string }>(props: { data: T[]; children: (row: T) => ReactNode }) => (
    <ul>
      {props.data.map((row) => (
        <li key={row.key}>{props.children(row)}</li>
      ))}
    </ul>
  ),
}));

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});
afterEach(cleanup);

const first = aDraft({
  setting: "A lamp and a lamp.",
  tagline: "The Lamp",
  actors: [
    aDraftActor({ description: "Mira has a lamp.", kept: { ...aDraftActor().kept, creator: "lamplighter" } }),
  ],
});
let now: ScenarioDraft = first;

function Host({
  children,
}: {
  children: (draft: ScenarioDraft, set: (draft: ScenarioDraft) => void) => ReactNode;
}) {
  const [draft, setDraft] = useState(first);
  now = draft;
  return children(draft, setDraft);
}

const closed = vi.fn();

function find() {
  render(<Host>{(draft, set) => <FindReplaceDialog draft={draft} onChange={set} onClose={closed} />}</Host>);
  return userEvent.setup();
}

test("places are listed by field; one is replaced, one skipped, the rest at once", async () => {
  const user = find();
  await user.type(screen.getByLabelText("Find"), "lamp");
  await user.type(screen.getByLabelText("Replace with"), "old lamp");
  expect(screen.getByText("Found in 5 places.")).toBeTruthy();
  expect(screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    "Tagline",
    "Setting",
    "Mira, description",
    "Mira, creator of the card",
  ]);
  // What is kept of the card offers nothing.
  expect(screen.getAllByRole("button", { name: "Replace" })).toHaveLength(4);
  await user.click(screen.getByRole("button", { name: "Match case" }));
  const [replace] = screen.getAllByRole("button", { name: "Replace" });
  if (replace === undefined) throw new Error("nothing is offered");
  await user.click(replace);
  expect(now.setting).toBe("A old lamp and a lamp.");
  // The next place is the second lamp, and its button has the focus.
  expect(screen.getByText("Found in 3 places.")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getAllByRole("button", { name: "Replace" })[0]);
  const [skip] = screen.getAllByRole("button", { name: "Skip" });
  if (skip === undefined) throw new Error("nothing is offered");
  await user.click(skip);
  await user.click(screen.getByRole("button", { name: "Replace all" }));
  expect(now.setting).toBe("A old lamp and a lamp.");
  expect(now.tagline).toBe("The Lamp");
  expect(now.actors[0]?.description).toBe("Mira has a old lamp.");
  expect(now.actors[0]?.kept.creator).toBe("lamplighter");
  expect(screen.getByText("Replaced in 1 place.")).toBeTruthy();
});

test("whole words leave parts of words out", async () => {
  const user = find();
  await user.type(screen.getByLabelText("Find"), "lamp");
  await user.click(screen.getByRole("button", { name: "Whole words" }));
  expect(screen.getByText("Found in 4 places.")).toBeTruthy();
});

test("an actor is renamed once it is clear where", async () => {
  render(
    <Host>
      {(draft, set) => <RenameActorDialog draft={draft} actorId="a1" onChange={set} onClose={closed} />}
    </Host>,
  );
  const user = userEvent.setup();
  const rename = screen.getByRole<HTMLButtonElement>("button", { name: "Rename everywhere" });
  expect(rename.disabled).toBe(true);
  const name = screen.getByLabelText("New name");
  await user.clear(name);
  await user.type(name, "Ana");
  expect(screen.getByText("“Mira” appears in 2 places.")).toBeTruthy();
  await user.click(rename);
  expect(now.actors[0]?.name).toBe("Ana");
  expect(now.actors[0]?.description).toBe("Ana has a lamp.");
  expect(closed).toHaveBeenCalled();
});
