import { readUri, uriOf } from "./address";
import { call, read } from "./client";
import type { FailedRequest } from "./errors";
import type { Answer, Uri } from "./operations";
import { type KeyOf, reads } from "./reads";

/** What must not compile. Nothing of this runs: `tsc` says where one of these mistakes has become possible. */
export const mistakes = (failure: FailedRequest, story: Answer<"GET /stories/{id}">) => [
  // @ts-expect-error There is no such path.
  call("GET /library/foldres"),
  // @ts-expect-error Nor such a method of it.
  call("PUT /library/folders", { body: { name: "Night" } }),
  // @ts-expect-error Whose?
  call("GET /stories/{id}"),
  // @ts-expect-error The document calls it otherwise.
  call("GET /stories/{id}", { path: { storyId: "s1" } }),
  // @ts-expect-error Something has to be sent.
  call("POST /library/folders"),
  // @ts-expect-error A field is missing.
  call("POST /library/folders", { body: { parentId: null } }),
  // @ts-expect-error A field is misspelt.
  call("POST /library/folders", { body: { name: "Night", parent: null } }),
  // @ts-expect-error Nothing is sent with this.
  call("DELETE /users/me/avatar", { body: {} }),
  // @ts-expect-error A name of the query is misspelt.
  call("DELETE /stories/{id}", { path: { id: "s1" }, query: { forever: true } }),
  // @ts-expect-error What must stand in the query does not.
  call("GET /chat/price"),
  // @ts-expect-error A field of the answer is misspelt.
  story.titel,
  // @ts-expect-error There is no such code.
  failure.code === "FOLDER_MOVED",

  // @ts-expect-error An address is not written by hand.
  read("/stories/s1/tree"),
  // @ts-expect-error Only reads have an address.
  uriOf("POST /library/folders"),
  // @ts-expect-error Whose?
  readUri(reads.user),
  // @ts-expect-error The template calls it otherwise.
  readUri(reads.user, { userId: "u1" }),
  // @ts-expect-error The template has no such variable.
  readUri(reads.wallet, { curser: "c" }),
];

type Unknown = {
  [Name in keyof typeof reads]: [KeyOf<(typeof reads)[Name]>] extends [never] ? Name : never;
}[keyof typeof reads];

/** Every read is one of the document. */
export const allKnown: [Unknown] extends [never] ? true : false = true;

/** One call may be either of two operations that take the same. */
export const follow = (targetId: string, wanted: boolean): Promise<{ following: boolean }> =>
  call(wanted ? "POST /users/me/follow/{targetId}" : "DELETE /users/me/follow/{targetId}", {
    path: { targetId },
  });

/** An answer without a body has none in its type. */
export const nothing = (): Promise<null> => call("DELETE /users/me/avatar");

/** What is read through an address is what its operation answers. */
export const tree = (uri: Uri<"GET /stories/{id}/tree">): Promise<Answer<"GET /stories/{id}/tree">> =>
  read(uri);
