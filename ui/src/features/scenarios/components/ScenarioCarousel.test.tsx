// @vitest-environment jsdom
import { act, cleanup } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aPoster, renderInPage } from "../../../testing/render";
import { ScenarioCarousel } from "./ScenarioCarousel";

interface Watch {
  margin: string;
  element: Element;
  tell: (entry: { isIntersecting: boolean; target: Element }) => void;
}

let watches: Watch[] = [];

beforeEach(() => {
  watches = [];
  class Observer {
    private readonly onEntries: (entries: object[]) => void;
    private readonly options: { rootMargin?: string } | undefined;
    constructor(onEntries: (entries: object[]) => void, options?: { rootMargin?: string }) {
      this.onEntries = onEntries;
      this.options = options;
    }
    observe(element: Element) {
      const margin = this.options?.rootMargin ?? "";
      watches.push({ margin, element, tell: (entry) => this.onEntries([entry]) });
    }
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal("IntersectionObserver", Observer);
  vi.stubGlobal("ResizeObserver", Observer);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const scenarios = Array.from({ length: 9 }, (_, index) => aPoster({ id: `s${index}` }));

function pictures(container: HTMLElement): string[] {
  return Array.from(container.querySelectorAll("img"), (image) => image.getAttribute("loading") ?? "eager");
}

test.each([false, true])(
  "any row that comes within 300 px of the view makes itself ready (distant: %s)",
  (distant) => {
    const { container } = renderInPage(
      <ScenarioCarousel title="Row" scenarios={scenarios} context="homepage" distant={distant} />,
    );
    expect(pictures(container)).toEqual(distant ? [] : ["lazy", "lazy", "lazy", "lazy", "lazy"]);

    const row = watches.find(({ element, margin }) => element.tagName === "UL" && margin === "300px");
    if (row === undefined) throw new Error("the row is not watched");
    act(() => row.tell({ isIntersecting: false, target: row.element }));
    expect(pictures(container)).not.toContain("eager");
    act(() => row.tell({ isIntersecting: true, target: row.element }));
    // The first four and a neighbour are ready, and the first three load at once.
    expect(pictures(container)).toEqual(["eager", "eager", "eager", "lazy", "lazy"]);
  },
);

test("the leading row is ready at once", () => {
  const { container } = renderInPage(
    <ScenarioCarousel title="Row" scenarios={scenarios} context="homepage" leading />,
  );
  expect(pictures(container).slice(0, 3)).toEqual(["eager", "eager", "eager"]);
});
