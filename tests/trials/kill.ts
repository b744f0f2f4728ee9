import { setTimeout as sleep } from "node:timers/promises";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { BallotReceipt } from "#server/log/receipts/receipt.ts";
import type { Judging } from "#server/services/judging/read-judging.ts";
import type { RoundEndReceipt } from "#server/services/rounds/read-round.ts";
import { fixedBytes } from "../setup/app.ts";
import { ballotOf } from "../setup/browser.ts";
import type { Answer, HttpClient } from "./http-client.ts";
import type { ServerProcess } from "./server-process.ts";

export type KillFigures = {
  kills: number;
  sealsAcknowledged: number;
  sealsCutOff: number;
  /** Of the cut off ones: recorded although nobody heard so. */
  sealsRecordedUnheard: number;
  closesAcknowledged: number;
  closesCutOff: number;
  differentOnRetry: number;
};

/** Everything that was ever acknowledged: entry number -> hash on the receipt. */
export type Acknowledged = Map<number, string>;

type Clients = { readonly operator: HttpClient; readonly auditors: readonly HttpClient[] };
type Attempt<T> = { readonly send: () => Promise<Answer<T>>; readonly first: Answer<T> };

/**
 * Kills the serving process `kills` times while three auditors seal and the operator closes, starts it again and sends
 * every request once more, twice: a receipt must be the same bytes whenever it is given.
 */
export async function killWhileSealing(
  server: ServerProcess,
  clients: Clients,
  { studyId, kills, seed }: { studyId: string; kills: number; seed: number },
): Promise<{ figures: KillFigures; acknowledged: Acknowledged }> {
  const generator = xoroshiro128plus(seed);
  const figures = noFigures();
  const acknowledged: Acknowledged = new Map();
  for (; figures.kills < kills; figures.kills += 1) {
    const round = await ensureOpenRound(clients.operator, studyId);
    const sealers = await Promise.all(
      clients.auditors.map((client, who) => sealer(client, { studyId, round, who, kill: figures.kills })),
    );
    const closesAfter = uniformInt(generator, 0, 150);
    const killsAfter = uniformInt(generator, 0, 300);
    const seals = sealers.map((seal) => seal());
    const closing = sleep(closesAfter).then(() =>
      attempt<RoundEndReceipt>(() => clients.operator.mutate("rounds.close", { studyId, round })),
    );
    await sleep(killsAfter);
    await server.kill();
    const killedAt = Date.now();
    const sealed = (await Promise.all(seals)).flat();
    const closed = await closing;
    await server.start();
    for (const seal of sealed) await checkSeal(seal, killedAt, figures, acknowledged);
    await checkClose(closed, figures, acknowledged);
  }
  return { figures, acknowledged };
}

async function ensureOpenRound(operator: HttpClient, studyId: string): Promise<number> {
  const opened = await patiently(() => operator.mutate<{ round: number }>("rounds.open", { studyId }));
  if ("ok" in opened) return opened.ok.round;
  const study = await operator.query<{ rounds: { number: number; state: string }[] }>("studies.read", {
    studyId,
  });
  const open = "ok" in study ? study.ok.rounds.find((round) => round.state === "open") : undefined;
  if (open === undefined) throw new Error(`no round opens: ${JSON.stringify(opened)}`);
  return open.number;
}

const ballotsEach = 6;

/** Looks at the round first, so that the kill falls into the sealing: a ballot, then replacements, each with a key of its own. */
async function sealer(
  client: HttpClient,
  { studyId, round, who, kill }: { studyId: string; round: number; who: number; kill: number },
): Promise<() => Promise<Attempt<BallotReceipt>[]>> {
  const judging = await client.query<Judging>("rounds.judging", { studyId, round });
  if (!("ok" in judging)) throw new Error(`round ${round} cannot be judged: ${JSON.stringify(judging)}`);
  const { pairs } = judging.ok;
  return async () => {
    const attempts: Attempt<BallotReceipt>[] = [];
    for (let ballot = 0; ballot < ballotsEach; ballot += 1) {
      const word = ballot % 2 === 0 ? ("unfair" as const) : ("acceptable" as const);
      const input = {
        studyId,
        round,
        ...(await ballotOf(
          studyId,
          { ...judging.ok, nextVersion: judging.ok.nextVersion + ballot },
          {
            idempotencyKey: `kill-${kill}-${who}-${ballot}`,
            nonce: fixedBytes("kill", kill, who, ballot),
            verdicts: pairs.map(([high, low]) => [high, low, word] as const),
          },
        )),
      };
      attempts.push(await attempt<BallotReceipt>(() => client.mutate("ballots.seal", input)));
    }
    return attempts;
  };
}

async function attempt<T>(ask: () => Promise<Answer<T>>): Promise<Attempt<T>> {
  const send = () => patiently(ask);
  return { send, first: await send() };
}

const patience = { tries: 100, pause: 100 };

/** As a page does it: a server that says it is busy has taken nothing, and is asked again. */
async function patiently<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (let tried = 1; ; tried += 1) {
    const answer = await ask();
    const isBusy = "refused" in answer && answer.refused.code === "busy";
    if (!isBusy || tried === patience.tries) return answer;
    await sleep(patience.pause);
  }
}

async function checkSeal(
  { send, first }: Attempt<BallotReceipt>,
  killedAt: number,
  figures: KillFigures,
  acknowledged: Acknowledged,
): Promise<void> {
  if ("refused" in first) return expectRefusal(first.refused.code, ["round-closed"]);
  const second = await send();
  const third = await send();
  if (JSON.stringify(second) !== JSON.stringify(third)) figures.differentOnRetry += 1;
  if ("ok" in first) {
    figures.sealsAcknowledged += 1;
    if (JSON.stringify(first) !== JSON.stringify(second)) figures.differentOnRetry += 1;
  } else {
    figures.sealsCutOff += 1;
    if ("refused" in second) return expectRefusal(second.refused.code, ["round-closed"]);
    if ("ok" in second && second.ok.at <= killedAt) figures.sealsRecordedUnheard += 1;
  }
  for (const answer of [first, second]) if ("ok" in answer) acknowledged.set(answer.ok.seq, answer.ok.hash);
}

async function checkClose(
  { send, first }: Attempt<RoundEndReceipt>,
  figures: KillFigures,
  acknowledged: Acknowledged,
): Promise<void> {
  if ("ok" in first) figures.closesAcknowledged += 1;
  else figures.closesCutOff += 1;
  const second = await send();
  const third = await send();
  if (!("ok" in second) || JSON.stringify(second) !== JSON.stringify(third)) figures.differentOnRetry += 1;
  if ("ok" in first && JSON.stringify(first) !== JSON.stringify(second)) figures.differentOnRetry += 1;
  for (const answer of [first, second]) if ("ok" in answer) acknowledged.set(answer.ok.seq, answer.ok.hash);
}

function expectRefusal(code: string, expected: readonly string[]): void {
  if (!expected.includes(code)) throw new Error(`a seal was refused with ${code}`);
}

function noFigures(): KillFigures {
  return {
    kills: 0,
    sealsAcknowledged: 0,
    sealsCutOff: 0,
    sealsRecordedUnheard: 0,
    closesAcknowledged: 0,
    closesCutOff: 0,
    differentOnRetry: 0,
  };
}
