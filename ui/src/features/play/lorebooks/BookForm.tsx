import { useEffect, useRef, useState } from "react";
import { Button } from "../../../design/Button";
import { TextArea, TextField } from "../../../design/forms/Field";
import { Form } from "../../../design/forms/Form";
import forms from "../../../design/forms/Form.module.css";
import { FormMessage } from "../../../design/forms/FormMessage";
import { SubmitButton } from "../../../design/forms/SubmitButton";
import { useAction } from "../../../design/forms/useAction";
import { useForm } from "../../../design/forms/useForm";
import { useUnsaved } from "../../../design/forms/useUnsaved";
import { Icon } from "../../../design/Icon";
import { saveFile } from "../../../design/saveFile";
import { cx } from "../../../lib/classes";
import { plural } from "../../../lib/format";
import { randomId } from "../../../lib/random-id";
import { usePlay } from "../PlayContext";
import panel from "../panels/PanelPart.module.css";
import { loreApi } from "./api";
import s from "./BookForm.module.css";
import { type Book, type Entry, type EntryFault, faultsOf, LIMITS, newEntry, type OwnBook } from "./book";
import { EntryEditor } from "./EntryEditor";

interface BookFormProps {
  book: Book;
  /** The book as it is stored; null for a new one. */
  stored: OwnBook | null;
  onDone: () => void;
}

/** A lorebook as a form: its name and description, its entries, and what can be done with the whole. */
export function BookForm({ book, stored, onDone }: BookFormProps) {
  const { chatID } = usePlay();
  const [now, setNow] = useState(book);
  const faults = faultsOf(now);
  const changed = now !== book;
  const form = useForm({
    check: () => ({ name: faults.name, entries: faults.entries[0]?.message }),
    send: async () => {
      if (stored !== null) await loreApi.save(stored.id, now, stored.version);
      else {
        const made = await loreApi.create(now);
        await loreApi.attach(made.id, [{ kind: "story", id: chatID }]);
      }
      onDone();
    },
  });
  useUnsaved(changed);

  return (
    <Form form={form} className={cx(forms.form, s.form)} lead={<Back changed={changed} onBack={onDone} />}>
      <TextField
        label="Name"
        name="name"
        value={now.name}
        maxLength={LIMITS.name}
        error={form.tried ? faults.name : null}
        autoComplete="off"
        dir="auto"
        required
        onChange={(event) => setNow({ ...now, name: event.target.value })}
      />
      <TextArea
        label="Description"
        name="description"
        value={now.description}
        rows={2}
        maxLength={LIMITS.description}
        hint="Only for you. Characters don’t see it."
        dir="auto"
        onChange={(event) => setNow({ ...now, description: event.target.value })}
      />
      <Entries
        entries={now.entries}
        faults={form.tried ? faults.entries : []}
        onChange={(change) => setNow((was) => ({ ...was, entries: change(was.entries) }))}
      />
      {stored !== null && <StoredActions stored={stored} onDeleted={onDone} />}
      <div className={s.save}>
        <SubmitButton busyText="Saving…">{stored === null ? "Save and attach" : "Save"}</SubmitButton>
      </div>
    </Form>
  );
}

/** The way back to the list; changes that are not saved are asked about first. */
function Back({ changed, onBack }: { changed: boolean; onBack: () => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <div>
        <Button tone="quiet" className={s.back} onClick={() => (changed ? setAsking(true) : onBack())}>
          <Icon name="left" />
          All lorebooks
        </Button>
      </div>
      {asking && (
        <Ask
          words="You have unsaved changes."
          yes="Discard changes"
          no="Keep editing"
          onYes={onBack}
          onNo={() => setAsking(false)}
        />
      )}
    </>
  );
}

interface EntriesProps {
  entries: readonly Entry[];
  faults: readonly EntryFault[];
  onChange: (change: (entries: readonly Entry[]) => Entry[]) => void;
}

function Entries({ entries, faults, onChange }: EntriesProps) {
  /** The entry that was just added. */
  const fresh = useRef<string | null>(null);
  const add = () => {
    const entry = newEntry(randomId());
    fresh.current = entry.id;
    onChange((was) => [...was, entry]);
  };
  return (
    <section className={s.entries} aria-label="Entries">
      <h3 className={panel.heading}>{plural(entries.length, "entry", "entries")}</h3>
      <ul>
        {entries.map((entry) => (
          <EntryEditor
            key={entry.id}
            entry={entry}
            fresh={fresh.current === entry.id}
            fault={faults.find(({ id }) => id === entry.id)?.message ?? null}
            onChange={(change) =>
              onChange((was) => was.map((each) => (each.id === entry.id ? { ...each, ...change } : each)))
            }
            onRemove={() => onChange((was) => was.filter(({ id }) => id !== entry.id))}
          />
        ))}
      </ul>
      <Button disabled={entries.length >= LIMITS.entries} onClick={add}>
        <Icon name="plus" />
        New entry
      </Button>
    </section>
  );
}

/** What can be done with a book that is stored: taken along as a file, and deleted. */
function StoredActions({ stored, onDeleted }: { stored: OwnBook; onDeleted: () => void }) {
  const [asking, setAsking] = useState(false);
  const taken = useAction(() => exportBook(stored));
  const deletion = useAction(async () => {
    await loreApi.remove(stored.id);
    onDeleted();
  });
  const failure = deletion.failure ?? taken.failure;
  return (
    <>
      {failure !== null && <FormMessage>{failure}</FormMessage>}
      <div className={panel.row}>
        <Button tone="quiet" onClick={() => void taken.run()}>
          <Icon name="download" />
          Export
        </Button>
        <Button tone="quiet" onClick={() => setAsking(true)}>
          <Icon name="trash" />
          Delete
        </Button>
      </div>
      {asking && (
        <Ask
          words={`“${stored.name}” will be deleted for good and removed from every story that uses it.`}
          yes="Delete lorebook"
          no="Cancel"
          onYes={() => void deletion.run()}
          onNo={() => setAsking(false)}
        />
      )}
    </>
  );
}

async function exportBook({ id, name }: OwnBook): Promise<void> {
  const response = await loreApi.exportFile(id);
  const safe = name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  saveFile(await response.blob(), `${safe || "lorebook"}.json`);
}

interface AskProps {
  words: string;
  yes: string;
  no: string;
  onYes: () => void;
  onNo: () => void;
}

/** A question in place. */
function Ask({ words, yes, no, onYes, onNo }: AskProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector("button")?.focus(), []);
  return (
    <div className={s.ask} role="alertdialog" aria-label={words} ref={box}>
      <p>{words}</p>
      <div className={panel.row}>
        <Button onClick={onNo}>{no}</Button>
        <Button tone="danger" onClick={onYes}>
          {yes}
        </Button>
      </div>
    </div>
  );
}
