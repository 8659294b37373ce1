import { setPref, usePrefs } from "../../api/prefs";
import { Icon } from "../../design/Icon";
import { cx } from "../../lib/classes";
import { toggleGraphics, useGraphics } from "../../lib/graphics";
import { useApp } from "../AppContext";
import { showShortcuts } from "../shortcuts";
import sideMenu from "./SideMenu.module.css";

/** The few settings a visitor has; they live in cookies (theme, images) and local storage (graphics). */
export function SettingsMenu() {
  const { rendered } = useApp();
  const { theme, hideImages } = usePrefs(rendered);
  const graphics = useGraphics();
  const dark = theme === "dark";

  return (
    <div className={cx("needs-script", sideMenu.settings)}>
      <button type="button" className="menu-link" onClick={() => setPref("theme", dark ? "light" : "dark")}>
        <Icon name={dark ? "sun" : "moon"} />
        {dark ? "Light theme" : "Dark theme"}
      </button>
      <button
        type="button"
        className="menu-link"
        aria-pressed={hideImages}
        onClick={() => setPref("hideImages", hideImages ? "false" : "true")}
      >
        <Icon name={hideImages ? "eyeOff" : "image"} />
        Hide images
        <span className={sideMenu.state}>{hideImages ? "On" : "Off"}</span>
      </button>
      <button type="button" className="menu-link" onClick={toggleGraphics}>
        <Icon name="sparkle" />
        Graphics
        <span className={sideMenu.state}>{graphics === "high" ? "High" : "Low"}</span>
      </button>
      <button type="button" className="menu-link" onClick={showShortcuts}>
        <Icon name="keyboard" />
        Shortcuts
      </button>
    </div>
  );
}
