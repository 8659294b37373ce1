import { Button } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import { usePlay, useTurn } from "../PlayContext";

/** The player’s own word that a story which was laid aside goes on as it was. */
export function GoOn({ label }: { label?: string | undefined }) {
  const { story } = usePlay();
  const turn = useTurn();
  return (
    <Button disabled={turn !== null} onClick={() => story.act({ kind: "next", goOn: true })}>
      <Icon name="next" />
      {label ?? "Continue the story"}
    </Button>
  );
}
