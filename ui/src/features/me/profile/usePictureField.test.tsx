// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { call } from "../../../api/client";
import type { Viewer } from "../../../api/person";
import { renderedSession, SIGNED_OUT, setSession } from "../../../api/session-store";
import { answers, serve } from "../../../testing/api";
import { aMe } from "../../../testing/people";
import { withPicture } from "../api";
import { usePictureField } from "./usePictureField";

const wren: Viewer = {
  userID: "u1",
  authorname: "wren",
  username: "wren",
  avatarUrl: null,
  roles: [],
  showNSFW: false,
  shekels: 0,
};

const onChosen = vi.fn<(file: File) => void>();
const onChecked = vi.fn<(wrong: string | null) => void>();

function Chooser() {
  return usePictureField({ label: "Picture", onChosen, onChecked }).field;
}

beforeEach(() => {
  onChosen.mockClear();
  onChecked.mockClear();
  setSession(renderedSession(wren));
});
afterEach(() => {
  cleanup();
  setSession(renderedSession(null));
  vi.unstubAllGlobals();
});

const choose = (file: File) =>
  fireEvent.change(screen.getByLabelText("Picture"), { target: { files: [file] } });
const png = new File(["x"], "face.png", { type: "image/png" });

test("a picture that can be taken is handed on", () => {
  render(<Chooser />);
  choose(png);
  expect(onChecked).toHaveBeenCalledWith(null);
  expect(onChosen).toHaveBeenCalledWith(png);
});

test("another file is turned down, and so is any once nobody is signed in", () => {
  const { rerender } = render(<Chooser />);
  choose(new File(["x"], "face.svg", { type: "image/svg+xml" }));
  expect(onChecked).toHaveBeenLastCalledWith(
    "Invalid file type. Please upload a JPEG, PNG, GIF, WebP, or BMP image.",
  );
  setSession(SIGNED_OUT);
  rerender(<Chooser />);
  choose(png);
  expect(onChecked).toHaveBeenLastCalledWith("User not logged in");
  expect(onChosen).not.toHaveBeenCalled();
});

test("a file keeps its name on the way, and a portrait that was cut gets one", async () => {
  const sent = serve(
    answers("POST /users/me/personas/avatar", 200, { avatar_url: "/media/x.webp" }),
    answers("POST /users/me/avatar", 200, { avatar_urls: aMe().avatar_urls }),
  );
  expect(await call("POST /users/me/personas/avatar", withPicture(png))).toEqual({
    avatar_url: "/media/x.webp",
  });
  await call("POST /users/me/avatar", withPicture(new Blob(["x"], { type: "image/webp" })));
  const files = sent.map(({ body }) => (body instanceof FormData ? body.get("file") : null));
  expect(files.map((file) => file instanceof File && file.name)).toEqual(["face.png", "portrait.webp"]);
});
