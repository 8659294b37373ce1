import { SelectField } from "../../../design/forms/Field";
import { problemAt, useEditor } from "../editor/EditorContext";
import { Choice, FieldPlace, Prose, ShortText } from "../editor/fields";
import { LIMITS } from "../model/draft";
import { ContentNotes } from "./ContentNotes";
import { MAKING, RATINGS } from "./choices";
import { languageChoices } from "./languages";
import { Origin } from "./Origin";
import { FieldGroup, PartFrame } from "./PartFrame";
import { Tags } from "./Tags";

/** What readers see first, and what they have to know. */
export function Basics() {
  const editor = useEditor();
  const { draft, change } = editor;
  return (
    <PartFrame title="Basics" lead="What readers see before they start.">
      <ShortText
        path={["title"]}
        label="Title"
        value={draft.title}
        limit={LIMITS.title}
        onChange={(title) => change({ title })}
      />
      <ShortText
        path={["tagline"]}
        label="Tagline"
        value={draft.tagline}
        limit={LIMITS.tagline}
        hint="The promise in one line."
        onChange={(tagline) => change({ tagline })}
      />
      <Prose
        path={["description"]}
        label="Description"
        value={draft.description}
        hint="What a reader should know before starting. No model reads it."
        unread
        onChange={(description) => change({ description })}
      />
      <Tags />
      <FieldPlace path={["language"]}>
        <SelectField
          name="/language"
          label="Language"
          value={draft.language}
          error={problemAt(editor, ["language"])}
          onChange={({ target }) => change({ language: target.value })}
        >
          <option value="">Choose the language of the texts</option>
          {languageChoices(draft.language).map(({ tag, name }) => (
            <option key={tag} value={tag}>
              {name}
            </option>
          ))}
        </SelectField>
      </FieldPlace>
      <FieldGroup title="Who it is for">
        <Choice
          path={["rating"]}
          label="Age rating"
          hint="Until you choose, it counts as explicit."
          value={draft.rating}
          choices={RATINGS}
          onChange={(rating) => change({ rating })}
        />
        <ContentNotes />
      </FieldGroup>
      <FieldGroup title="Whose it is">
        <Origin />
        <Choice
          path={["making"]}
          label="Can readers see how it is made?"
          value={draft.making}
          choices={MAKING}
          onChange={(making) => change({ making })}
        />
      </FieldGroup>
    </PartFrame>
  );
}
