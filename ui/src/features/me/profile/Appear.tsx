import { type FormEvent, useEffect, useRef, useState } from "react";
import { failedConnection } from "../../../api/errors";
import type { Me } from "../../../api/person";
import type { ProfileUpdate } from "../../../api/types";
import { Button } from "../../../design/Button";
import { TextArea, TextField } from "../../../design/forms/Field";
import { FormMessage } from "../../../design/forms/FormMessage";
import { paths } from "../../../lib/paths";
import { useChangeMe } from "../useMe";
import { AvatarEditor } from "./AvatarEditor";
import { LIMITS, nameError, roomText, textError } from "./rules";
import { Section } from "./Section";
import section from "./Section.module.css";

/** How long "Saved" stays, in milliseconds. */
const SAVED_MS = 4_000;

interface Errors {
  name: string | null;
  bio: string | null;
}

const FINE: Errors = { name: null, bio: null };

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

function NameForm({ me }: { me: Me }) {
  const change = useChangeMe();
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState(me.authorname);
  const [bio, setBio] = useState(me.userBio ?? "");
  const [state, setState] = useState<"idle" | "busy" | "saved">("idle");
  const [errors, setErrors] = useState<Errors>(FINE);
  const [failure, setFailure] = useState<string | null>(null);
  const changed = name.trim() !== me.authorname || bio.trim() !== (me.userBio ?? "");

  useEffect(() => {
    if (state !== "saved") return;
    const timer = setTimeout(() => setState("idle"), SAVED_MS);
    return () => clearTimeout(timer);
  }, [state]);

  useEffect(() => {
    if (errors !== FINE) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  const save = async () => {
    const found: Errors = { name: nameError(name.trim()), bio: textError(bio, LIMITS.bio) };
    const wrong = found.name !== null || found.bio !== null;
    setErrors(wrong ? found : FINE);
    setFailure(null);
    if (wrong) return;
    setState("busy");
    const update: ProfileUpdate = {
      ...(name.trim() !== me.authorname && { authorname: name.trim() }),
      ...(bio.trim() !== (me.userBio ?? "") && { userBio: bio.trim() === "" ? null : bio.trim() }),
    };
    try {
      await change({ update: () => update });
      setName(name.trim());
      setBio(bio.trim());
      setState("saved");
    } catch (cause) {
      const failed = failedConnection(cause);
      const atName = failed.fieldMessage("/authorname") ?? (failed.status === 409 ? failed.message : null);
      const atBio = failed.fieldMessage("/userBio");
      if (atName === null && atBio === null) setFailure(failed.message);
      else setErrors({ name: atName, bio: atBio });
      setState("idle");
    }
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (changed && state !== "busy") void save();
  };

  return (
    <form className="form" method="dialog" noValidate ref={form} onSubmit={onSubmit}>
      {failure !== null && <FormMessage>{failure}</FormMessage>}
      <TextField
        label="Name"
        name="authorname"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={errors.name}
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
        error={errors.bio}
        aside={<span className="form-room numbers">{roomText(bio, LIMITS.bio)}</span>}
        placeholder="What do you write, play or look for in a story?"
        dir="auto"
      />
      <div className={section.save}>
        <Button
          type="submit"
          tone={changed ? "gold" : "plain"}
          aria-disabled={!changed || state === "busy" || undefined}
          aria-busy={state === "busy" || undefined}
        >
          {state === "busy" ? "Saving…" : "Save"}
        </Button>
        <span role="status" className={section.saved}>
          {state === "saved" && !changed ? "Saved." : ""}
        </span>
      </div>
    </form>
  );
}
