import type { IconName } from "../../../design/icons";
import type { PictureVerdict } from "../types";

/** What is known of a picture, for its author. */
export interface VerdictWords {
  icon: IconName;
  text: string;
  /** Whether its author can ask a person to look at it again. */
  canAsk: boolean;
}

const BLURRED = "shown blurred to readers who have not asked to see such pictures";

/** What a verdict means, in words. A person’s is final. */
export function verdictWords({ verdict, secondLook }: PictureVerdict): VerdictWords {
  const isFinal = secondLook === "decided";
  switch (verdict) {
    case "pending":
      return { icon: "clock", text: "Being checked. Until then readers see it blurred.", canAsk: false };
    case "ok":
      return {
        icon: "check",
        text: isFinal ? "A person looked at it: it isn’t explicit." : "Looks fine: everybody sees it.",
        canAsk: false,
      };
    case "explicit": {
      if (isFinal)
        return {
          icon: "eyeOff",
          text: `A person looked at it: it’s explicit, and ${BLURRED}.`,
          canAsk: false,
        };
      const asked = secondLook === "asked" ? " A person will look at it." : "";
      return { icon: "eyeOff", text: `Looks explicit: ${BLURRED}.${asked}`, canAsk: asked === "" };
    }
  }
}
