import { Icon } from "../../design/Icon";
import type { IconName } from "../../design/icons";

interface Perk {
  icon: IconName;
  title: string;
  text: string;
}

const PERKS: readonly Perk[] = [
  {
    icon: "book",
    title: "Read before you begin",
    text: "Every scenario opens like a programme: its cast, its first page, its tags and who wrote it.",
  },
  {
    icon: "search",
    title: "Found by feel",
    text: "Search by a mood or half a memory. Ask for what you want, strike out what you don't; typing errors are forgiven.",
  },
  {
    icon: "shield",
    title: "You decide what you see",
    text: "Explicit pictures stay blurred until you say otherwise, and all pictures can be switched off.",
  },
  {
    icon: "bolt",
    title: "Light on any line",
    text: "Pages can be read before a script has run, on an old phone and a bad train connection.",
  },
];

/** What the house promises. Below 522 px the icon stands beside the text, above it over it; four abreast from 1220. */
export function PerkBoxes() {
  return (
    <section className="perks" aria-labelledby="perks">
      <h2 className="carousel-title" id="perks">
        How this house is run
      </h2>
      <ul className="perk-list">
        {PERKS.map(({ icon, title, text }) => (
          <li className="perk" key={title}>
            <Icon name={icon} />
            <div>
              <h3 className="perk-title">{title}</h3>
              <p className="perk-text">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
