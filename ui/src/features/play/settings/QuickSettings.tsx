import { usePagePrefs } from "../../../api/prefs";
import { Switch } from "../../../design/Switch";
import { FontSize, Graphics, Npcs, ResponseLength } from "./fields";
import { setHideImpersonation, useHideImpersonation } from "./impersonation";
import setting from "./Settings.module.css";
import { ThemeChoice } from "./ThemeChoice";
import { quickThemes, themesFor } from "./themes";
import { useSettings } from "./useSettings";

/** What is changed most often while playing. */
export function QuickSettings({ onSeeThemes }: { onSeeThemes: () => void }) {
  const { theme: mode } = usePagePrefs();
  const { session, set } = useSettings();
  const hidden = useHideImpersonation();
  return (
    <>
      <div className={setting.setting}>
        <div className={setting.head}>
          <p className={setting.label}>Theme</p>
          <button type="button" className="more-link" onClick={onSeeThemes}>
            See all
          </button>
        </div>
        <ThemeChoice
          label="Quick themes"
          look="pills"
          themes={quickThemes(themesFor(mode), session.themeID)}
          worn={session.themeID}
          onPick={(themeID) => set({ themeID })}
        />
      </div>
      <Graphics />
      <FontSize />
      <ResponseLength value={session.responseLength} onChange={(responseLength) => set({ responseLength })} />
      <div className={setting.switches}>
        <Npcs value={session.npcsEnabled} onChange={(npcsEnabled) => set({ npcsEnabled })} />
        <Switch
          label="Hide Impersonation Options"
          hint="Removes the button that writes your next line for you."
          checked={hidden}
          onChange={setHideImpersonation}
        />
      </div>
    </>
  );
}
