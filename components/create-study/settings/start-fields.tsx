"use client";

import { controlClass, Field, Frame } from "#components/ui/field.tsx";
import { columnLabel } from "#server/draft/columns.ts";
import type { PriorDraft } from "#server/draft/draft.ts";
import { priorKindOf, scoreColumns } from "#server/draft/settings/prior.ts";
import { Choices } from "../choices.tsx";
import { useDraft } from "../draft-context.tsx";
import { starts } from "./guarded-words.ts";
import { RecordsFields } from "./records-fields.tsx";
import { StartFacts } from "./start-facts.tsx";
import { useSettings } from "./use-settings.ts";

/** What rules start with, and where that puts the people of the file. */
export function StartFields() {
  const { settings, set, errorOf } = useSettings();
  const { prior } = settings;
  const setPrior = (part: Partial<PriorDraft>) => set({ prior: { ...prior, ...part } });
  const kind = priorKindOf(settings);
  return (
    <div className="grid gap-3">
      <Choices
        legend="Rules start"
        value={kind}
        choices={starts}
        onChange={(chosen) => setPrior({ kind: chosen })}
      />
      {kind === "share" && (
        <Field
          label="Picked at the start, of 100"
          value={prior.share}
          error={errorOf("prior.share")}
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          hint="On average over the people of the file, before anything is learned."
          onChange={(event) => setPrior({ share: event.target.value })}
        />
      )}
      {kind === "score" && <ScoreField setPrior={setPrior} />}
      {kind === "records" && <RecordsFields />}
      <StartFacts />
    </div>
  );
}

function ScoreField({ setPrior }: { setPrior: (part: Partial<PriorDraft>) => void }) {
  const { rules } = useDraft();
  const { settings, errorOf } = useSettings();
  const columns = scoreColumns(rules);
  return (
    <Frame
      label="Column of the score"
      error={errorOf("prior.source")}
      hint="A chance from 0 to 1. It is rounded down to the next of its cut points: more of them in step 3 bring the start nearer. Who has no score counts as 0."
    >
      {(control) => (
        <select
          {...control}
          className={controlClass}
          value={settings.prior.source ?? ""}
          onChange={(event) =>
            setPrior({ source: event.target.value === "" ? null : Number(event.target.value) })
          }
        >
          <option value="">Choose</option>
          {columns.map((column) => (
            <option key={column.source} value={column.source}>
              {columnLabel(column)}
            </option>
          ))}
        </select>
      )}
    </Frame>
  );
}
