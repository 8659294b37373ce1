// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { AlertDialog } from "../../../design/AlertDialog";
import { setNavigate } from "../../../lib/navigation";
import { answers, serve } from "../../../testing/api";
import { aPoster, renderInPage } from "../../../testing/render";
import { ROW_PICTURE } from "../rules";
import { ScenarioCard } from "./ScenarioCard";

const explicit = { explicit: true };

beforeAll(() => {
  // jsdom knows the element, not its modal behaviour.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(scenario = aPoster(), prefs = {}, props = {}) {
  return renderInPage(
    <>
      <ul>
        <ScenarioCard scenario={scenario} position={0} context="homepage" layout={ROW_PICTURE} {...props} />
      </ul>
      <AlertDialog />
    </>,
    prefs,
  );
}

test("a card cuts its texts at 40, 22 and 120 characters", () => {
  const { container } = show(
    aPoster({ displayName: "N".repeat(41), authorname: "A".repeat(23), tagline: "T".repeat(121) }),
  );
  expect(container.querySelector(".card-link")?.textContent).toBe(`${"N".repeat(39)}…`);
  expect(container.querySelector(".card-author")?.textContent).toBe(`${"A".repeat(21)}…`);
  expect(container.querySelector(".card-tagline")?.textContent).toBe(`${"T".repeat(119)}…`);
});

test("a count of nothing is not shown", () => {
  const { container } = show(aPoster({ messagesSent: 0 }));
  expect(container.querySelector(".card-badge")).toBeNull();
});

test("a card without a name is Untitled and counts one message in the singular", () => {
  show(aPoster({ displayName: " " }));
  expect(screen.getByRole("link", { name: "Untitled" }).getAttribute("href")).toBe("/scenario/s1");
  expect(screen.getByText("1 message sent")).toBeTruthy();
});

test("a picture is offered at 1x, 2x and 3x of 233 by 350 and for phones, its place reserved", () => {
  const { container } = show();
  const image = container.querySelector("img");
  expect(image?.getAttribute("width")).toBe("233");
  expect(image?.getAttribute("height")).toBe("350");
  expect(image?.getAttribute("srcset")?.match(/w=(\d+)&q=80&h=(\d+) \d+w/g)).toEqual([
    "w=233&q=80&h=350 233w",
    "w=384&q=80&h=577 384w",
    "w=466&q=80&h=700 466w",
    "w=699&q=80&h=1050 699w",
  ]);
  expect(image?.getAttribute("sizes")).toBe("(width < 768px) 154px, 233px");
  expect(image?.getAttribute("loading")).toBe("lazy");
});

test("a picture falls back to the original, then to the logo, then stops", () => {
  const { container } = show();
  const image = container.querySelector("img");
  if (image === null) throw new Error("no picture");
  const steps = [1, 2, 3].map(() => {
    fireEvent.error(image);
    return image.getAttribute("src");
  });
  expect(steps).toEqual(["/media/s1/cover.webp", "/default-cover.webp", "/default-cover.webp"]);
});

test("a waiting card has its title and link, and no picture", () => {
  const { container } = show(aPoster(), {}, { waiting: true });
  expect(screen.getByRole("link", { name: "The Lamplighter" })).toBeTruthy();
  expect(container.querySelector("img")).toBeNull();
});

test("what was deleted is a row of that name, and leads nowhere", () => {
  for (const waiting of [false, true]) {
    const { container } = show(aPoster({ displayName: "Deleted Card", deleted: true }), {}, { waiting });
    expect(screen.getByText("Deleted Card")).toBeTruthy();
    expect(container.querySelectorAll("a, img, .card-badge")).toHaveLength(0);
    cleanup();
  }
});

test("an explicit card asks first; confirming remembers the answer and goes on", () => {
  const went = vi.fn();
  setNavigate(went);
  const { container } = show(aPoster(explicit));
  expect(container.querySelector(".is-blurred")).not.toBeNull();

  const stayed = fireEvent.click(screen.getByRole("link", { name: "The Lamplighter" }));
  expect(stayed).toBe(false);
  fireEvent.click(screen.getByRole("button", { name: "Not now" }));
  expect(went).not.toHaveBeenCalled();

  fireEvent.click(screen.getByRole("link", { name: "The Lamplighter" }));
  fireEvent.click(screen.getByRole("button", { name: "I’m 18 or older" }));
  expect(document.cookie).toContain("showNSFW=true");
  expect(document.cookie).toContain("adultConfirmed=true");
  expect(went).toHaveBeenCalledWith("/scenario/s1", undefined);
});

test("an explicit card is a plain one for who has confirmed", () => {
  const { container } = show(aPoster(explicit), { showNSFW: true });
  expect(container.querySelector(".is-blurred")).toBeNull();
});

test("an explicit picture has another address once it is shown, and no other picture has", () => {
  const source = (...given: Parameters<typeof show>) => {
    const { container } = show(...given);
    const image = container.querySelector("img");
    const addresses = `${image?.getAttribute("src")} ${image?.getAttribute("srcset")}`;
    cleanup();
    return (addresses.match(/shown%3D1/g) ?? []).length;
  };
  expect(source(aPoster(explicit), { showNSFW: true })).toBe(5);
  expect(source(aPoster(explicit))).toBe(0);
  expect(source(aPoster(), { showNSFW: true })).toBe(0);
});

test("only recommended scenarios are tracked, and each click once", () => {
  const sent = serve(answers("POST /api/track/recommendation", 204, null));
  setNavigate(() => undefined);
  show(aPoster({ id: "plain" }));
  fireEvent.click(screen.getByRole("link", { name: "The Lamplighter" }));
  expect(sent).toEqual([]);
  cleanup();

  show(
    aPoster({
      id: "rec",
      recommendationMetadata: { recommendationId: "r1", parameters: { sessionId: "x" } },
    }),
  );
  fireEvent.click(screen.getByRole("link", { name: "The Lamplighter" }));
  fireEvent.click(screen.getByRole("link", { name: "The Lamplighter" }));
  expect(sent).toHaveLength(1);
});
