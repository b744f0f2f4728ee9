import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Submit } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import * as t from "#messages/policyOut.ts";
import { formatPercent } from "#server/format.ts";
import type { ChanceRule } from "#server/study/policy/chances.ts";
import { neededColumns } from "#server/study/policy/needed-columns.ts";
import type { PolicyFile } from "#server/study/policy/policy-file.ts";
import { cardLabel } from "#server/study/words.ts";
import { Warnings } from "./chance-warnings.tsx";
import { RuleChoice } from "./rule-choice.tsx";

/** Form for one person: a field for each column that rules use, and the chance. */
export function ChancesOfPerson({ studyId, policy }: { studyId: string; policy: PolicyFile }) {
  const [rule, setRule] = useState<ChanceRule>("base");
  const [cells, setCells] = useState<Record<string, string>>({});
  const { mutate, data, error, isPending } = useMutation(useTRPC().results.policyChances.mutationOptions());
  const needed = neededColumns(policy);
  const columns = policy.columns.filter(({ name }) => needed.has(name));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const person = Object.fromEntries(columns.map(({ name }) => [name, cells[name] ?? ""]));
    mutate({ studyId, round: policy.round, rule, people: [person] });
  };
  const control = (name: string) => ({
    value: cells[name] ?? "",
    onChange: ({ target }: { target: { value: string } }) => setCells({ ...cells, [name]: target.value }),
  });
  return (
    <Sheet>
      <SheetBody>
        <form className="grid max-w-measure gap-4" onSubmit={submit}>
          <RuleChoice rule={rule} onChange={setRule} />
          {columns.map((column) =>
            column.values === null ? (
              <Field
                key={column.name}
                label={cardLabel(column)}
                {...(column.unit && { hint: column.unit })}
                {...(column.type === "number" && { inputMode: "decimal" })}
                {...control(column.name)}
              />
            ) : (
              <Select
                key={column.name}
                label={cardLabel(column)}
                options={column.values.map((value) => [value, column.words[value] ?? value] as const)}
                {...control(column.name)}
              >
                <option value="">{t.blank()}</option>
              </Select>
            ),
          )}
          <Submit busy={isPending} act={t.compute()} doing={t.computing()} />
          <ErrorNotice error={error} />
          {data && <p role="status">{t.chance({ chance: formatPercent(Number(data.chances[0])) })}</p>}
          {data && <Warnings of={data.warnings} />}
        </form>
      </SheetBody>
    </Sheet>
  );
}
