/** Stories and folders as they travel (`/api/v1`). Times are RFC 3339. */

export interface StoryScenario {
  id: string;
  displayName: string;
  tagline: string;
  avatar_urls: { thumbnail: string | null; avatar: string | null; banner: string | null };
  author: string;
  authorname: string;
  explicit: boolean;
}

export interface Story {
  id: string;
  chatID: string;
  scenarioID: string | null;
  ephemeral: boolean;
  title: string;
  /** The folder it lies in; null for none. */
  directoryId: string | null;
  pinned: boolean;
  version: number;
  messageCount: number;
  /** The beginning of the newest line. */
  preview: string;
  createdOn: string;
  updatedOn: string;
  lastMessageOn: string | null;
  lastAccessedOn: string | null;
  deletedOn: string | null;
  /** When a story in the trash is gone for good. */
  purgeOn: string | null;
  scenario: StoryScenario | null;
  characters: readonly { id: string; name: string; avatar: string | null }[];
  /** Where the words that were searched for stand. */
  match?: { messageId: string; snippet: string } | null;
}

export interface Folder {
  id: string;
  name: string;
  parentId: string | null;
  sortIndex: number;
  etag: string;
  /** Stories right in it. */
  count: number;
}

export interface Folders {
  folders: readonly Folder[];
}

/** What became of one field of an imported file. */
export interface ImportLine {
  field: string;
  outcome: "kept" | "changed" | "dropped" | "asked";
  note: string | null;
}

export interface Imported {
  story: Story;
  report: readonly ImportLine[];
}
