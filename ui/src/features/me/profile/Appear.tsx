import { useEffect, useState } from "react";
import type { Me } from "../../../api/person";
import type { ProfileUpdate } from "../../../api/types";
import { TextArea, TextField } from "../../../design/forms/Field";
import { Form } from "../../../design/forms/Form";
import forms from "../../../design/forms/Form.module.css";
import { SubmitButton } from "../../../design/forms/SubmitButton";
import { useForm } from "../../../design/forms/useForm";
import { useUnsaved } from "../../../design/forms/useUnsaved";
import { cx } from "../../../lib/classes";
import { paths } from "../../../lib/paths";
import { useChangeMe } from "../useMe";
import { AvatarEditor } from "./AvatarEditor";
import { LIMITS, nameError, roomText, textError } from "./rules";
import { Section } from "./Section";
import section from "./Section.module.css";

/** How long "Saved" stays, in milliseconds. */
const SAVED_MS = 4_000;

/** How others see one: portrait, name, lines about oneself. */
export function Appear({ me }: { me: Me }) {
  return (
    <Section
      title="Public profile"
      lead={
        <>
          This is shown on{" "}
          <a className="text-link" href={paths.user(me.userID)}>
            your page
          </a>
          , which everyone can see.
        </>
      }
    >
      <AvatarEditor me={me} />
      <NameForm me={me} />
    </Section>
  );
}

/** Whether something became true a moment ago. */
function useLately(happened: boolean): boolean {
  const [lately, setLately] = useState(false);
  useEffect(() => {
    setLately(happened);
    if (!happened) return;
    const timer = setTimeout(() => setLately(false), SAVED_MS);
    return () => clearTimeout(timer);
  }, [happened]);
  return lately;
}

function NameForm({ me }: { me: Me }) {
  const change = useChangeMe();
  const [name, setName] = useState(me.authorname);
  const [bio, setBio] = useState(me.userBio ?? "");
  const update: ProfileUpdate = {
    ...(name.trim() !== me.authorname && { authorname: name.trim() }),
    ...(bio.trim() !== (me.userBio ?? "") && { userBio: bio.trim() === "" ? null : bio.trim() }),
  };
  const changed = Object.keys(update).length > 0;
  const form = useForm({
    disabledReason: changed ? null : "Nothing has changed.",
    check: () => ({ authorname: nameError(name.trim()), userBio: textError(bio, LIMITS.bio) }),
    send: async () => {
      await change({ update: () => update });
      setName(name.trim());
      setBio(bio.trim());
    },
    // Somebody else has that name.
    atFields: (failure) => ({ authorname: failure.status === 409 ? failure.message : null }),
  });
  const saved = useLately(form.done);
  useUnsaved(changed);

  return (
    <Form form={form}>
      <TextField
        label="Name"
        name="authorname"
        value={name}
        onChange={(event) => setName(event.target.value)}
        hint="Letters a to z and digits, with single dots, dashes or underscores in between."
        maxLength={LIMITS.nameMax}
        autoComplete="nickname"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        required
      />
      <TextArea
        label="About you"
        name="userBio"
        value={bio}
        rows={5}
        onChange={(event) => setBio(event.target.value)}
        aside={<span className={cx("numbers", forms.room)}>{roomText(bio, LIMITS.bio)}</span>}
        placeholder="What do you write, play or look for in a story?"
        dir="auto"
      />
      <div className={section.save}>
        <SubmitButton tone={changed ? "accent" : "plain"} busyText="Saving…">
          Save
        </SubmitButton>
        <span role="status" className={section.saved}>
          {saved && !changed ? "Saved." : ""}
        </span>
      </div>
    </Form>
  );
}
