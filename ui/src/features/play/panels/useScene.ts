import { castOf } from "../model/cast";
import { useChat, usePlay } from "../PlayContext";
import type { TurnRequest } from "../types";
import { presenceOf, useAway } from "./scene";

/** The field of a turn that names who is present; nothing while everybody is. */
export function useScene(): Pick<TurnRequest, "presence"> {
  const { chatID } = usePlay();
  const cast = castOf(useChat());
  const presence = presenceOf(cast, useAway(chatID));
  return presence === undefined ? {} : { presence };
}
