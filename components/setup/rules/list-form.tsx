"use client";

import { Button } from "#components/ui/button.tsx";
import { FileDrop } from "#components/ui/files/file-drop.tsx";
import { ProblemSheet } from "#components/ui/files/problem-sheet.tsx";
import { useUpload } from "#components/ui/files/use-upload.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/setupRules.ts";
import { formatSize } from "#server/format.ts";
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
        {problems.length > 1 && <ProblemSheet problems={problems} count={problems.length} isByLine />}
      </div>
    </Section>
  );
}
