import { type KeyboardEvent, type RefObject, useRef } from "react";
import { Button, LinkButton } from "../../../design/Button";
import { EmptyState, ErrorState } from "../../../design/EmptyStates";
import type { MenuItem } from "../../../design/ItemMenu";
import { Pagination } from "../../../design/Pagination";
import { Skeleton } from "../../../design/Skeleton";
import { VisuallyHidden } from "../../../design/VisuallyHidden";
import { cx } from "../../../lib/classes";
import { paths } from "../../../lib/paths";
import { useFocusAfter } from "../../../lib/useFocusAfter";
import type { MyScenario } from "../types";
import { hasReaders } from "./bulk";
import { RefusedDialog } from "./RefusedDialog";
import s from "./ScenarioShelf.module.css";
import { SelectButton } from "./SelectButton";
import { SelectionBar } from "./SelectionBar";
import { ShelfItem } from "./ShelfItem";
import { ShelfTools } from "./ShelfTools";
import { useBulk } from "./useBulk";
import { type Export, useExport } from "./useExport";
import type { MyScenarios } from "./useMyScenarios";
import { type Selecting, useSelection } from "./useSelection";
import { isBare, useShelfList } from "./useShelfList";
import { chosenFilters, isNarrowed, NO_FILTERS, pathOf, type View } from "./view";

type AskAbout = (what: "withdraw" | "trash" | "delete", scenario: MyScenario) => void;

interface ScenarioShelfProps {
  view: View;
  scenarios: MyScenarios;
  /** Asks before a scenario is withdrawn, goes to the trash while it has readers, or is deleted permanently. */
  onAsk: AskAbout;
  onImport: () => void;
}

/** Covers in the first view. */
const EAGER = 6;

/** The author's scenarios as a shelf of covers, with what finds and what changes many of them; or why there are none. */
export function ScenarioShelf({ view, scenarios, onAsk, onImport }: ScenarioShelfProps) {
  const list = useShelfList(view);
  const selection = useSelection(list.items);
  const bulk = useBulk(scenarios, isNarrowed(view));
  const archive = useExport(scenarios);
  const isTrash = view.tab === "trash";
  const isEmpty = list.state === "ready" && list.items.length === 0;

  const select = useRef<HTMLButtonElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const isBarShown = selection.on || archive.running !== null;
  const focusTarget = () => select.current ?? frame.current;
  useFocusAfter(isBarShown, focusTarget);
  useFocusAfter(bulk.refused.length > 0, focusTarget);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isInDialog = event.target instanceof Element && event.target.closest("dialog") !== null;
    if (event.key === "Escape" && selection.on && !event.defaultPrevented && !isInDialog) selection.stop();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key for the whole shelf; the bar has a button for it.
    <div className={s.frame} ref={frame} tabIndex={-1} onKeyDown={onKeyDown}>
      {isTrash ? (
        <TrashHead selection={selection} isEmpty={isEmpty} select={select} />
      ) : (
        !isBare(list, view) && <ShelfTools view={view} selection={selection} select={select} />
      )}
      {isBarShown && (!isEmpty || bulk.busy || archive.running !== null) && (
        <SelectionBar
          view={view}
          selection={selection}
          shown={list.items.length}
          bulk={bulk}
          archive={archive}
          notices={scenarios}
        />
      )}
      {list.state === "loading" && <ShelfSkeleton />}
      {list.state === "failed" && (
        <ErrorState title="Couldn’t load your scenarios" onRetry={list.retry}>
          {`${list.error?.message ?? "Try again in a moment."} Nothing is lost.`}
        </ErrorState>
      )}
      {isEmpty && <Nothing view={view} onImport={onImport} />}
      {list.state === "ready" && !isEmpty && (
        <div>
          <ul className={s.shelf} aria-label={isTrash ? "Trash" : "Your scenarios"}>
            {list.items.map((scenario, index) => (
              <ShelfItem
                key={scenario.id}
                scenario={scenario}
                eager={index < EAGER}
                items={itemsOf(scenario, scenarios, archive, onAsk)}
                selecting={selection.on}
                selected={selection.has(scenario.id)}
                onSelect={(range) => selection.turn(scenario.id, range)}
              />
            ))}
          </ul>
          <Pagination
            nextHref={pathOf(view, list.nextCursor ?? undefined)}
            state={list.more}
            onMore={list.loadMore}
            noun="scenarios"
          />
        </div>
      )}
      {bulk.refused.length > 0 && (
        <RefusedDialog
          refused={bulk.refused}
          onSelect={() => selection.only(bulk.refused.map(({ id }) => id))}
          onClose={bulk.forgetRefused}
        />
      )}
    </div>
  );
}

/** What can be done with one scenario, where it is. */
function itemsOf(
  scenario: MyScenario,
  { restore, toTrash }: Pick<MyScenarios, "restore" | "toTrash">,
  archive: Export,
  onAsk: AskAbout,
): MenuItem[] {
  if (scenario.deletedOn === null) {
    const isOpen = hasReaders([scenario]);
    const withdraw: MenuItem = {
      label: "Withdraw",
      icon: "lock",
      onChoose: () => onAsk("withdraw", scenario),
    };
    return [
      { label: "Export (CHARX)", icon: "download", onChoose: () => void archive.start([scenario]) },
      ...(isOpen ? [withdraw] : []),
      {
        label: "Move to trash",
        icon: "trash",
        apart: true,
        danger: true,
        onChoose: () => (isOpen ? onAsk("trash", scenario) : toTrash(scenario)),
      },
    ];
  }
  return [
    { label: "Restore", icon: "undo", onChoose: () => restore(scenario) },
    {
      label: "Delete permanently",
      icon: "trash",
      apart: true,
      danger: true,
      onChoose: () => onAsk("delete", scenario),
    },
  ];
}

interface TrashHeadProps {
  selection: Selecting;
  isEmpty: boolean;
  /** The button that begins to choose. */
  select: RefObject<HTMLButtonElement | null>;
}

function TrashHead({ selection, isEmpty, select }: TrashHeadProps) {
  if (isEmpty) return null;
  return (
    <div className={s.trash}>
      <p>You can restore these for 30 days. After that they’re deleted permanently.</p>
      <SelectButton selection={selection} ref={select} />
    </div>
  );
}

function Nothing({ view, onImport }: { view: View; onImport: () => void }) {
  if (view.tab === "trash") {
    return (
      <EmptyState title="The trash is empty" icon="trash">
        Scenarios you delete stay here for 30 days before they’re deleted permanently.
      </EmptyState>
    );
  }
  const isFiltered = chosenFilters(view).length > 0;
  if (isNarrowed(view)) {
    return (
      <EmptyState
        title="No matching scenarios"
        icon="search"
        action={<LinkButton href={paths.myScenarios}>See all your scenarios</LinkButton>}
      >
        {view.words !== "" && "We looked in titles, taglines, names of actors and all texts. "}
        {view.words !== "" && isFiltered && (
          <a className="text-link" href={pathOf({ ...view, ...NO_FILTERS })} data-keep-scroll>
            Search without the filters
          </a>
        )}
        {view.words === "" && "Nothing on your shelf fits all of these filters."}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="An empty stage"
      icon="feather"
      action={
        <div className={s.begin}>
          <LinkButton tone="accent" size="lg" href={paths.newDraft}>
            Write your first scenario
          </LinkButton>
          <Button size="lg" onClick={onImport}>
            Import cards
          </Button>
        </div>
      }
    >
      A place, a few people, a first line: that’s enough to begin. Everything you type is saved by itself, and
      nobody sees it but you. If you have character cards already, import them: one, or a whole folder.
    </EmptyState>
  );
}

const SKELETONS = [0, 1, 2, 3, 4, 5];

function ShelfSkeleton() {
  return (
    <div className={s.shelf} role="status" data-testid="skeleton">
      <VisuallyHidden>Loading your scenarios</VisuallyHidden>
      {SKELETONS.map((each) => (
        <div key={each}>
          <Skeleton className={cx("poster", s.blank)} />
          <Skeleton className="skeleton-title" />
        </div>
      ))}
    </div>
  );
}
