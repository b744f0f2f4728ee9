import type { Metadata } from "next";
import { JudgingRoom } from "#components/judging/judging-room.tsx";
import { api } from "#server/api/caller.ts";
import { requireStudyRole } from "#server/api/pages.ts";
import { foundRound, roundNumber } from "./round.ts";

type Props = { params: Promise<{ studyId: string; round: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Judging round ${(await params).round}` };
}

export default async function JudgingPage({ params }: Props) {
  const { studyId, round } = await params;
  const { account } = await requireStudyRole(studyId, "auditor");
  const judging = await foundRound((await api()).rounds.judging({ studyId, round: roundNumber(round) }));
  return <JudgingRoom initial={judging} studyId={studyId} accountId={account.id} />;
}
