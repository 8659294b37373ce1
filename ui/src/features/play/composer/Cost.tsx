import { LinkButton } from "../../../design/Button";
import { paths } from "../../../lib/paths";
import { modelOf } from "../model/chat";
import { useChat } from "../PlayContext";
import composer from "./Composer.module.css";
import s from "./Cost.module.css";
import { costOf } from "./copy";
import demo from "./DemoMark.module.css";

/** What the next reply costs and who plays, before anything is sent. */
export function Cost() {
  const chat = useChat();
  const { price, chatID } = chat;
  const { text, empty } = costOf(price);
  const guest = price.guest !== null;
  return (
    <>
      {modelOf(chat)?.isDemo && (
        <span className={demo.mark} title="No AI model is connected">
          Demo
        </span>
      )}
      <span className={empty ? composer.over : undefined}>{text}</span>
      {/* Where a guest's messages are used up, the one way on stands above the field. */}
      {empty && price.guest?.left !== 0 && (
        <LinkButton
          tone="quiet"
          className={s.link}
          href={guest ? paths.signUpFirst(paths.story(chatID)) : paths.wallet}
        >
          {guest ? "Sign up to continue" : "Your wallet"}
        </LinkButton>
      )}
    </>
  );
}
