"use client";

import { Field } from "#components/ui/field.tsx";
import { Fold } from "#components/ui/fold.tsx";
import { Select } from "#components/ui/select.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/setupStart.ts";
import type { PriorDraft } from "#server/study/draft.ts";
import { newDraft } from "#server/study/empty-draft.ts";
import { choosesStart, priorKindOf, scoreColumns } from "#server/study/settings/prior.ts";
import { Choices } from "../choices.tsx";
import { chosenColumn, columnOptions } from "../column-options.ts";
import { useDraft } from "../draft-context.tsx";
import { RecordsFields } from "../people/records-fields.tsx";
import { drawChoices, starts } from "../settings/guarded-words.ts";
import { useSettings } from "../settings/use-settings.ts";

const usual = newDraft("", 0).settings;

/** Settings for the initial weights of rules, and for how a draw picks. */
export function StartSection() {
  const { settings, set } = useSettings();
  const { prior, draw } = settings;
  return (
    <Section title={t.start()} note={t.startNote()}>
      {choosesStart(settings) ? (
        <Fold label={t.advanced()} isOpenAtFirst={draw !== usual.draw || prior.kind !== usual.prior.kind}>
          <div className="grid gap-5">
            <StartFields />
            <Choices
              legend={t.drawPicks()}
              value={draw}
              choices={drawChoices()}
              onChange={(chosen) => set({ draw: chosen })}
            />
          </div>
        </Fold>
      ) : (
        <p className="max-w-measure text-ink-2">{t.fixedStart({ learner: settings.learner })}</p>
      )}
    </Section>
  );
}

function StartFields() {
  const { settings, set, numeralOf } = useSettings();
  const { prior } = settings;
  const setPrior = (part: Partial<PriorDraft>) => set({ prior: { ...prior, ...part } });
  const kind = priorKindOf(settings);
  return (
    <div className="grid gap-3">
      <Choices
        legend={t.rulesStart()}
        value={kind}
        choices={starts()}
        onChange={(chosen) => setPrior({ kind: chosen })}
      />
      {kind === "share" && (
        <Field
          label={t.pickedAtStart()}
          {...numeralOf("prior.share", prior.share, (share) => setPrior({ share }))}
          hint={t.pickedAtStartHint()}
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
      label={t.scoreColumn()}
      error={errorOf("prior.source")}
      hint={t.scoreHint()}
      value={settings.prior.source ?? ""}
      onChange={(event) => setPrior({ source: chosenColumn(event.target.value) })}
      options={[["", t.choose()], ...columnOptions(columns)]}
    />
  );
}
