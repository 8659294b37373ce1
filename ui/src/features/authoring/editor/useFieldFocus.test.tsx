// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Place } from "../model/parts";
import type { Path } from "../model/path";
import { Fold } from "./Fold";
import { useFieldFocus } from "./useFieldFocus";

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(cleanup);

function Host({ path }: { path: Path }) {
  const goTo = useFieldFocus({ part: "lore", item: null });
  return (
    <>
      <button type="button" onClick={() => goTo(path)}>
        Go
      </button>
      <div data-field="/lorebooks">
        <Fold heading="Settings">
          <div data-field="/lorebooks/name">
            <input aria-label="Name" />
          </div>
        </Fold>
        <input aria-label="Search" />
      </div>
    </>
  );
}

test.each([
  ["a place leads to its first field that is not folded away", ["lorebooks"], "Search"],
  ["a field that is folded away is unfolded", ["lorebooks", "name"], "Name"],
])("%s", (_, path, label) => {
  render(<Host path={path} />);
  fireEvent.click(screen.getByRole("button", { name: "Go" }));
  expect(document.activeElement).toBe(screen.getByLabelText(label));
});

/** A list, and a new one of it, to which the way leads a moment later. */
function Arriving() {
  const [place, setPlace] = useState<Place>({ part: "actors", item: null });
  const goTo = useFieldFocus(place);
  if (place.item !== null)
    return (
      <div data-field="/actors/@a1/name">
        <input aria-label="Name" />
      </div>
    );
  return (
    <>
      <div data-field="/actors">
        <button type="button" onClick={() => goTo(["actors", "@a1", "name"])}>
          Add
        </button>
      </div>
      <button type="button" onClick={() => setPlace({ part: "actors", item: "a1" })}>
        Arrive
      </button>
    </>
  );
}

test("the focus waits for the place of its field, rather than going to what is around it", () => {
  render(<Arriving />);
  fireEvent.click(screen.getByRole("button", { name: "Add" }));
  fireEvent.click(screen.getByRole("button", { name: "Arrive" }));
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Name" }));
});
