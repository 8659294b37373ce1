import { useState } from "react";
import { useSession } from "../../../api/session";
import { SelectField } from "../../../design/forms/Field";
import { Tabs } from "../../../design/Tabs";
import { FirstMessage } from "../../play/public";
import { FindingList } from "../../publishing/public";
import { GRID_PICTURE, opinionOf, ScenarioArticle, ScenarioCard, withNames } from "../../scenarios/public";
import { placePath, useEditor } from "../editor/EditorContext";
import { fieldName } from "../model/parts";
import { pathOfPointer, pointerOf } from "../model/path";
import { PhoneFrame } from "./PhoneFrame";
import s from "./ReaderPreview.module.css";
import { posterOf, scenarioOf } from "./reader";
import { SharedLink } from "./SharedLink";
import { TokenFootprint } from "./TokenFootprint";

const VIEWS = [
  { id: "page", label: "Page" },
  { id: "poster", label: "Poster" },
  { id: "link", label: "Link" },
  { id: "start", label: "Story" },
] as const;

type View = (typeof VIEWS)[number]["id"];

/** The draft as readers would get it, on a phone, with what is missing and what each part takes. */
export default function ReaderPreview() {
  const { id, draft, place, missing, goTo } = useEditor();
  const view = VIEWS.find((each) => each.id === place.item)?.id ?? "page";
  const label = VIEWS.find((each) => each.id === view)?.label ?? "";
  return (
    <div className={s.preview}>
      <div className={s.columns}>
        <div className={s.seen}>
          <Tabs
            label="What readers see"
            tabs={VIEWS.map((each) => ({
              href: placePath(id, { part: "preview", item: each.id === "page" ? null : each.id }),
              label: each.label,
              current: each.id === view,
            }))}
          />
          <Seen key={view} view={view} title={`${label}, as on a phone`} />
        </div>
        <div className={s.facts}>
          <FindingList
            title="What is missing"
            findings={(missing ?? []).map(({ path, message }) => ({
              field: pointerOf(path),
              message,
              passage: "",
            }))}
            nameOf={(field) => fieldName(pathOfPointer(draft, field), draft)}
            goTo={(field) => goTo(pathOfPointer(draft, field))}
          />
          <TokenFootprint />
        </div>
      </div>
    </div>
  );
}

/** One of the views, made of what readers would get. */
function Seen({ view, title }: { view: View; title: string }) {
  const { id, draft } = useEditor();
  const { viewer } = useSession();
  const [now] = useState(() => new Date().toISOString());
  const [opening, setOpening] = useState(0);
  const scenario = scenarioOf({ id, draft, author: viewer, now });
  const { openings } = scenario.scenarioEngram;
  switch (view) {
    case "page":
      return (
        <PhoneFrame title={title}>
          <main>
            <ScenarioArticle
              scenario={scenario}
              start={{ ...NO_START, scenarioId: scenario.id }}
              opinion={{ ...NO_OPINION, opinion: opinionOf(scenario) }}
            />
          </main>
        </PhoneFrame>
      );
    case "poster":
      return (
        <PhoneFrame title={title}>
          <ul className={s.grid}>
            <ScenarioCard
              scenario={posterOf(scenario)}
              position={0}
              context="general"
              layout={GRID_PICTURE}
              eager
            />
            {/* Others beside it, for its size. */}
            <li className={s.other} />
            <li className={s.other} />
            <li className={s.other} />
          </ul>
        </PhoneFrame>
      );
    case "link":
      return (
        <PhoneFrame title={title}>
          <SharedLink scenario={scenario} />
        </PhoneFrame>
      );
    case "start": {
      const begun = openings[Math.min(opening, openings.length - 1)];
      if (begun === undefined) return <p className={s.none}>Write an opening: a story begins with it.</p>;
      const cast = scenario.actors.map(({ actorId, name, avatar }) => ({ id: actorId, name, avatar }));
      const speaker = cast.find((actor) => actor.id === begun.speaker) ?? cast[0];
      return (
        <>
          {openings.length > 1 && (
            <SelectField
              name="opening"
              label="Opening"
              value={String(opening)}
              onChange={({ target }) => setOpening(Number(target.value))}
            >
              {openings.map(({ title: name }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two openings may have one title.
                <option key={at} value={at}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
          <PhoneFrame title={title}>
            <FirstMessage
              cast={cast}
              speakerId={begun.speaker}
              text={withNames(begun.text, speaker?.name ?? "")}
            />
          </PhoneFrame>
        </>
      );
    }
  }
}

/** Nothing begins in a preview, and nothing was said of it. */
const nothing = () => undefined;
const NO_START = {
  busy: false,
  failure: null,
  existing: null,
  others: [],
  isVisitor: true,
  begin: nothing,
  choose: nothing,
} as const;
const NO_OPINION = { known: true, failure: null, love: nothing, rate: nothing } as const;
