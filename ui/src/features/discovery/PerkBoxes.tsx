import { Icon } from "../../design/Icon";
import type { IconName } from "../../design/icons";
import s from "./PerkBoxes.module.css";

interface Perk {
  icon: IconName;
  title: string;
  text: string;
}

const PERKS: readonly Perk[] = [
  {
    icon: "book",
    title: "Read before you begin",
    text: "Every scenario page shows the cast, the opening, the tags and who wrote it.",
  },
  {
    icon: "search",
    title: "Search by mood",
    text: "Type a mood or half a memory. Include what you want, exclude what you don’t want; typos are fine.",
  },
  {
    icon: "shield",
    title: "You decide what you see",
    text: "Explicit pictures stay blurred until you say otherwise, and all pictures can be switched off.",
  },
  {
    icon: "bolt",
    title: "Fast on any connection",
    text: "Pages are readable at once, even on an old phone with a patchy train connection.",
  },
];

/** What the site promises. Below 522 px the icon stands beside the text, above it over it; four abreast from 1220. */
export function PerkBoxes() {
  return (
    <section className={s.perks} aria-labelledby="perks">
      <h2 className="row-title" id="perks">
        Why Dramatis
      </h2>
      <ul className={s.list}>
        {PERKS.map(({ icon, title, text }) => (
          <li className={s.perk} key={title}>
            <Icon name={icon} />
            <div>
              <h3 className={s.title}>{title}</h3>
              <p className={s.text}>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
