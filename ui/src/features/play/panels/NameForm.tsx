import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../../design/Button";
import { TextField } from "../../../design/forms/Field";
import { Icon } from "../../../design/Icon";
import { DEFAULT_PERSONA } from "../model/cast";
import { useChat, usePlay } from "../PlayContext";
import { useNaming } from "../useNaming";

/**
 * What the player is called, for those who passed over the question in their first story and those who want another name. It opens in
 * its place: a dialog would close the menu that it stands in.
 */
export function NameForm() {
  const { announce } = usePlay();
  const known = useChat().personas[DEFAULT_PERSONA]?.name ?? "";
  const [open, setOpen] = useState(false);
  /** It was open: then the focus goes back to the button. */
  const [wasOpen, setWasOpen] = useState(false);
  const close = () => {
    setOpen(false);
    setWasOpen(true);
  };

  if (open) {
    return (
      <Form
        known={known}
        onClose={close}
        onDone={() => {
          close();
          announce("Name saved");
        }}
      />
    );
  }
  return (
    <div>
      <Button tone="quiet" className="name-button" autoFocus={wasOpen} onClick={() => setOpen(true)}>
        <Icon name="edit" />
        {known === "" ? "Add a name" : "Edit name"}
      </Button>
    </div>
  );
}

interface FormProps {
  known: string;
  onClose: () => void;
  onDone: () => void;
}

function Form({ known, onClose, onDone }: FormProps) {
  const { name, setName, busy, error, save } = useNaming(known, onDone);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [empty, setEmpty] = useState(false);

  // With its buttons, where it opens at the lower edge of the menu. Tests have no layout.
  useEffect(() => {
    form.current?.scrollIntoView?.({ block: "nearest" });
  }, []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    setEmpty(wanted === "");
    if (wanted !== "" && wanted === known) onClose();
    else if (wanted === "" || !(await save())) field.current?.focus();
  };

  return (
    <form
      ref={form}
      className="name-form"
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // The panel stays.
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <TextField
        ref={field}
        label="What should they call you?"
        name="name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={empty ? "Enter a name." : error}
        hint="In this story and new ones. Only you can see this name."
        autoComplete="nickname"
        autoCapitalize="words"
        spellCheck={false}
        enterKeyHint="done"
        autoFocus
        dir="auto"
      />
      <div className="name-form-actions">
        <Button type="submit" tone="gold" aria-busy={busy || undefined}>
          {busy ? "Saving…" : "Save name"}
        </Button>
        <Button tone="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
