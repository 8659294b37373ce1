import { breakpoints } from "../../config/breakpoints";
import { Picture } from "../../design/Picture";
import { Ways } from "./Ways";

/** What a visitor sees first: one line, the search field, a few ways in, and three lit pictures on a wide screen. */
export function Hero({ pictures }: { pictures: readonly string[] }) {
  return (
    <section className="hero">
      <div className="wrap hero-grid">
        <div className="hero-text">
          <h1 className="serif hero-title">The lights go down. You have the first line.</h1>
          <p className="hero-lead">
            Choose a scenario, take a part, and play it out with characters who answer back.
          </p>
          <Ways />
        </div>
        {pictures.length > 0 && (
          <div className="fan hero-fan" aria-hidden="true">
            {pictures.slice(0, 3).map((src) => (
              <span className="poster fan-poster" key={src}>
                <Picture src={src} alt="" width={233} height={350} from={breakpoints.heroPictures} eager />
              </span>
            ))}
          </div>
        )}
      </div>
    </section>
  );
}
