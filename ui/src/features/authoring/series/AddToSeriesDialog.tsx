import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../../api/query";
import { SelectField, TextField } from "../../../design/forms/Field";
import { FormDialog } from "../../../design/forms/FormDialog";
import { ActionError } from "../../../design/forms/failure";
import { textOf, useForm } from "../../../design/forms/useForm";
import type { Notices } from "../../../design/NoticeBar";
import { plural } from "../../../lib/format";
import type { MyScenario } from "../types";
import { MOST_TITLE, roomText, seriesOf, withAdded } from "./order";
import { refetchSeries, seriesUri, useSaveSeries, useUndoAdding } from "./useSeries";

interface AddToSeriesDialogProps {
  scenarios: readonly MyScenario[];
  notices: Pick<Notices, "say" | "complain">;
  onClose: () => void;
}

/** Puts scenarios behind those of a series, or makes a new one of them. */
export function AddToSeriesDialog({ scenarios, notices, onClose }: AddToSeriesDialogProps) {
  const client = useQueryClient();
  const save = useSaveSeries();
  const undo = useUndoAdding(notices);
  const list = useApi(seriesUri);
  const [to, setTo] = useState("");
  const all = list.state === "ready" ? list.data.results : [];
  const stored = all.find(({ id }) => id === to) ?? null;
  const taken = seriesOf(all, null);
  const free = scenarios.filter(({ id }) => !taken.has(id));
  const isNothing = list.state === "ready" && free.length === 0;
  const left = scenarios.length - free.length;

  const form = useForm({
    disabledReason:
      list.state === "loading"
        ? "Your series are being loaded."
        : isNothing
          ? "All of these are in a series already."
          : null,
    check: (fields) => ({
      title: stored === null && textOf(fields, "title") === "" ? "Give the series a title." : null,
    }),
    send: async (fields) => {
      const before = stored ?? { title: textOf(fields, "title"), scenarios: [] };
      const after = withAdded(before.scenarios, free);
      const added = after.length - before.scenarios.length;
      if (added < free.length) {
        throw new ActionError(roomText(added));
      }
      const saved = await save(stored, { title: before.title, scenarios: after });
      const what = plural(added, "scenario");
      notices.say(
        stored === null ? `New series “${saved.title}” with ${what}.` : `${what} added to “${saved.title}”.`,
        () => undo(saved, stored),
      );
      onClose();
    },
    onFailure: ({ status }) => {
      if (status !== 0) void refetchSeries(client);
      return false;
    },
  });

  return (
    <FormDialog
      id="add-to-series"
      title={`Add ${plural(scenarios.length, "scenario")} to a series`}
      form={form}
      action={stored === null ? "Create series" : "Add"}
      busyAction="Saving…"
      onClose={onClose}
    >
      {left > 0 && (
        <p>
          {isNothing
            ? "All of these are in a series already."
            : `${plural(left, "scenario is", "scenarios are")} in a series already and ${left === 1 ? "stays" : "stay"} there.`}
        </p>
      )}
      {!isNothing && (
        <p>
          {all.length > 0
            ? "They go behind those of a series you have, or make a new one."
            : "They make a new series, in this order. You can change it later under Series."}
        </p>
      )}
      {all.length > 0 && !isNothing && (
        <SelectField label="Series" name="series" value={to} onChange={({ target }) => setTo(target.value)}>
          <option value="">New series</option>
          {all.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </SelectField>
      )}
      {stored === null && !isNothing && (
        <TextField label="Title" name="title" maxLength={MOST_TITLE} autoComplete="off" required dir="auto" />
      )}
    </FormDialog>
  );
}
