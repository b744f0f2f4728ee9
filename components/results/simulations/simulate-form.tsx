"use client";

import { type ReactNode, useState } from "react";
import { DecisionFields } from "#components/setup/settings/decision-fields.tsx";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Submit } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Select } from "#components/ui/select.tsx";
import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { useSend } from "#components/ui/use-send.ts";
import * as t from "#messages/simulations.ts";
import { messageKey } from "#server/locale.ts";
import {
  panelChoices,
  peopleChoices,
  runLimits,
  simulatedEnvironments,
  simulatedLearners,
} from "#server/schemas/simulation-choices.ts";
import { newDraft } from "#server/study/empty-draft.ts";
import { usesNeededFlags } from "#server/study/settings/decision-rule.ts";
import { panelChoice, peopleChoice } from "./run-words.ts";

type EnvironmentKind = Parameters<typeof t.environment>[0]["environment"];

/** Names an environment such as "drift:100" by its kind. */
function environmentName(environment: (typeof simulatedEnvironments)[number]): string {
  return t.environment({ environment: environment.split(":")[0] as EnvironmentKind });
}

/** Form that starts a simulation on synthetic data. */
export function SimulateForm({ studyId, onBegun }: { studyId: string; onBegun: () => void }) {
  const [rule, setRule] = useState(newDraft("", 0).settings.decisionRule);
  const { form, field, refusal, isBusy } = useForm(
    async () => (await import("#server/schemas/simulations.ts")).startSimulationSchema,
    useSend(useTRPC().simulations.simulate, onBegun),
    { studyId },
  );
  const number = (
    label: string,
    name: Parameters<typeof field>[0],
    value: number | string,
    hint?: string,
  ) => (
    <Field
      label={label}
      {...field(name)}
      inputMode={name === "alphaPoints" ? "decimal" : "numeric"}
      autoComplete="off"
      defaultValue={value}
      hint={hint}
    />
  );
  return (
    <Sheet ruled>
      <SheetBody>
        <form {...form} className="grid gap-6">
          <Field label={t.name()} {...field("name")} autoComplete="off" maxLength={120} hint={t.nameHint()} />
          <Group title={t.column({ column: "learner" })}>
            <Choice
              className="sm:col-span-2"
              label={t.column({ column: "learner" })}
              name="learner"
              values={simulatedLearners}
              wordOf={(learner) => t.learnerName({ learner: messageKey(learner) })}
            />
            {number(
              t.column({ column: "rounds" }),
              "rounds",
              1_000,
              t.range({ low: 10, high: runLimits.rounds }),
            )}
            {number(t.openRounds(), "openRounds", 1, t.range({ low: 1, high: runLimits.openRounds }))}
            {number(t.column({ column: "people" }), "people", 4, t.range({ low: 2, high: runLimits.people }))}
            {number(t.smallestDifference(), "alphaPoints", 20, t.pointsHint())}
          </Group>
          <Group title={t.panel()}>
            {number(t.seats(), "seats", 3, t.range({ low: 1, high: runLimits.seats }))}
            {usesNeededFlags(rule) && number(t.column({ column: "flags" }), "neededFlags", 2, t.ofTheSeats())}
            <DecisionFields
              rule={rule}
              onChange={(part) => setRule({ ...rule, ...part })}
              errorOf={(field) => refusal.fields[field]}
            />
            <Choice label={t.whoSits()} name="selection" values={panelChoices} wordOf={panelChoice} />
            {number(t.members(), "members", 12, t.membersHint({ most: runLimits.members }))}
            {number(t.groupShare(), "groupShare", 50, t.groupHint())}
            {number(t.groupSeats(), "groupSeats", 1, t.groupSeatsHint())}
            {number(t.wrongVerdicts(), "wrong", 0, t.range({ low: 0, high: 50 }))}
          </Group>
          <Group title={t.worldGroup()}>
            <Choice
              label={t.outcomes()}
              name="environment"
              values={simulatedEnvironments}
              wordOf={environmentName}
            />
            <Choice label={t.whoComes()} name="arrivals" values={peopleChoices} wordOf={peopleChoice} />
            {number(t.candidates(), "candidates", 8, t.candidatesHint({ most: runLimits.candidates }))}
            {number(t.types(), "types", 12, t.range({ low: 2, high: runLimits.types }))}
            {number(t.rules(), "rules", 40, t.range({ low: 3, high: runLimits.rules }))}
            {number(t.worldSeed(), "worldSeed", 7)}
          </Group>
          <Group title={t.luck()}>
            {number(t.firstSeed(), "firstSeed", 1)}
            {number(t.seeds(), "seeds", 5, t.seedsHint({ most: runLimits.seeds }))}
          </Group>
          {refusal.message && <Notice tone="bad" live title={refusal.message} />}
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <Submit look="act" busy={isBusy} act={t.simulate()} doing={t.beginning()} />
            <p className="text-sm text-ink-2">
              {t.allRounds({ rounds: runLimits.allRounds, kept: runLimits.kept })}
            </p>
          </div>
        </form>
      </SheetBody>
    </Sheet>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-[560] text-ink-2">{title}</legend>
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4 lg:[&>:has(select)]:col-span-2">
        {children}
      </div>
    </fieldset>
  );
}

function Choice<Value extends string>({
  label,
  name,
  values,
  wordOf,
  className,
}: {
  className?: string;
  label: string;
  name: string;
  values: readonly Value[];
  wordOf: (value: Value) => string;
}) {
  const options = values.map((value) => [value, wordOf(value)] as const);
  return <Select {...(className && { className })} label={label} name={name} options={options} />;
}
