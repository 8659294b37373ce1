import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import s from "./ReaderFrame.module.css";

/** How wide the window is in which something is read. */
export type FrameWidth = "phone" | "desktop";

interface ReaderFrameProps {
  /** What it shows, for screen readers. */
  title: string;
  width: FrameWidth;
  children: ReactNode;
}

/** What can be used in a preview: it changes nothing but what is seen. */
const HARMLESS = "label, input, select, summary, button[aria-expanded]";

const SHEETS = 'link[rel="stylesheet"], style';

/** Gives a frame's page what its contents look like on this one; resolves when the rules hold. */
async function copyStyles(page: Document): Promise<void> {
  const loading = Array.from(document.querySelectorAll(SHEETS), (sheet) => {
    const copy = page.importNode(sheet, true);
    const standing =
      copy.tagName === "LINK"
        ? new Promise<void>((resolve) => {
            // A sheet that cannot be loaded is no reason to show nothing.
            for (const event of ["load", "error"]) copy.addEventListener(event, () => resolve());
          })
        : undefined;
    page.head.append(copy);
    return standing;
  });
  await Promise.all(loading);
}

/** Keeps the theme, the language and the graphics of a frame's page like those of this one. */
function mirrorRoot(page: Document, width: FrameWidth): () => void {
  const copy = () => {
    for (const { name, value } of document.documentElement.attributes)
      page.documentElement.setAttribute(name, value);
  };
  copy();
  if (width === "phone") page.documentElement.dataset.phone = "";
  const observer = new MutationObserver(copy);
  observer.observe(document.documentElement, { attributes: true });
  return () => observer.disconnect();
}

/** Nothing in a preview leads anywhere or sends anything. */
function hold(event: MouseEvent | FormEvent): void {
  // An element of the frame is none of this window's class.
  const target = event.target as Element;
  if (event.type === "click" && target.closest(HARMLESS) !== null) return;
  event.preventDefault();
  event.stopPropagation();
}

/** A page of a phone's or a desktop's width, laid out as there because it has a window of its own. */
export function ReaderFrame({ title, width, children }: ReaderFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [page, setPage] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    let shown: Document | null = null;
    let stop = () => {};
    const fill = () => {
      const inner = element.contentDocument;
      if (inner === null || inner === shown) return;
      shown = inner;
      stop();
      stop = mirrorRoot(inner, width);
      void copyStyles(inner).then(() => {
        if (shown === inner) setPage(inner.body);
      });
    };
    fill();
    // Firefox puts another empty page in the place of the first.
    element.addEventListener("load", fill);
    return () => {
      element.removeEventListener("load", fill);
      shown = null;
      stop();
    };
  }, [width]);
  return (
    <div className={width === "phone" ? s.phone : s.desktop}>
      <iframe ref={frame} className={s.screen} title={title} />
      {page !== null &&
        createPortal(
          <div onClickCapture={hold} onSubmitCapture={hold}>
            {children}
          </div>,
          page,
        )}
    </div>
  );
}
