import { Button } from "../../../design/Button";
import { Icon } from "../../../design/Icon";
import { useChat, usePlay, useTurn } from "../PlayContext";
import type { Price } from "../types";
import s from "./Composer.module.css";
import { costOf } from "./copy";

/** Why nothing can be sent. */
const whyOver = (price: Price) => `${costOf(price).text}. Sign up to carry on.`;

interface MainButtonProps {
  empty: boolean;
  blocked: boolean;
  /** A guest has no replies left; a line beside the field explains it. */
  over: boolean;
  onSend: () => void;
}

/** The one button: sends, lets the scene move on, or stops. */
export function MainButton({ empty, blocked, over, onSend }: MainButtonProps) {
  const { story } = usePlay();
  const { price } = useChat();
  const turn = useTurn();
  if (turn !== null) {
    return (
      <Button className={s.send} disabled={turn.stopping} onClick={() => void story.stop()}>
        <Icon name="stop" />
        {turn.stopping ? "Stopping" : "Stop"}
      </Button>
    );
  }
  return empty ? (
    <Button
      className={s.send}
      title={over ? whyOver(price) : "Let the story go on without writing anything"}
      aria-describedby="composer-cost"
      disabled={blocked || over}
      onClick={onSend}
    >
      <Icon name="next" />
      Next
    </Button>
  ) : (
    <Button
      className={s.send}
      tone="accent"
      {...(over && { title: whyOver(price) })}
      aria-describedby="composer-cost"
      disabled={blocked || over}
      onClick={onSend}
    >
      <Icon name="send" />
      Send
    </Button>
  );
}
