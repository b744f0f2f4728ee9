"use client";

import { Button } from "#components/ui/button.tsx";
import { FileDrop } from "#components/ui/files/file-drop.tsx";
import { useUpload } from "#components/ui/files/use-upload.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Section } from "#components/ui/sheet.tsx";
import { formatCount, formatNumber, plural } from "#server/format.ts";
import { LIMITS } from "#server/learner/config/params.ts";
import { listByteLimit, type RuleListFacts } from "#server/study/rule-list.ts";
import type { RulesContext } from "#server/study/rules/kind.ts";
import { useDraft } from "../draft-context.tsx";
import { LineProblems } from "./line-problems.tsx";

const limits = `Up to ${formatNumber(LIMITS.hashedRules)} rules of at most ${LIMITS.hashedLength} conditions, ${formatNumber(LIMITS.hashedPredicates)} different conditions, ${listByteLimit / 1e6} MB.`;

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
      title="List of rules"
      note={`Plain text (UTF-8), one rule a line, as rules are shown elsewhere. ${limits}`}
    >
      <div className="grid gap-4">
        <FileDrop
          label="File of rules"
          upload={upload}
          present={list === null ? null : { name: list.name, words: listInWords(list) }}
          empty="Choose a text file or drop it here. A line says: income > 2,500 and housing is own. Conditions are joined by “and” or by “or”, not by both in one rule; columns by name or label, codes by code or label. A million rules take some seconds to read, more where the server is busy."
          kept="Kept with this draft. The first entry of the study names it by its fingerprint, and its record holds it."
        >
          {gone.map(({ message }) => (
            <Notice key={message} tone="bad" title={message} />
          ))}
          <div>
            <Button look="ghost" onClick={() => change({ rules: { ...rules, list: null } })}>
              Throw the list away
            </Button>
          </div>
        </FileDrop>
        {problems.length > 1 && <LineProblems problems={problems} />}
      </div>
    </Section>
  );
}

function listInWords({ count, conditionCount, size }: RuleListFacts): string {
  const rules = `${formatCount(count, "rule")}`;
  const conditions = `${formatNumber(conditionCount)} different ${plural(conditionCount, "condition")}`;
  return `${rules}, ${conditions}, ${formatNumber(size)} bytes`;
}
