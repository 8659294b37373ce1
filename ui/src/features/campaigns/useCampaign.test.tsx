// @vitest-environment jsdom
import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readUri } from "../../api/address";
import { pageHead } from "../../api/page";
import { reads } from "../../api/reads";
import { type Fetched, failed, fetched, renderPage } from "../../testing/page";
import { useCampaign } from "./useCampaign";

const there = {
  id: "none",
  sections: [],
  displayBlurb: { header: "", body: "" },
  heroLinks: [],
  billingNotice: null,
};
const of = (campaign: string) => readUri(reads.campaign, { campaign });
const DEFAULT = readUri(reads.campaign);

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

function logged(address: string, data: Fetched[], campaign: string | null = null): unknown[] {
  renderPage("home", { default: Page, head }, address, data, { campaign });
  return vi.mocked(console.warn).mock.calls.map(([message]) => message);
}

test("a campaign that is not there is named in the log, whether the address or the cookie has it", () => {
  const expected = ["Failed to fetch campaign info for ID none"];
  expect(logged("/?campaign=none", [failed(of("none"), 404), fetched(DEFAULT, there)])).toEqual(expected);
  vi.mocked(console.warn).mockClear();
  expect(logged("/?campaign=none", [failed(of("none"), 404), fetched(DEFAULT, there)], "other")).toEqual(
    expected,
  );
  vi.mocked(console.warn).mockClear();
  expect(logged("/", [failed(of("none"), 404), fetched(DEFAULT, there)], "none")).toEqual(expected);
});

test("where its rows cannot be had either, that is logged, too", () => {
  expect(logged("/?campaign=none", [failed(of("none"), 404), failed(DEFAULT, 503)])).toEqual([
    "Failed to fetch campaign info for ID none",
    "Failed to fetch campaign data for ID none",
  ]);
});

test("without a campaign there is none to name", () => {
  expect(logged("/", [failed(DEFAULT, 503)])).toEqual([]);
  expect(logged("/", [fetched(DEFAULT, there)])).toEqual([]);
});
