import type { BallotReceipt } from "#server/audit-log/receipts/receipt.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";
import type { RoundEndReceipt } from "#server/rounds/read-round.ts";
import { fixedBytes } from "#tests/setup/app.ts";
import { ballotOf } from "#tests/setup/browser.ts";
import type { HttpClient } from "../http-client.ts";
import { type Attempt, attempt, must, patiently, until } from "./attempts.ts";

type StudyRounds = { readonly rounds: readonly { readonly number: number; readonly state: string }[] };
type BoardOf = { readonly publicNumber: { readonly signature: string | null } | null };
type OpenedRound = { readonly round: number; readonly seq: number; readonly hash: string };
export type Opened = { readonly rounds: readonly [OpenedRound] };

/** The open round of a study, which is opened if there is none; whatever its draw awaits before it can be closed is there. */
export async function openRoundOf(operator: HttpClient, studyId: string, drawAt: string): Promise<number> {
  const rounds = await until(
    () => operator.query<StudyRounds>("studies.read", { studyId }),
    (study) => study.rounds.every(({ state }) => state !== "closing"),
  );
  const open = rounds.rounds.find(({ state }) => state === "open");
  const round = open?.number ?? (await must(patiently(() => openNext(operator, studyId)))).rounds[0].round;
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

/** Looks at the round first, so that the kill falls into the sealing: a ballot, then replacements, each with a key of its own. */
export async function sealer(
  client: HttpClient,
  { studyId, round, who, kill }: { studyId: string; round: number; who: number; kill: number },
): Promise<() => Promise<Attempt<BallotReceipt>[]>> {
  const judging = await must(patiently(() => client.query<Judging>("rounds.judging", { studyId, round })));
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
