"use client";

import { Download } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { FileDrop } from "#components/ui/files/file-drop.tsx";
import { useUpload } from "#components/ui/files/use-upload.ts";
import { Notice } from "#components/ui/notice.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import { Section, Sheet, SheetFooter } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, Table } from "#components/ui/table.tsx";
import * as file from "#messages/fileProblems.ts";
import * as t from "#messages/setupRules.ts";
import { formatNumber, formatSize } from "#server/format.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import { listByteLimit } from "#server/study/file-limits.ts";
import type { RulesContext } from "#server/study/rules/kind.ts";
import { useDraft } from "../draft-context.tsx";

/** Form for a long list of rules: the file, its contents, the problems of a refused one, and its cost. */
export function ListForm({ context: { rules } }: { context: RulesContext }) {
  const { studyId, flush, reload, change, shown } = useDraft();
  const save = async () => (await flush()) !== null;
  const upload = useUpload({ studyId, kind: "rules" }, reload, save);
  const { list } = rules;
  const problems = upload.refused?.refusal.problems ?? [];
  const gone = list === null ? [] : shown.filter(({ step, field }) => step === "rules" && field === "list");
  return (
    <Section
      title={t.list()}
      note={t.listNote({
        rules: LIMITS.hashedRules,
        length: LIMITS.hashedLength,
        conditions: LIMITS.hashedPredicates,
        size: formatSize(listByteLimit),
      })}
    >
      <div className="grid gap-4">
        <FileDrop
          label={t.listFile()}
          upload={upload}
          present={
            list && {
              name: list.name,
              words: t.listFacts({
                count: list.count,
                conditions: list.conditionCount,
                size: formatSize(list.size),
              }),
            }
          }
          empty={t.listEmpty()}
          kept={t.listKept()}
        >
          {gone.map(({ message }) => (
            <Notice key={message} tone="bad" title={message} />
          ))}
          <div>
            <Button look="ghost" onClick={() => change({ rules: { ...rules, list: null } })}>
              {t.discardList()}
            </Button>
          </div>
        </FileDrop>
        {problems.length > 1 && <LineProblems problems={problems} />}
      </div>
    </Section>
  );
}

type Problem = { readonly row?: number | undefined; readonly message: string };

const shownCount = 20;

/** Problems of a refused list by line: the first ones, and a file with all that the server reported. */
function LineProblems({ problems }: { problems: readonly Problem[] }) {
  const save = () => {
    const text = problems.map(({ message }) => `${message}\n`).join("");
    saveFile(new Blob([text], { type: "text/plain;charset=utf-8" }), "errors.txt");
  };
  const head = (
    <tr>
      <HeaderCell numeric>{t.line()}</HeaderCell>
      <HeaderCell>{t.problem()}</HeaderCell>
    </tr>
  );
  return (
    <Sheet>
      <Table caption={t.errorsByLine()} head={head} fold>
        {problems.slice(0, shownCount).map(({ row, message }) => (
          <tr key={message}>
            <Cell label={t.line()} numeric className="text-ink-2">
              {row === undefined ? t.allLines() : formatNumber(row)}
            </Cell>
            <Cell label={t.problem()} className="break-words">
              {withoutLine({ row, message })}
            </Cell>
          </tr>
        ))}
      </Table>
      <SheetFooter className="flex flex-wrap items-center justify-between gap-3">
        <span>{t.problemsShown({ isAll: problems.length <= shownCount, count: shownCount })}</span>
        <Button small onClick={save}>
          <Download aria-hidden />
          {t.saveProblems()}
        </Button>
      </SheetFooter>
    </Sheet>
  );
}

/** Removes the line number, which is already in the first cell. */
function withoutLine({ row = 0, message }: Problem): string {
  const place = file.line({ line: row, problem: "" });
  const rest = message.startsWith(place) ? message.slice(place.length) : message;
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
