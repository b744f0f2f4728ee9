import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Submit } from "#components/ui/button.tsx";
import { controlClass } from "#components/ui/control-class.ts";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Frame } from "#components/ui/field.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import { Sheet, SheetBody } from "#components/ui/sheet.tsx";
import * as t from "#messages/policyOut.ts";
import { csvLine } from "#server/analysis/tables/formats/csv-line.ts";
import type { ChanceRule } from "#server/study/policy/chances.ts";
import { Warnings } from "./chance-warnings.tsx";
import { RuleChoice } from "./rule-choice.tsx";

/** The most characters of a file that a call takes. */
const longest = 200_000;

/** Computes the chances of the people of a CSV file, and saves them as one. */
export function ChancesOfFile({ studyId, round }: { studyId: string; round: number }) {
  const [rule, setRule] = useState<ChanceRule>("base");
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | undefined>();
  const { mutateAsync, data, error, isPending } = useMutation(
    useTRPC().results.policyChancesOfFile.mutationOptions(),
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
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
    <Sheet>
      <SheetBody>
        <form className="grid max-w-measure gap-4" onSubmit={submit}>
          <RuleChoice rule={rule} onChange={setRule} />
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
          <Submit busy={isPending} act={t.computeFile()} doing={t.computing()} />
          <ErrorNotice error={error} />
          {data && <p role="status">{t.saved({ count: data.chances.length })}</p>}
          {data && <Warnings of={data.warnings} />}
        </form>
      </SheetBody>
    </Sheet>
  );
}
