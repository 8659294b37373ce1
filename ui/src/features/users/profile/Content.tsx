import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failedConnection } from "../../../api/errors";
import type { Me } from "../../../api/person";
import { setAdult } from "../../../api/prefs";
import { reads } from "../../../api/reads";
import type { TagData } from "../../../api/types";
import { markup, openAlert } from "../../../design/alert";
import { FormMessage } from "../../../design/Field";
import { Icon } from "../../../design/Icon";
import { Switch } from "../../../design/Switch";
import { TagInput, tagKey } from "../../tags/public";
import { type Change, useChangeMe } from "../useMe";
import { LIMITS } from "./rules";
import { Section } from "./Section";

/** Lists were made with the old choice; what is not on screen is fetched anew when it is next looked at. */
function useForgetLists(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== reads.me });
}

/** What the house shows and what it keeps from sight. */
export function Content({ me }: { me: Me }) {
  const change = useChangeMe();
  const forgetLists = useForgetLists();
  const [failure, setFailure] = useState<string | null>(null);

  const apply = async (deed: Change) => {
    setFailure(null);
    try {
      await change(deed);
      forgetLists();
    } catch (cause) {
      setFailure(`Nothing was changed: ${failedConnection(cause).message}`);
    }
  };

  return (
    <>
      {failure !== null && <FormMessage>{failure}</FormMessage>}
      <Adult me={me} apply={apply} />
      <BlockedTags me={me} apply={apply} />
    </>
  );
}

interface PartProps {
  me: Me;
  apply: (deed: Change) => Promise<void>;
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
      lead="Off, explicit pictures stay blurred and strong scenarios stay out of your lists."
    >
      <div className="switches">
        <Switch
          label="Show adult pictures and scenarios"
          hint="18+. Nudity and sex."
          checked={me.showNSFW}
          onChange={(on) => {
            if (!on) set({ showNSFW: false });
            else
              openAlert({
                title: "For adults only",
                html: markup`<p>Pictures and scenarios that were judged explicit will be shown as they are.</p>
                  <p><strong>Are you 18 or older?</strong></p>`,
                buttons: [
                  { text: "Not now" },
                  { text: "I am 18 or older", tone: "gold", onPress: () => set({ showNSFW: true }) },
                ],
              });
          }}
        />
        <Switch
          label="Show the strongest scenarios, too"
          hint="18+. Cruelty and other things that stay with you. Includes adult content."
          checked={me.showNSFL}
          onChange={(on) => {
            if (!on) set({ showNSFL: false });
            else
              openAlert({
                title: "Really everything?",
                html: markup`<p>This shows scenarios with violence and horror that many adults would rather not meet.</p>
                  <p><strong>Are you 18 or older, and sure?</strong></p>`,
                buttons: [
                  { text: "Not now" },
                  {
                    text: "I am 18 or older, and sure",
                    tone: "gold",
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
      title="Tags you never want to see"
      lead="Scenarios with one of these tags disappear from every list and search of yours. Nobody else can see this."
    >
      {tags.length > 0 ? (
        <ul className="blocked" aria-label="Blocked tags">
          {tags.map((tag) => (
            <li key={tag.id}>
              <button
                type="button"
                className="chip blocked-tag"
                aria-label={`Allow ${tag.displayName} again`}
                onClick={() => allow(tag)}
              >
                <span dir="auto">{tag.displayName}</span>
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <p className="account-none">Nothing is blocked.</p>
      )}
      <div className="blocked-add">
        {full ? (
          <p className="form-hint">
            That is all {LIMITS.blockedTags} of them. Allow one again to block another.
          </p>
        ) : (
          <TagInput
            label="Block a tag"
            placeholder="Type a tag, such as spiders"
            onChoose={block}
            except={tags.map(tagKey)}
          />
        )}
      </div>
    </Section>
  );
}
