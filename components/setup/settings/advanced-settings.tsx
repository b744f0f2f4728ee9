"use client";

import { useMemo } from "react";
import { Choice } from "#components/ui/choice.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as decisions from "#messages/decisionRules.ts";
import * as panels from "#messages/panelSelection.ts";
import * as t from "#messages/setupSettings.ts";
import { neededFlags } from "#server/learner/panel/needed-flags.ts";
import { docketSizeOf, usualPaceMs } from "#server/study/asking.ts";
import type { DecisionRuleDraft } from "#server/study/decision-rule-draft.ts";
import type { SettingsDraft } from "#server/study/draft.ts";
import { Choices } from "../choices.tsx";
import { useDraft } from "../draft-context.tsx";
import { SelectionFields } from "../panel/selection-fields.tsx";
import { modes } from "./asking-words.ts";
import { DecisionFields } from "./decision-fields.tsx";
import { DrawSection } from "./draw-section.tsx";
import { allowanceChoices } from "./guarded-words.ts";
import { LearningSection } from "./learning-section.tsx";
import { gammaInterval, otherPanels } from "./needed.ts";
import { plannedDecision } from "./planned-decision.ts";
import { draftCertainty } from "./promise.ts";
import { useSettings } from "./use-settings.ts";

/** The settings that most studies leave at their defaults. */
export function AdvancedSettings() {
  const { isAudit, isIn } = useSettings();
  return (
    <>
      <ReportedSection />
      <SelectionSection />
      <PanelSection />
      <AskingSection />
      {!isAudit && (
        <>
          <DrawSection />
          {isIn("guarded") && <ReportsSection />}
          <LearningSection />
        </>
      )}
    </>
  );
}

/** The single dial of mode `guarded`. */
function ReportsSection() {
  const { rules } = useDraft();
  const { settings, set } = useSettings();
  const { guarded } = settings;
  const choices = useMemo(() => allowanceChoices(settings), [settings]);
  const certain = draftCertainty(settings, rules);
  return (
    <Section title={t.reports()} note={t.reportsNote()}>
      <div className="grid max-w-measure gap-3">
        <Choices
          legend={t.howManyReports()}
          value={guarded.allowance}
          choices={choices}
          onChange={(allowance) => set({ guarded: { ...guarded, allowance } })}
        />
        <p className="text-sm text-ink-2" aria-live="polite">
          {certain === null ? t.guaranteeUncut() : `${t.guaranteeHolds()} ${t.certain({ round: certain })}`}
        </p>
      </div>
    </Section>
  );
}

/** Which flags report a pair, with the fields of the chosen rule and an example for the planned panel. */
function ReportedSection() {
  const { settings, set, errorOf, isWell } = useSettings();
  const { decisionRule } = settings;
  const fields = ["kind", "seat", "weights", "first", "second", "each"] as const;
  const isWhole =
    isWell("seats") && isWell("neededFlags") && fields.every((field) => isWell(`decisionRule.${field}`));
  const needed = plannedDecision(settings);
  return (
    <Section title={decisions.title()} note={decisions.note()}>
      <div className="max-w-measure">
        <div className="grid gap-5">
          <DecisionFields
            rule={decisionRule}
            onChange={(part) => set({ decisionRule: { ...decisionRule, ...part } })}
            errorOf={(field) => errorOf(`decisionRule.${field}`)}
          />
          <p className="text-sm text-ink-2 empty:hidden">{seatNote(decisionRule.kind)}</p>
          <p aria-live="polite" className="text-sm text-ink-2 empty:hidden">
            {isWhole && needed !== null && decisions.preview({ seats: Number(settings.seats), needed })}
          </p>
        </div>
      </div>
    </Section>
  );
}

/** Says what happens if auditors whom a rule names are away, and why no lot can choose the panel; else nothing. */
function seatNote(kind: DecisionRuleDraft["kind"]): string | null {
  if (kind === "weighted") return `${decisions.seatsHint()} ${decisions.placeNote()}`;
  if (kind !== "member" && kind !== "groups") return null;
  const away = { member: decisions.memberNote, groups: decisions.groupsNote }[kind];
  return `${decisions.seatsHint()} ${away()} ${decisions.noLot()} ${decisions.placeNote()}`;
}

/** How the panel of a round is chosen from the auditors of the study. */
function SelectionSection() {
  const { settings, set, errorOf } = useSettings();
  const problem = errorOf("panelSelection.quotas");
  return (
    <Section title={panels.title()} note={panels.note()}>
      <div className="grid max-w-measure grid-cols-[minmax(0,1fr)] gap-4">
        <SelectionFields
          selection={settings.panelSelection}
          onChange={(panelSelection) => set({ panelSelection })}
          rule={settings.decisionRule.kind}
        />
        {problem && <Notice tone="warn" title={problem} />}
      </div>
    </Section>
  );
}

/** When a round closes, and what the number of agreeing auditors means for other panels. */
function PanelSection() {
  const { settings, set, isWell, numeral } = useSettings();
  const seats = Number(settings.seats);
  const needed = Number(settings.neededFlags);
  return (
    <Section title={t.closing()} note={t.closingNote()}>
      <div className="grid max-w-measure gap-5">
        <Field label={t.quorum()} {...numeral("quorum")} hint={t.quorumHint()} />
        <Choice
          label={t.closeEmpty()}
          checked={settings.closesWithoutPairs}
          onChange={(event) => set({ closesWithoutPairs: event.target.checked })}
        >
          {t.closeEmptyWhy()}
        </Choice>
        <Choice
          label={t.closeAutomatically()}
          checked={settings.closesAtDeadline}
          onChange={(event) => set({ closesAtDeadline: event.target.checked })}
        >
          {t.closeAutomaticallyWhy()}
        </Choice>
        {settings.decisionRule.kind === "share" && isWell("seats") && isWell("neededFlags") && (
          <p className="text-sm text-ink-2">
            {t.noBallot()}{" "}
            {t.storedShare({
              needed,
              seats,
              ...gammaInterval(needed, seats),
              others: otherPanels(seats)
                .map((m) =>
                  t.agreeOption({
                    needed: neededFlags({ numerator: needed, denominator: seats }, m),
                    seats: m,
                  }),
                )
                .join(", "),
            })}
          </p>
        )}
      </div>
    </Section>
  );
}

function AskingSection() {
  const { settings, set, numeralOf } = useSettings();
  const { asking } = settings;
  const change = (part: Partial<SettingsDraft["asking"]>) => set({ asking: { ...asking, ...part } });
  const size = docketSizeOf(asking);
  return (
    <Section title={t.asking()} note={t.askingNote()}>
      <div className="grid max-w-measure gap-5">
        <Choices
          legend={t.panelLooksAt()}
          value={asking.docket}
          onChange={(docket) => change({ docket })}
          choices={[
            {
              value: "minutes",
              title: t.docketFirst(),
              what: t.docketFirstWhat(),
            },
            {
              value: "everything",
              title: t.everyPair(),
              what: t.everyPairWhat(),
            },
          ]}
        />
        {asking.docket === "minutes" && (
          <Field
            label={t.minutes()}
            {...numeralOf("asking.minutes", asking.minutes, (minutes) => change({ minutes }))}
            inputMode="numeric"
            hint={`${size === undefined ? "" : t.docketSize({ pairs: size, seconds: usualPaceMs / 1_000 })} ${t.paceLater()}`}
          />
        )}
        {modes.map((mode) => (
          <Choice
            key={mode}
            label={t.modeLabel({ mode })}
            checked={asking[mode]}
            onChange={(event) => change({ [mode]: event.target.checked })}
          >
            {t.modeWhat({ mode })}
          </Choice>
        ))}
      </div>
    </Section>
  );
}
