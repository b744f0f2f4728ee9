"use client";

import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { Section } from "#components/ui/sheet.tsx";
import type { PriorDraft } from "#server/study/draft.ts";
import { choosesStart, priorKindOf, scoreColumns } from "#server/study/settings/prior.ts";
import { Choices } from "../choices.tsx";
import { chosenColumn, columnOptions } from "../column-options.ts";
import { useDraft } from "../draft-context.tsx";
import { drawChoices, starts } from "../settings/guarded-words.ts";
import { useSettings } from "../settings/use-settings.ts";
import { RecordsFields } from "./records-fields.tsx";

/** Settings for the initial weights of rules, and for how a draw picks. */
export function StartSection() {
  const { settings, set } = useSettings();
  return (
    <Section
      title="Where it starts"
      note="What the rules weigh before anybody has judged, and how a draw picks."
    >
      {choosesStart(settings) ? (
        <div className="grid gap-5">
          <StartFields />
          <Choices
            legend="A draw picks"
            value={settings.draw}
            choices={drawChoices}
            onChange={(draw) => set({ draw })}
          />
        </div>
      ) : (
        <p className="max-w-measure text-ink-2">
          {settings.learner === "ftpl"
            ? "FTPL starts with rules that its noise picks, and one of them decides for everybody."
            : "As printed in the paper every rule starts with the same weight, and one drawn rule decides for everybody."}{" "}
          The learner is chosen in the next step.
        </p>
      )}
    </Section>
  );
}

function StartFields() {
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
    </div>
  );
}

function ScoreField({ setPrior }: { setPrior: (part: Partial<PriorDraft>) => void }) {
  const { rules } = useDraft();
  const { settings, errorOf } = useSettings();
  const columns = scoreColumns(rules);
  return (
    <Select
      label="Column of the score"
      error={errorOf("prior.source")}
      hint="A chance from 0 to 1. It is rounded down to the next of its cut points: more of them bring the start nearer. Who has no score counts as 0."
      value={settings.prior.source ?? ""}
      onChange={(event) => setPrior({ source: chosenColumn(event.target.value) })}
      options={[["", "Choose"], ...columnOptions(columns)]}
    />
  );
}
