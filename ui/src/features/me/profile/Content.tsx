import { useQueryClient } from "@tanstack/react-query";
import type { Me } from "../../../api/person";
import { setAdult } from "../../../api/prefs";
import { reads } from "../../../api/reads";
import type { TagData } from "../../../api/types";
import { markup, openAlert } from "../../../design/alert";
import choices from "../../../design/forms/Choices.module.css";
import forms from "../../../design/forms/Form.module.css";
import { FormMessage } from "../../../design/forms/FormMessage";
import { useAction } from "../../../design/forms/useAction";
import { Icon } from "../../../design/Icon";
import { Switch } from "../../../design/Switch";
import { cx } from "../../../lib/classes";
import { TagInput, tagKey } from "../../tags/public";
import { type Change, useChangeMe } from "../useMe";
import s from "./Content.module.css";
import { HiddenNotes } from "./HiddenNotes";
import { LIMITS } from "./rules";
import { Section } from "./Section";

/** Lists were made with the old choice; what is not on screen is fetched again when it is next looked at. */
function useListInvalidation(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== reads.me });
}

/** What the site shows and what it hides. */
export function Content({ me }: { me: Me }) {
  const change = useChangeMe();
  const invalidateLists = useListInvalidation();
  const apply = useAction(
    async (wanted: Change) => {
      await change(wanted);
      invalidateLists();
    },
    { overlapping: true, say: ({ message }) => `Nothing was changed: ${message}` },
  );

  return (
    <>
      {apply.failure !== null && <FormMessage>{apply.failure}</FormMessage>}
      <Adult me={me} apply={apply.run} />
      <HiddenNotes me={me} apply={apply.run} />
      <BlockedTags me={me} apply={apply.run} />
    </>
  );
}

interface PartProps {
  me: Me;
  apply: (change: Change) => Promise<boolean>;
}

function Adult({ me, apply }: PartProps) {
  const set = (update: { showNSFW?: boolean; showNSFL?: boolean }) => {
    // Each brings or takes the other with it, as on the server.
    const both = {
      ...update,
      ...(update.showNSFL === true && { showNSFW: true }),
      ...(update.showNSFW === false && { showNSFL: false }),
    };
    void apply({ update: () => update, guess: (now) => ({ ...now, ...both }) });
    if (both.showNSFW !== undefined) setAdult(both.showNSFW);
  };

  return (
    <Section
      title="Adult content"
      lead="When off, explicit pictures stay blurred, and scenarios rated for adults stay out of your lists and search."
    >
      <div className={choices.switches}>
        <Switch
          label="Show adult content"
          hint="18+. Nudity and sex."
          checked={me.showNSFW}
          onChange={(on) => {
            if (!on) set({ showNSFW: false });
            else
              openAlert({
                title: "Adults only",
                html: markup`<p>Explicit pictures will no longer be blurred, and scenarios rated for adults will appear in your lists and search.</p>
                  <p><strong>Are you 18 or older?</strong></p>`,
                buttons: [
                  { text: "Not now" },
                  { text: "I’m 18 or older", tone: "accent", onPress: () => set({ showNSFW: true }) },
                ],
              });
          }}
        />
        <Switch
          label="Show extreme content"
          hint="18+. Graphic cruelty and disturbing themes. Includes adult content."
          checked={me.showNSFL}
          onChange={(on) => {
            if (!on) set({ showNSFL: false });
            else
              openAlert({
                title: "Show extreme content?",
                html: markup`<p>This includes graphic violence and horror that many adults would rather not see.</p>
                  <p><strong>Are you 18 or older, and are you sure?</strong></p>`,
                buttons: [
                  { text: "Not now" },
                  {
                    text: "I’m 18 or older, and I’m sure",
                    tone: "accent",
                    onPress: () => set({ showNSFL: true }),
                  },
                ],
              });
          }}
        />
      </div>
    </Section>
  );
}

function BlockedTags({ me, apply }: PartProps) {
  const tags = me.blockedTagData;
  const full = tags.length >= LIMITS.blockedTags;

  const block = (tag: TagData) =>
    void apply({
      update: (now) => ({ blockedTags: [...now.blockedTags.filter((id) => id !== tag.id), tag.id] }),
      guess: (now) => ({
        ...now,
        blockedTags: [...now.blockedTags, tag.id],
        blockedTagData: [...now.blockedTagData, tag],
      }),
    });

  const allow = (tag: TagData) =>
    void apply({
      update: (now) => ({ blockedTags: now.blockedTags.filter((id) => id !== tag.id) }),
      guess: (now) => ({
        ...now,
        blockedTags: now.blockedTags.filter((id) => id !== tag.id),
        blockedTagData: now.blockedTagData.filter(({ id }) => id !== tag.id),
      }),
    });

  return (
    <Section
      title="Blocked tags"
      lead="Scenarios with one of these tags are hidden from all your lists and searches. Only you can see this."
    >
      {tags.length > 0 ? (
        <ul className={s.blocked} aria-label="Blocked tags">
          {tags.map((tag) => (
            <li key={tag.id}>
              <button
                type="button"
                className={cx("chip", s.tag)}
                aria-label={`Unblock ${tag.displayName}`}
                onClick={() => allow(tag)}
              >
                <span dir="auto">{tag.displayName}</span>
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <p className={s.none}>No tags blocked.</p>
      )}
      <div className={s.add}>
        {full ? (
          <p className={forms.hint}>
            You’ve reached the limit of {LIMITS.blockedTags} tags. Unblock one to block another.
          </p>
        ) : (
          <TagInput
            label="Block a tag"
            placeholder="Type the name of a tag"
            onChoose={block}
            except={tags.map(tagKey)}
          />
        )}
      </div>
    </Section>
  );
}
