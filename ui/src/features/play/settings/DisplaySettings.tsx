import { setPref, usePagePrefs } from "../../../api/prefs";
import { Icon } from "../../../design/Icon";
import { Switch } from "../../../design/Switch";
import { paths } from "../../../lib/paths";
import { FontSize } from "./fields";
import setting from "./Settings.module.css";
import { ThemeChoice } from "./ThemeChoice";
import { themeOf, themesFor } from "./themes";
import { useSettings } from "./useSettings";

/** How the story looks. */
export function DisplaySettings() {
  const { theme: mode } = usePagePrefs();
  const { session, set } = useSettings();
  const worn = themeOf(session.themeID, mode);
  return (
    <>
      <div className={setting.setting}>
        <p className={setting.label}>Story theme</p>
        <ThemeChoice
          label="Story theme"
          look="grid"
          themes={themesFor(mode)}
          worn={session.themeID}
          onPick={(themeID) => set({ themeID })}
        />
        <a className="more-link" href={paths.profileSection("display")}>
          More themes in your profile
          <Icon name="right" />
        </a>
      </div>
      <FontSize reset />
      <div className={setting.switches}>
        <Switch
          label="Dark mode"
          hint={
            worn._id === null
              ? "For the whole site."
              : `For the site and the Default theme. ${worn.name} stays ${worn.palette.mode}.`
          }
          checked={mode === "dark"}
          onChange={(dark) => setPref("theme", dark ? "dark" : "light")}
        />
        <Switch
          label="Chat layout"
          hint="Show messages in bubbles, like a messenger. When off, the story reads like a book."
          checked={session.chatOption}
          onChange={(chatOption) => set({ chatOption })}
        />
      </div>
    </>
  );
}
