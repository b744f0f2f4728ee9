import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Sheet, SheetFooter } from "#components/ui/sheet.tsx";
import { DataTable } from "#components/ui/table.tsx";
import * as t from "#messages/policyOut.ts";
import { formatPercent } from "#server/format.ts";
import type { PolicyFile } from "#server/study/policy/policy-file.ts";
import { sentenceOf } from "#server/study/policy/sentence.ts";
import { ruleWordsIn } from "#server/study/rule-words.ts";

const pageSize = 25;

/** All rules of a policy file with their shares, the heaviest first, page by page. */
export function PolicyRules({ policy }: { policy: PolicyFile }) {
  const [first, setFirst] = useState(0);
  const rows = rowsOf(policy);
  const shown = rows.slice(first, first + pageSize);
  const say = ruleWordsIn(policy.columns);
  return (
    <Sheet ruled>
      <DataTable
        caption={t.rules()}
        fold
        rows={shown}
        keyOf={({ rule }) => rule}
        columns={[
          [t.rule(), ({ accepts }) => sentenceOf(policy, accepts, say), { className: "min-w-64" }],
          [t.weight(), ({ share }) => formatPercent(share), { numeric: true }],
          [t.soFar(), ({ soFar }) => formatPercent(soFar), { numeric: true }],
        ]}
      />
      {rows.length > pageSize && (
        <SheetFooter>
          <p role="status">{t.shown({ from: first + 1, to: first + shown.length, count: rows.length })}</p>
          <div className="flex gap-2">
            <Button disabled={first === 0} onClick={() => setFirst(first - pageSize)}>
              {t.earlier()}
            </Button>
            <Button disabled={first + pageSize >= rows.length} onClick={() => setFirst(first + pageSize)}>
              {t.later()}
            </Button>
          </div>
        </SheetFooter>
      )}
    </Sheet>
  );
}

function rowsOf({ rules }: PolicyFile) {
  const total = rules.reduce((sum, { weight }) => sum + Number(weight), 0);
  let soFar = 0;
  return rules
    .map(({ rule, accepts, weight }) => ({ rule, accepts, share: Number(weight) / total }))
    .sort((a, b) => b.share - a.share)
    .map((row) => {
      soFar += row.share;
      return { ...row, soFar: Math.min(1, soFar) };
    });
}
