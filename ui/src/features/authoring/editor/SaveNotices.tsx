import { useState } from "react";
import { Button, IconButton } from "../../../design/Button";
import { FormMessage } from "../../../design/forms/FormMessage";
import { useAction } from "../../../design/forms/useAction";
import { Icon } from "../../../design/Icon";
import { plural } from "../../../lib/format";
import { authoringApi } from "../api";
import { fieldName, placeOfField } from "../model/parts";
import { pathOfPointer } from "../model/path";
import { useEditor } from "./EditorContext";
import s from "./SaveNotices.module.css";

/** What has to be said about saving, with what helps. */
export function SaveNotices({ restored }: { restored: boolean }) {
  const { save, unsafe, id } = useEditor();
  const [begunBefore] = useState(restored && id === null);
  const [read, setRead] = useState(false);
  return (
    <>
      {restored && !read && (
        <FormMessage tone="success">
          <div className={s.row}>
            <p>
              {begunBefore
                ? "You began this scenario before, and it wasn’t saved. Here is what you wrote."
                : "Changes that weren’t saved last time were put back."}
            </p>
            <IconButton label="Close" onClick={() => setRead(true)}>
              <Icon name="close" />
            </IconButton>
          </div>
        </FormMessage>
      )}
      {save.at === "failed" && <FormMessage>Not saved: {save.message}</FormMessage>}
      {save.at === "gone" && (
        <FormMessage>
          This scenario was deleted permanently. Copy what you still need from this page.
        </FormMessage>
      )}
      {save.at === "trashed" && <InTrash />}
      {save.at === "refused" && <Refused isRestSaved={save.isRestSaved} />}
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
      <div className={s.row}>
        <p>This scenario is in the trash. Restore it to edit it.</p>
        <Button busy={restore.busy} onClick={() => void restore.run()}>
          Restore
        </Button>
      </div>
      {restore.failure !== null && <p role="alert">{restore.failure}</p>}
    </FormMessage>
  );
}

/** Fields of other parts that are refused; those in view are marked. */
function Refused({ isRestSaved }: { isRestSaved: boolean }) {
  const { problems, draft, goTo, place } = useEditor();
  const elsewhere = [...problems].filter(([field]) => {
    const there = placeOfField(pathOfPointer(draft, field));
    return field === "" || there.part !== place.part || there.item !== place.item;
  });
  if (elsewhere.length === 0) return null;
  return (
    <FormMessage>
      <p>
        {plural(elsewhere.length, "field")} elsewhere can’t be saved like this.{" "}
        {isRestSaved ? "The rest is saved." : "Nothing else is saved until you change that."}
      </p>
      <ul className={s.fields}>
        {elsewhere.map(([field, message]) => {
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
