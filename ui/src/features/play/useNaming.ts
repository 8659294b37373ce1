import { useQueryClient } from "@tanstack/react-query";
import { readUri } from "../../api/address";
import { keyOf } from "../../api/query";
import { reads } from "../../api/reads";
import { type FormState, textOf, useForm } from "../../design/forms/useForm";
import { usePlay } from "./PlayContext";

interface NamingOptions {
  /** The name they have; it is not sent again. */
  known: string;
  /** Whether the field may stay empty; then nothing is sent. */
  optional?: boolean;
  onDone: (name: string) => void;
}

/** The form in which a player enters what they want to be called, in this story and those to come; its field is `name`. */
export function useNaming({ known, optional = false, onDone }: NamingOptions): FormState {
  const { story } = usePlay();
  const client = useQueryClient();
  return useForm({
    check: (fields) => ({ name: textOf(fields, "name") === "" && !optional ? "Enter a name." : null }),
    send: async (fields) => {
      const name = textOf(fields, "name");
      if (name === "") return;
      if (name !== known) {
        await story.namePlayer(name);
        // It is a persona of theirs: the profile, which sends all of them at once, must not send the old one.
        void client.invalidateQueries({ queryKey: keyOf(readUri(reads.me)) });
      }
      onDone(name);
    },
    atFields: (failure) => ({ name: failure.message }),
  });
}
