import { useQueryClient } from "@tanstack/react-query";
import { failedConnection } from "../../../api/errors";
import { keyOf } from "../../../api/query";
import { TextArea } from "../../../design/forms/Field";
import { FormDialog } from "../../../design/forms/FormDialog";
import { exactTextOf, useForm } from "../../../design/forms/useForm";
import { authoringApi, verdictsUri } from "../api";
import { useEditor } from "../editor/EditorContext";
import { LIMITS } from "../model/draft";
import { showVerdict } from "./Verdicts";

interface SecondLookDialogProps {
  /** The picture’s blob key. */
  image: string;
  onClose: () => void;
}

/** Asks a person to look at a picture that was found explicit, with what its author says to it. */
export function SecondLookDialog({ image, onClose }: SecondLookDialogProps) {
  const { session } = useEditor();
  const client = useQueryClient();
  const form = useForm({
    send: async (fields) => {
      const id = await session.stored();
      showVerdict(client, id, await authoringApi.askForSecondLook(id, image, exactTextOf(fields, "note")));
      onClose();
    },
    onFailure: (failure) => {
      // Somebody has looked at it meanwhile.
      const id = session.snapshot().id;
      if (failedConnection(failure).code === "NO_SECOND_LOOK" && id !== null)
        void client.invalidateQueries({ queryKey: keyOf(verdictsUri(id)) });
      return false;
    },
  });
  return (
    <FormDialog
      id="second-look"
      title="Ask for a second look"
      form={form}
      action="Ask"
      busyAction="Asking…"
      lead="A program found this picture explicit. A person will look at it and decide; until then it stays blurred. Their decision is final."
      onClose={onClose}
    >
      <TextArea
        data-own-undo
        name="note"
        label="Anything they should know? (optional)"
        maxLength={LIMITS.secondLookNote}
        rows={3}
        dir="auto"
      />
    </FormDialog>
  );
}
