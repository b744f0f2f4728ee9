import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Submit } from "#components/ui/button.tsx";
import { controlClass } from "#components/ui/control-class.ts";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Field, Frame } from "#components/ui/field.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import { Select } from "#components/ui/select.tsx";
import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import * as t from "#messages/policyOut.ts";
import { csvLine } from "#server/analysis/tables/formats/csv-line.ts";
import { formatPercent } from "#server/format.ts";
import type { ChanceRule } from "#server/study/policy/chances.ts";
import { neededColumns } from "#server/study/policy/needed-columns.ts";
import type { PolicyFile } from "#server/study/policy/policy-file.ts";
import { cardLabel } from "#server/study/words.ts";

/** Form for one person: a field for each column that rules use, and the chance. */
export function ChancesOfPerson({ studyId, policy }: { studyId: string; policy: PolicyFile }) {
  const [cells, setCells] = useState<Record<string, string>>({});
  const { mutate, data, ...call } = useMutation(useTRPC().results.policyChances.mutationOptions());
  const needed = neededColumns(policy);
  const columns = policy.columns.filter(({ name }) => needed.has(name));
  const send = (rule: ChanceRule) => {
    const person = Object.fromEntries(columns.map(({ name }) => [name, cells[name] ?? ""]));
    mutate({ studyId, round: policy.round, rule, people: [person] });
  };
  const control = (name: string) => ({
    value: cells[name] ?? "",
    onChange: ({ target }: { target: { value: string } }) => setCells({ ...cells, [name]: target.value }),
  });
  return (
    <ChancesForm
      {...{ call, act: t.compute(), send }}
      warnings={data?.warnings}
      done={data && t.chance({ chance: formatPercent(Number(data.chances[0])) })}
    >
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
    </ChancesForm>
  );
}

/** The most characters of a file that a call takes. */
const longest = 200_000;

/** Computes the chances of the people of a CSV file, and saves them as one. */
export function ChancesOfFile({ studyId, round }: { studyId: string; round: number }) {
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | undefined>();
  const { mutateAsync, data, ...call } = useMutation(useTRPC().results.policyChancesOfFile.mutationOptions());
  const send = async (rule: ChanceRule) => {
    const csv = file === null ? "" : await file.text();
    setProblem(csv === "" ? t.chooseFile() : csv.length > longest ? t.tooLong() : undefined);
    if (csv === "" || csv.length > longest) return;
    const found = await mutateAsync({ studyId, round, rule, csv }).catch(() => null);
    if (found === null) return;
    const lines = found.chances.map((chance, index) => csvLine([found.rows[index] as number, chance]));
    const text = [csvLine(["row", "chance"]), ...lines].join("");
    saveFile(new Blob([text], { type: "text/csv" }), `chances-round-${round}.csv`);
  };
  return (
    <ChancesForm
      {...{ call, act: t.computeFile(), send }}
      warnings={data?.warnings}
      done={data && t.saved({ count: data.chances.length })}
    >
      <Frame label={t.file()} hint={t.fileHint()} error={problem}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,text/csv"
            className={controlClass}
            onChange={({ target }) => setFile(target.files?.[0] ?? null)}
          />
        )}
      </Frame>
    </ChancesForm>
  );
}

/** Form that applies the base policy or the rule that the round published, with what came of it. */
function ChancesForm({
  call,
  act,
  send,
  done,
  warnings = [],
  children,
}: {
  call: { readonly isPending: boolean; readonly error: unknown };
  act: string;
  send: (rule: ChanceRule) => void;
  /** Says what was computed. */
  done: string | undefined;
  /** Sentences on values that the study has not seen. */
  warnings: readonly { readonly message: string }[] | undefined;
  children: ReactNode;
}) {
  const [rule, setRule] = useState<ChanceRule>("base");
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send(rule);
  };
  return (
    <Sheet>
      <SheetBody>
        <form className="grid max-w-measure gap-4" onSubmit={onSubmit}>
          <Select
            label={t.apply()}
            hint={rule === "base" ? t.aboutBase() : t.aboutPublished()}
            value={rule}
            onChange={({ target }) => setRule(target.value === "round" ? "round" : "base")}
            options={[
              ["base", t.base()],
              ["round", t.published()],
            ]}
          />
          {children}
          <Submit busy={call.isPending} act={act} doing={t.computing()} />
          <ErrorNotice error={call.error} />
          {done !== undefined && <p role="status">{done}</p>}
          {warnings.length > 0 && (
            <ul className="list-disc ps-6 text-sm">
              {warnings.map(({ message }) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          )}
        </form>
      </SheetBody>
    </Sheet>
  );
}
