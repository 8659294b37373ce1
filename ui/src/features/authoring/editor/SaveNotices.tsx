import { useState } from "react";
import { Button } from "../../../design/Button";
import { FormMessage } from "../../../design/forms/FormMessage";
import { useAction } from "../../../design/forms/useAction";
import { plural } from "../../../lib/format";
import { authoringApi } from "../api";
import { fieldName } from "../model/parts";
import { pathOfPointer } from "../model/path";
import { useEditor } from "./EditorContext";
import s from "./SaveNotices.module.css";

/** What has to be said about saving, with what helps. */
export function SaveNotices({ restored }: { restored: boolean }) {
  const { save, unsafe } = useEditor();
  const [read, setRead] = useState(false);
  return (
    <>
      {restored && !read && (
        <FormMessage tone="success">
          <p>Changes that weren’t saved last time were put back.</p>
          <button type="button" className="text-link" onClick={() => setRead(true)}>
            OK
          </button>
        </FormMessage>
      )}
      {save.at === "failed" && <FormMessage>Not saved: {save.message}</FormMessage>}
      {save.at === "gone" && (
        <FormMessage>
          This scenario was deleted permanently. Copy what you still need from this page.
        </FormMessage>
      )}
      {save.at === "trashed" && <InTrash />}
      {save.at === "refused" && <Refused />}
      {unsafe && save.at !== "saved" && (
        <FormMessage tone="info">
          This browser can’t keep unsaved changes. Leave this page open until everything is saved.
        </FormMessage>
      )}
    </>
  );
}

function InTrash() {
  const { id, session } = useEditor();
  const restore = useAction(async () => {
    if (id === null) return;
    await authoringApi.restore(id);
    session.reopened(await authoringApi.read(id));
  });
  return (
    <FormMessage tone="info">
      <div className={s.trash}>
        <p>This scenario is in the trash. Restore it to edit it.</p>
        <Button busy={restore.busy} onClick={() => void restore.run()}>
          Restore
        </Button>
      </div>
      {restore.failure !== null && <p role="alert">{restore.failure}</p>}
    </FormMessage>
  );
}

function Refused() {
  const { problems, draft, goTo } = useEditor();
  return (
    <FormMessage>
      <p>{plural(problems.size, "field")} can’t be saved like this. Everything else is saved.</p>
      <ul className={s.fields}>
        {[...problems].map(([field, message]) => {
          const path = pathOfPointer(draft, field);
          return (
            <li key={field}>
              <button type="button" className="text-link" onClick={() => goTo(path)}>
                {fieldName(path, draft)}
              </button>
              : {message}
            </li>
          );
        })}
      </ul>
    </FormMessage>
  );
}
