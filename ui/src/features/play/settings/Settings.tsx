import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { breakpoints } from "../../../config/breakpoints";
import { FormMessage } from "../../../design/forms/FormMessage";
import { Icon } from "../../../design/Icon";
import { cx } from "../../../lib/classes";
import { useMedia } from "../../../lib/media";
import type { SettingAt, SettingsProps } from "../contracts";
import { BehaviorSettings } from "./BehaviorSettings";
import { DisplaySettings } from "./DisplaySettings";
import { QuickSettings } from "./QuickSettings";
import s from "./Settings.module.css";
import { SettingsProvider, useSettings } from "./useSettings";

type TabId = "quick" | "display" | "behavior";

const TABS: readonly { id: TabId; label: string }[] = [
  { id: "quick", label: "Quick" },
  { id: "display", label: "Display" },
  { id: "behavior", label: "Behavior" },
];

/** Spec 2.7: up to 620 px, and where large text leaves no more space than that. */
const NARROW = `(width <= ${breakpoints.narrowSettings}px), (width <= 38.75em)`;

/** How the story looks and behaves: tabs, or sections to unfold where it is narrow. */
export default function Settings({ at }: SettingsProps) {
  return (
    <SettingsProvider>
      <SettingsParts at={at} />
    </SettingsProvider>
  );
}

/** Where the settings stand that other parts lead to; all of them in Behavior. */
const PLACES: Readonly<Record<SettingAt, string>> = {
  model: '[data-setting="model"]',
  authorsNote: '[data-setting="authorsNote"]',
  instructions: '[data-setting="instructions"]',
  replyLength: "[data-settings-part]",
};

function SettingsParts({ at }: { at: SettingAt | undefined }) {
  const narrow = useMedia(NARROW);
  const { failure } = useSettings();
  const parts = useRef<HTMLDivElement>(null);
  const first: TabId = at === undefined ? "quick" : "behavior";
  const [shown, setShown] = useState<TabId>(first);
  const [open, setOpen] = useState<ReadonlySet<TabId>>(new Set([first]));

  // What it was opened for comes into view, and has the focus.
  useEffect(() => {
    if (at === undefined) return;
    const setting = Array.from(parts.current?.querySelectorAll<HTMLElement>(PLACES[at]) ?? []).find(
      ({ hidden }) => !hidden,
    );
    const body = setting?.closest("[data-panel-body]");
    if (setting === undefined || !body) return;
    if (setting instanceof HTMLDetailsElement) setting.open = true;
    body.scrollTop += setting.getBoundingClientRect().top - body.getBoundingClientRect().top - 16;
    setting.querySelector<HTMLElement>("input:checked, textarea, input")?.focus({ preventScroll: true });
  }, [at]);

  const show = (id: TabId) => {
    setShown(id);
    setOpen((now) => new Set(now).add(id));
    // Where the parts lie one below the other, the part that was asked for comes into view.
    if (narrow)
      requestAnimationFrame(() => {
        const fold = parts.current?.querySelector<HTMLElement>(`[data-part="${id}"]`);
        const body = fold?.closest("[data-panel-body]");
        if (!fold || !body) return;
        // By hand: `scrollIntoView` would move the sheet itself, too.
        body.scrollTop += fold.getBoundingClientRect().top - body.getBoundingClientRect().top;
        fold.focus({ preventScroll: true });
      });
  };
  const toggle = (id: TabId) =>
    setOpen((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });

  const content: Parts = {
    quick: <QuickSettings onSeeThemes={() => show("display")} />,
    display: <DisplaySettings />,
    behavior: <BehaviorSettings />,
  };

  return (
    <div className={s.settings} ref={parts}>
      {failure !== null && <FormMessage>{failure}</FormMessage>}
      {narrow ? (
        <Sections open={open} onToggle={toggle} parts={content} />
      ) : (
        <TabParts shown={shown} onShow={setShown} parts={content} />
      )}
    </div>
  );
}

type Parts = Readonly<Record<TabId, ReactNode>>;

interface PartsProps {
  shown: TabId;
  onShow: (id: TabId) => void;
  parts: Parts;
}

interface SectionsProps {
  open: ReadonlySet<TabId>;
  onToggle: (id: TabId) => void;
  parts: Parts;
}

const STEP: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

function TabParts({ shown, onShow, parts }: PartsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const here = TABS.findIndex((tab) => tab.id === shown);
    const step = STEP[event.key];
    const to =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? TABS.length - 1
          : step === undefined
            ? here
            : (here + step + TABS.length) % TABS.length;
    const next = TABS[to];
    if (next === undefined || to === here) return;
    event.preventDefault();
    event.stopPropagation();
    onShow(next.id);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus();
  };

  return (
    <>
      <div
        className={cx("tabs", s.tabs)}
        role="tablist"
        aria-label="Settings"
        ref={list}
        onKeyDown={onKeyDown}
        tabIndex={-1}
      >
        {TABS.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            className="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === shown}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === shown ? 0 : -1}
            onClick={() => onShow(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${shown}`}
        className={s.part}
        data-settings-part
      >
        {parts[shown]}
      </div>
    </>
  );
}

function Sections({ open, onToggle, parts }: SectionsProps) {
  return (
    <div>
      {TABS.map(({ id, label }) => (
        <Section key={id} id={id} label={label} open={open.has(id)} onToggle={() => onToggle(id)}>
          {parts[id]}
        </Section>
      ))}
    </div>
  );
}

interface SectionProps {
  id: TabId;
  label: string;
  open: boolean;
  onToggle: () => void;
  children: ReactNode;
}

function Section({ id: part, label, open, onToggle, children }: SectionProps) {
  const id = useId();
  return (
    <section className={s.section}>
      <h3>
        <button
          type="button"
          className={s.fold}
          data-part={part}
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
        >
          {label}
          <Icon name="down" />
        </button>
      </h3>
      <div id={id} className={s.part} hidden={!open} data-settings-part>
        {open && children}
      </div>
    </section>
  );
}
