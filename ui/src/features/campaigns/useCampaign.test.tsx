// @vitest-environment jsdom
import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pageHead } from "../../api/page";
import { type Answers, renderPage } from "../../testing/page";
import { useCampaign } from "./useCampaign";

const there = { sections: [], displayBlurb: { header: "", body: "" }, heroLinks: [], billingNotice: null };
const of = (id: string) => `/misc/fetch-campaign-data?campaign=${id}`;
const DEFAULT = "/misc/fetch-campaign-data";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Page() {
  useCampaign();
  return null;
}

const head = () => pageHead({ title: "", description: "", canonical: "/" });

function logged(address: string, answers: Answers, campaign: string | null = null): unknown[] {
  renderPage("home", { default: Page, head }, address, answers, { campaign });
  return vi.mocked(console.warn).mock.calls.map(([message]) => message);
}

test("a campaign that is not there is named in the log, whether the address or the cookie has it", () => {
  const expected = ["Failed to fetch campaign info for ID none"];
  expect(logged("/?campaign=none", { [of("none")]: 404, [DEFAULT]: there })).toEqual(expected);
  vi.mocked(console.warn).mockClear();
  expect(logged("/?campaign=none", { [of("none")]: 404, [DEFAULT]: there }, "other")).toEqual(expected);
  vi.mocked(console.warn).mockClear();
  expect(logged("/", { [of("none")]: 404, [DEFAULT]: there }, "none")).toEqual(expected);
});

test("where its rows cannot be had either, the log says so, too", () => {
  expect(logged("/?campaign=none", { [of("none")]: 404, [DEFAULT]: 503 })).toEqual([
    "Failed to fetch campaign info for ID none",
    "Failed to fetch campaign data for ID none",
  ]);
});

test("without a campaign there is none to name", () => {
  expect(logged("/", { [DEFAULT]: 503 })).toEqual([]);
  expect(logged("/", { [DEFAULT]: there })).toEqual([]);
});
