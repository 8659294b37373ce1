import { useEffect, useRef } from "react";
import { Picture } from "../../design/Picture";
import { cx } from "../../lib/classes";
import { useGraphics } from "../../lib/graphics";
import s from "./Backdrop.module.css";
import { weatherOf } from "./model/weather";
import { useChat } from "./PlayContext";

/** So far does the picture go up while a long story is read, in pixels of the story. */
const FULL_DRIFT = 12_000;
const WIDTHS = [640, 1024, 1600] as const;

/** The scenario's picture, dimmed, behind the story: still in Low; in High it moves slowly, in rain or lamp light. */
export default function Backdrop() {
  const { story } = useChat();
  const graphics = useGraphics();
  const stage = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const play = stage.current?.closest("[data-play]");
    if (graphics !== "high" || play == null || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let frame = 0;
    // The story scrolls in an element of its own, and such scrolls do not bubble.
    const onScroll = ({ target }: Event) => {
      if (frame !== 0 || !(target instanceof HTMLElement) || !target.matches("[data-scroller]")) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        const below = target.scrollHeight - target.clientHeight - target.scrollTop;
        const drift = 1 - Math.min(below, FULL_DRIFT) / FULL_DRIFT;
        stage.current?.style.setProperty("--drift", drift.toFixed(4));
      });
    };
    play.addEventListener("scroll", onScroll, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      play.removeEventListener("scroll", onScroll, { capture: true });
    };
  }, [graphics]);

  const { scenario } = story;
  const urls = scenario?.avatar_urls;
  const src = urls?.banner ?? urls?.fullres ?? urls?.avatar ?? null;
  if (src === null) return null;
  return (
    <div className={cx("hideable", s.backdrop)} ref={stage} aria-hidden="true">
      <Picture src={src} alt="" width={1024} height={640} widths={WIDTHS} sizes="100vw" />
      <div className={s.weather} data-weather={weatherOf(`${story.title} ${scenario?.displayName ?? ""}`)} />
    </div>
  );
}
