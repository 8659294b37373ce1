import { useEffect, useState } from "react";
import { Button } from "../../../design/Button";
import { TextField } from "../../../design/forms/Field";
import { Form } from "../../../design/forms/Form";
import { SubmitButton } from "../../../design/forms/SubmitButton";
import { Icon } from "../../../design/Icon";
import { DEFAULT_PERSONA } from "../model/cast";
import { useChat, usePlay } from "../PlayContext";
import { useNaming } from "../useNaming";
import s from "./NameForm.module.css";

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
      <OpenForm
        known={known}
        onClose={close}
        onDone={(name) => {
          close();
          if (name !== known) announce("Name saved");
        }}
      />
    );
  }
  return (
    <div>
      <Button tone="quiet" className={s.nameButton} autoFocus={wasOpen} onClick={() => setOpen(true)}>
        <Icon name="edit" />
        {known === "" ? "Add a name" : "Edit name"}
      </Button>
    </div>
  );
}

interface OpenFormProps {
  known: string;
  onClose: () => void;
  onDone: (name: string) => void;
}

function OpenForm({ known, onClose, onDone }: OpenFormProps) {
  const form = useNaming({ known, onDone });

  // With its buttons, where it opens at the lower edge of the menu. Tests have no layout.
  const { element } = form;
  useEffect(() => {
    element.current?.scrollIntoView?.({ block: "nearest" });
  }, [element]);

  return (
    <Form
      form={form}
      className={s.nameForm}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // The panel stays.
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <TextField
        label="What should they call you?"
        name="name"
        defaultValue={known}
        hint="In this story and new ones. Only you can see this name."
        autoComplete="nickname"
        autoCapitalize="words"
        spellCheck={false}
        enterKeyHint="done"
        autoFocus
        dir="auto"
      />
      <div className={s.actions}>
        <SubmitButton busyText="Saving…">Save name</SubmitButton>
        <Button tone="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
