import { breakpoints } from "../../config/breakpoints";
import fan from "../../design/Fan.module.css";
import { Picture } from "../../design/Picture";
import { cx } from "../../lib/classes";
import s from "./Hero.module.css";
import { Ways } from "./Ways";

/** What a visitor sees first: one line, the search field, a few ways in, and three lit pictures on a wide screen. */
export function Hero({ pictures }: { pictures: readonly string[] }) {
  return (
    <section className={s.hero}>
      <div className={cx("wrap", s.grid)}>
        <div>
          <h1 className={cx("serif", s.title)}>The lights go down. You have the first line.</h1>
          <p className={s.lead}>
            Choose a scenario, take a part, and play it out with characters who answer back.
          </p>
          <Ways />
        </div>
        {pictures.length > 0 && (
          <div className={cx(fan.fan, s.fan)} aria-hidden="true" data-testid="fan">
            {pictures.slice(0, 3).map((src) => (
              <span className={cx("poster", fan.poster)} key={src}>
                <Picture src={src} alt="" width={233} height={350} from={breakpoints.heroPictures} eager />
              </span>
            ))}
          </div>
        )}
      </div>
    </section>
  );
}
