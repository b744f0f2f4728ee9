import type { BallotReceipt } from "#server/audit-log/receipts/receipt.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";
import type { RoundEndReceipt } from "#server/rounds/read-round.ts";
import { fixedBytes } from "#tests/setup/app.ts";
import { ballotOf } from "#tests/setup/browser.ts";
import type { HttpClient } from "../http-client.ts";
import { type Attempt, attempt, must, retryWhileBusy, until } from "./attempts.ts";

type StudyRounds = { readonly rounds: readonly { readonly number: number; readonly state: string }[] };
type BoardOf = { readonly publicNumber: { readonly signature: string | null } | null };
type OpenedRound = { readonly round: number; readonly seq: number; readonly hash: string };
export type Opened = { readonly rounds: readonly [OpenedRound] };

/** Returns the open round of a study, opening one if needed, once the public number for its draw is available. */
export async function openRoundOf(operator: HttpClient, studyId: string, drawAt: string): Promise<number> {
  const rounds = await until(
    () => operator.query<StudyRounds>("studies.read", { studyId }),
    (study) => study.rounds.every(({ state }) => state !== "closing"),
  );
  const open = rounds.rounds.find(({ state }) => state === "open");
  const round =
    open?.number ?? (await must(retryWhileBusy(() => openNext(operator, studyId)))).rounds[0].round;
  if (drawAt === "opening") {
    await until(
      () => operator.query<BoardOf>("rounds.board", { studyId, round }),
      ({ publicNumber }) => publicNumber?.signature !== null,
    );
  }
  return round;
}

export function openNext(operator: HttpClient, studyId: string) {
  return operator.mutate<Opened>("rounds.open", { studyId });
}

export function closeIt(operator: HttpClient, where: { studyId: string; round: number }) {
  return attempt<RoundEndReceipt>(() => operator.mutate("rounds.close", where));
}

const ballotsEach = 6;

/** Reads the round, so that the kill falls into the sealing. @returns a request for each version of a ballot */
export async function sealer(
  client: HttpClient,
  { studyId, round, who, kill }: { studyId: string; round: number; who: number; kill: number },
): Promise<() => Promise<Attempt<BallotReceipt>[]>> {
  const judging = await must(
    retryWhileBusy(() => client.query<Judging>("rounds.judging", { studyId, round })),
  );
  return async () => {
    const attempts: Attempt<BallotReceipt>[] = [];
    for (let ballot = 0; ballot < ballotsEach; ballot += 1) {
      const word = ballot % 2 === 0 ? ("unfair" as const) : ("acceptable" as const);
      const made = await ballotOf(
        studyId,
        { ...judging, nextVersion: judging.nextVersion + ballot },
        {
          idempotencyKey: `kill-${kill}-${who}-${ballot}`,
          nonce: fixedBytes("kill", kill, who, ballot),
          verdicts: judging.pairs.map(([high, low]) => [high, low, word] as const),
        },
      );
      attempts.push(await attempt(() => client.mutate("ballots.seal", { studyId, round, ...made })));
    }
    return attempts;
  };
}
