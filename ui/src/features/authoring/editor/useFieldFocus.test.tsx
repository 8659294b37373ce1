// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
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
