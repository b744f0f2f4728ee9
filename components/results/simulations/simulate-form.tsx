"use client";

import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Select } from "#components/ui/select.tsx";
import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { formatNumber } from "#server/format.ts";
import { runLimits, simulatedEnvironments, simulatedLearners } from "#server/schemas/simulations.ts";

const learnerWords: Readonly<Record<(typeof simulatedLearners)[number], string>> = {
  guarded: "Guarded, as new studies have it",
  "guarded-one-rule": "Guarded, one rule decides for a round",
  "guarded-uniform": "Guarded, all rules start alike",
  default: "Exp2, mode known",
  anytime: "Exp2, not told how many rounds",
  ix: "Exp2, mode ix",
  paper: "Exp2, mode paper",
  "no-fairness": "Exp2, does not hear the panel",
  ftpl: "FTPL, mode known (slow)",
  "ftpl-paper": "FTPL, mode paper (slow)",
};

const environmentWords: Readonly<Record<(typeof simulatedEnvironments)[number], string>> = {
  iid: "Alike in every round",
  "drift:100": "Outcomes turn round and back in 100 rounds",
  "flip:0.5": "Outcomes turn round half way",
  blocks: "Outcomes turn round at each power of two",
  against: "Outcomes go against the chances",
};

/** Form that starts a simulation on synthetic data. */
export function SimulateForm({ studyId, onBegun }: { studyId: string; onBegun: () => void }) {
  const simulate = useMutation(useTRPC().simulations.simulate.mutationOptions());
  const { form, refusal, isBusy } = useForm(
    async () => (await import("#server/schemas/simulations.ts")).startSimulationSchema,
    async (values) => {
      await simulate.mutateAsync(values);
      return onBegun;
    },
    { studyId },
  );
  const number = (label: string, name: string, value: number | string, hint?: string) => (
    <Field
      label={label}
      name={name}
      inputMode={name === "alpha" ? "decimal" : "numeric"}
      autoComplete="off"
      defaultValue={value}
      error={refusal.fields[name]}
      hint={hint}
    />
  );
  return (
    <Sheet ruled>
      <SheetBody>
        <form {...form} className="grid gap-6">
          <Field
            label="Name"
            name="name"
            autoComplete="off"
            maxLength={120}
            error={refusal.fields.name}
            hint="By which it is found again."
          />
          <Group title="Learner">
            <Choice label="Learner" name="learner" values={simulatedLearners} words={learnerWords} />
            {number("Rounds", "rounds", 1_000, `10 to ${formatNumber(runLimits.rounds)}`)}
            {number("People a round", "people", 4, `2 to ${runLimits.people}`)}
            {number("Smallest difference judged", "alpha", "0.2", "A share above 0 and below 1")}
          </Group>
          <Group title="Panel">
            {number("Seats", "seats", 3, `1 to ${runLimits.seats}`)}
            {number("Needed flags", "neededFlags", 2, "Of the seats")}
            {number("Wrong verdicts of 100", "wrong", 0, "0 to 50")}
          </Group>
          <Group title="World">
            <Choice
              label="Outcomes"
              name="environment"
              values={simulatedEnvironments}
              words={environmentWords}
            />
            {number("Types of people", "types", 12, `2 to ${runLimits.types}`)}
            {number("Rules", "rules", 40, `3 to ${runLimits.rules}`)}
            {number("The world’s seed", "worldSeed", 7)}
          </Group>
          <Group title="Luck">
            {number("First seed", "firstSeed", 1)}
            {number("Seeds", "seeds", 5, `1 to ${runLimits.seeds}; each is played for itself`)}
          </Group>
          {refusal.message && <Notice tone="bad" live title={refusal.message} />}
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <Button look="act" type="submit" busy={isBusy}>
              {isBusy ? "Beginning" : "Simulate"}
            </Button>
            <p className="text-sm text-ink-2">
              At most {formatNumber(runLimits.allRounds)} rounds over all seeds. A study keeps{" "}
              {runLimits.kept} runs.
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
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">{children}</div>
    </fieldset>
  );
}

function Choice<Value extends string>({
  label,
  name,
  values,
  words,
}: {
  label: string;
  name: string;
  values: readonly Value[];
  words: Readonly<Record<Value, string>>;
}) {
  return <Select label={label} name={name} options={values.map((value) => [value, words[value]])} />;
}
