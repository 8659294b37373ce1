import { useEffect, useRef } from "react";
import { SITE_NAME } from "../../api/page";
import { isAdmin, useSession } from "../../api/session";
import { Icon } from "../../design/Icon";
import { MenuSlot } from "../../design/MenuSlot";
import { cx } from "../../lib/classes";
import { paths } from "../../lib/paths";
import { AccountBlock, AccountButton } from "./AccountMenu";
import s from "./NavBar.module.css";
import { placesFor } from "./places";
import { SettingsMenu } from "./SettingsMenu";
import { useGuestStory } from "./useGuestStory";

function Brand({ className }: { className?: string }) {
  return (
    <a className={cx(s.brand, className)} href={paths.home}>
      <svg aria-hidden="true">
        <use href={`${__ICON_SPRITE__}#brand`} />
      </svg>
      {SITE_NAME}
    </a>
  );
}

/**
 * The top bar, and the menu: one list that is a fixed side menu from 1633 px and opens from a button below that. The
 * native popover opens it without script, closes it on Escape or a press outside, and gives focus back.
 */
export function NavBar({ pathname }: { pathname: string }) {
  const menu = useRef<HTMLElement>(null);
  const { viewer } = useSession();
  const guestsStory = useGuestStory();
  const places = placesFor(viewer !== null, isAdmin(viewer), guestsStory);

  useEffect(() => {
    if (pathname !== "" && menu.current?.matches(":popover-open")) menu.current.hidePopover();
  }, [pathname]);

  return (
    <header className={s.top}>
      <div className={s.bar}>
        <div className={s.row}>
          <Brand />
          <div className={s.links}>
            {places.map(
              ({ href, label, inBar }) =>
                inBar !== undefined && (
                  <a key={href} className={cx(s.link, inBar === "wide" && s.wide)} href={href}>
                    {label}
                  </a>
                ),
            )}
          </div>
          <div className={s.tools}>
            <a className="icon-btn" href={paths.search()} aria-label="Search" title="Search">
              <Icon name="search" />
            </a>
            <AccountButton pathname={pathname} />
            <button type="button" className="icon-btn" popoverTarget="menu" aria-label="Menu" title="Menu">
              <Icon name="menu" />
            </button>
          </div>
        </div>
      </div>
      <nav className="menu" id="menu" popover="auto" aria-label="Main" ref={menu}>
        <Brand className={s.menuBrand} />
        <MenuSlot />
        <ul className="menu-list">
          {places.map(({ href, label, icon }) => (
            <li key={href}>
              <a className="menu-link" href={href} aria-current={href === pathname ? "page" : undefined}>
                <Icon name={icon} />
                {label}
              </a>
            </li>
          ))}
        </ul>
        <AccountBlock />
        <SettingsMenu />
      </nav>
    </header>
  );
}
