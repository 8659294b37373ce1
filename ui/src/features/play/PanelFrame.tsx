import { type ReactNode, type RefObject, Suspense, useEffect, useLayoutEffect, useRef } from "react";
import { IconButton } from "../../design/Button";
import { ErrorState } from "../../design/EmptyStates";
import { Icon } from "../../design/Icon";
import { cx } from "../../lib/classes";
import { useMedia } from "../../lib/media";
import { BESIDE, type OpenPanel } from "./contracts";
import { ErrorBoundary } from "./ErrorBoundary";
import s from "./PanelFrame.module.css";
import { PanelWaiting } from "./PanelWaiting";
import { usePanel, usePlay } from "./PlayContext";
import { PANEL_TITLES, panels } from "./panels";

/** What is open beside the transcript: a column on wide screens, a sheet over the story on small ones. */
export function PanelFrame() {
  const panel = usePanel();
  const { story } = usePlay();
  const beside = useMedia(BESIDE);
  const opener = useRef<Element | null>(null);
  const open = panel !== null;

  // Focus goes back to where the panel was opened from, if that is still there.
  useLayoutEffect(() => {
    if (!open) return;
    opener.current = document.activeElement;
    return () => {
      const { current } = opener;
      if (current instanceof HTMLElement && current.isConnected) current.focus({ preventScroll: true });
    };
  }, [open]);

  if (panel === null) return null;
  const title = PANEL_TITLES[panel.name];
  const body = (
    <ErrorBoundary key={panel.name} instead={<NotOpened onClose={story.closePanel} />}>
      <Suspense fallback={<PanelWaiting words={`Loading ${title.toLowerCase()}`} />}>
        <Content panel={panel} onClose={story.closePanel} />
      </Suspense>
    </ErrorBoundary>
  );
  return beside ? (
    <Column key={panel.name} title={title} onClose={story.closePanel}>
      {body}
    </Column>
  ) : (
    <Sheet key={panel.name} title={title} onClose={story.closePanel}>
      {body}
    </Sheet>
  );
}

function Content({ panel, onClose }: { panel: OpenPanel; onClose: () => void }) {
  switch (panel.name) {
    case "character": {
      const { character: Panel } = panels;
      return <Panel key={panel.characterId} characterId={panel.characterId} onClose={onClose} />;
    }
    case "inspector": {
      const { inspector: Panel } = panels;
      return <Panel key={panel.turnId} turnId={panel.turnId} messageId={panel.messageId} onClose={onClose} />;
    }
    case "memory": {
      const { memory: Panel } = panels;
      return <Panel key={panel.pin?.messageId} pin={panel.pin} onClose={onClose} />;
    }
    case "settings": {
      const { settings: Panel } = panels;
      return <Panel key={panel.at} at={panel.at} />;
    }
    default: {
      const Panel = panels[panel.name];
      return <Panel onClose={onClose} />;
    }
  }
}

interface FrameProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

function FrameHead({
  title,
  onClose,
  heading,
}: Omit<FrameProps, "children"> & { heading: RefObject<HTMLHeadingElement | null> }) {
  return (
    <div className={s.head}>
      <h2 className={s.title} id="panel-title" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <IconButton label="Close" onClick={onClose}>
        <Icon name="close" />
      </IconButton>
    </div>
  );
}

function Column({ title, onClose, children }: FrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <aside
      className={cx(s.panel, s.beside)}
      data-panel-beside
      aria-labelledby="panel-title"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      <FrameHead title={title} onClose={onClose} heading={heading} />
      <div className={s.body} data-panel-body>
        {children}
      </div>
    </aside>
  );
}

function Sheet({ title, onClose, children }: FrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    element.showModal();
    heading.current?.focus();
    return () => element.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop is an extra; Escape and the close button do the same.
    <dialog
      ref={dialog}
      className={cx(s.panel, s.sheet)}
      aria-labelledby="panel-title"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={s.inner}>
        <FrameHead title={title} onClose={onClose} heading={heading} />
        <div className={s.body} data-panel-body>
          {children}
        </div>
      </div>
    </dialog>
  );
}

function NotOpened({ onClose }: { onClose: () => void }) {
  return (
    <ErrorState title="Couldn’t load this panel" onRetry={onClose}>
      Your story isn’t affected. Close the panel and open it again. If that doesn’t help, reload the page.
    </ErrorState>
  );
}
