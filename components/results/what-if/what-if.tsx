"use client";

import dynamic from "next/dynamic";
import { AskAgain } from "#components/ui/ask-again.tsx";
import { ProgressBar } from "#components/ui/files/progress-bar.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import * as t from "#messages/whatIf.ts";
import type { WhatIfView } from "#server/results/what-if/read-what-if.ts";
import { useRounds } from "./use-rounds.ts";

const loadSections = () => import("./what-if-sections.tsx");
const WhatIfSections = dynamic(async () => (await loadSections()).WhatIfSections, {
  loading: () => <Skeleton className="mt-8 h-96" />,
});
// Fetched while the rounds are.
if (typeof window !== "undefined") void loadSections().catch(() => undefined);

/** Stored verdicts of a study under other settings. The address holds the settings. */
export function WhatIf({ studyId, study }: { studyId: string; study: WhatIfView }) {
  const { data, done, refusal, refetch } = useRounds(studyId);
  if (data !== undefined) return <WhatIfSections studyId={studyId} study={study} loaded={data} />;
  return refusal === null ? (
    <>
      <ProgressBar done={done} total={study.closedCount} what={t.roundsRead()} />
      <Skeleton className="mt-8 h-96" />
    </>
  ) : (
    <AskAgain refusal={refusal} onAsk={() => void refetch()} />
  );
}
