"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import { Select } from "#components/ui/select.tsx";
import { EmptySheet } from "#components/ui/sheet.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import * as t from "#messages/policyOut.ts";
import type { PolicyFile } from "#server/study/policy/policy-file.ts";
import { policyPython } from "#server/study/policy/python.ts";
import { policySql } from "#server/study/policy/sql.ts";
import { EntryLink } from "../data/entry-link.tsx";
import { ChancesOfFile, ChancesOfPerson } from "./chances-forms.tsx";
import { PolicyRules } from "./policy-rules.tsx";

/** The policy of a round: its rules, its files, and chances of other people. */
export function PolicyOut({
  studyId,
  stretches,
}: {
  studyId: string;
  /** Rounds with a policy, newest first: each stretch from its newest to its oldest round. */
  stretches: readonly (readonly [newest: number, oldest: number])[];
}) {
  const [round, setRound] = useState<number | null>(null);
  const rounds = stretches.flatMap(([newest, oldest]) =>
    Array.from({ length: newest - oldest + 1 }, (_, index) => newest - index),
  );
  if (rounds.length === 0) {
    return <EmptySheet>{t.noRounds()}</EmptySheet>;
  }
  return (
    <div className="grid gap-4">
      <p className="max-w-measure">{t.intro()}</p>
      <Select
        label={t.round()}
        className="max-w-60"
        value={round ?? ""}
        onChange={({ target }) => setRound(target.value === "" ? null : Number(target.value))}
        options={rounds.map((each) => [each, String(each)] as const)}
      >
        <option value="">{t.chooseRound()}</option>
      </Select>
      {round !== null && <PolicyOfRound key={round} studyId={studyId} round={round} />}
    </div>
  );
}

function PolicyOfRound({ studyId, round }: { studyId: string; round: number }) {
  const { data, error } = useQuery({
    ...useTRPC().results.policyFile.queryOptions({ studyId, round }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <ErrorNotice error={error} />;
  if (data === undefined) return <Skeleton className="h-96" />;
  return (
    <>
      <p>
        {t.traced({
          entry: () => <EntryLink studyId={studyId} seq={data.opening.seq} what={t.theOpening()} />,
        })}
      </p>
      <PolicyRules policy={data} />
      <Downloads policy={data} />
      <h3>{t.chancesTitle()}</h3>
      <ChancesOfPerson studyId={studyId} policy={data} />
      <ChancesOfFile studyId={studyId} round={round} />
    </>
  );
}

function Downloads({ policy }: { policy: PolicyFile }) {
  const { refetch, error, isFetching } = useQuery({
    ...useTRPC().results.modelCard.queryOptions({ studyId: policy.study, round: policy.round }),
    enabled: false,
  });
  const name = `policy-${policy.study}-${policy.round}`;
  const files = [
    [t.json(), `${name}.json`, "application/json", () => JSON.stringify(policy, null, 2)],
    [t.python(), `${name}.py`, "text/x-python", () => policyPython(policy)],
    [t.sql(), `${name}-base.sql`, "application/sql", () => policySql(policy, "base")],
    [t.sqlOfRound(), `${name}-round.sql`, "application/sql", () => policySql(policy, "round")],
  ] as const;
  const saveCard = async () => {
    const { data } = await refetch();
    if (data !== undefined) saveFile(new Blob([data], { type: "text/markdown" }), `${name}.md`);
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button disabled={isFetching} onClick={saveCard}>
        <Download aria-hidden /> {t.card()}
      </Button>
      <ErrorNotice error={error} />
      {files.map(([words, file, type, write]) => (
        <Button key={file} onClick={() => saveFile(new Blob([write()], { type }), file)}>
          <Download aria-hidden /> {words}
        </Button>
      ))}
    </div>
  );
}
