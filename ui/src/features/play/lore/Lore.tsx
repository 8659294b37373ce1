import { useState } from "react";
import { LinkButton } from "../../../design/Button";
import { EmptyState } from "../../../design/States";
import { paths } from "../../../lib/paths";
import { useChat, usePlay } from "../PlayContext";
import { BookEditor } from "./BookEditor";
import { BookShelf } from "./BookShelf";

/** Lorebooks: what the cast knows once the story comes to it. */
export default function Lore() {
  const { chatID } = usePlay();
  const { userID } = useChat();
  /** The book that is edited; an empty id for a new one. */
  const [editing, setEditing] = useState<string | null>(null);
  if (userID === null)
    return (
      <EmptyState
        title="Lore comes with an account"
        icon="lore"
        action={<LinkButton href={paths.signUpFirst(paths.story(chatID))}>Create an account</LinkButton>}
      >
        A lorebook holds places, people and secrets that join the story when they are spoken of. This story
        goes with you into your account.
      </EmptyState>
    );
  if (editing !== null)
    return (
      <BookEditor key={editing} bookId={editing === "" ? null : editing} onDone={() => setEditing(null)} />
    );
  return <BookShelf onEdit={setEditing} />;
}
