import { fieldName } from "../model/parts";
import { pathOfPointer } from "../model/path";
import type { SessionSnapshot } from "../model/sessionTypes";

/** Why what is on the screen is not what the server has, in a sentence; null: it is. */
export function notSavedText({
  save,
  problems,
  draft,
}: Pick<SessionSnapshot, "save" | "problems" | "draft">): string | null {
  switch (save.at) {
    case "saved":
      return null;
    case "waiting":
    case "saving":
      return "Wait until your changes are saved.";
    case "refused": {
      const [first, ...others] = problems;
      if (first === undefined || others.length > 0)
        return "Some fields can’t be saved as they are. Change them first.";
      const [field, message] = first;
      return `Complete “${fieldName(pathOfPointer(draft, field), draft)}” first. ${message}`;
    }
    case "offline":
      return "You’re offline. You can publish once your changes are saved.";
    case "conflict":
      return "Some texts were changed in two places. Choose first what they say.";
    case "trashed":
      return "It’s in the trash. Restore it first.";
    case "gone":
      return "It was deleted permanently.";
    case "failed":
      return `Your changes aren’t saved. ${save.message}`;
  }
}
