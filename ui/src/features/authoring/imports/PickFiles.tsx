import { Icon } from "../../../design/Icon";
import { cx } from "../../../lib/classes";
import { CARD_TYPES, ofField, type Selection } from "./chosen";
import s from "./PickFiles.module.css";

interface PickFilesProps {
  label: string;
  /** What it is called where the label alone says too little. */
  name?: string;
  tone?: "accent" | "plain";
  /** A whole folder, or files one by one. */
  folder?: boolean;
  /** Whether several can be chosen at once. */
  many?: boolean;
  busy?: boolean;
  onChoose: (selection: Selection) => void;
}

const canChooseFolders = () => "webkitdirectory" in HTMLInputElement.prototype;

/** A button that asks for files or a folder. Nothing where the browser cannot ask for folders. */
export function PickFiles(props: PickFilesProps) {
  const { label, name, tone = "plain", folder = false, many = true, busy = false, onChoose } = props;
  if (folder && !canChooseFolders()) return null;
  return (
    <label className={cx("btn", `btn-${tone}`, s.pick)} aria-busy={busy || undefined}>
      <Icon name={folder ? "folder" : "upload"} />
      {label}
      <input
        type="file"
        aria-label={name}
        multiple={many}
        disabled={busy}
        accept={folder ? undefined : CARD_TYPES}
        ref={(input) => {
          if (input !== null) input.webkitdirectory = folder;
        }}
        onChange={({ target }) => {
          // The list of the field is emptied next, so that the same files can be chosen again.
          const selection = ofField(target.files ?? []);
          target.value = "";
          onChoose(selection);
        }}
      />
    </label>
  );
}
