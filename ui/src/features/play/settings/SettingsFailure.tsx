import panel from "../panels/PanelPart.module.css";
import { useSettings } from "./useSettings";

/** Why the last change of a setting did not stay, in the panel where it was made. */
export function SettingsFailure() {
  const { failure } = useSettings();
  return failure === null ? null : (
    <p className={panel.failure} role="alert">
      {failure}
    </p>
  );
}
