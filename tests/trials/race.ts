import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { listSealTimes } from "#db/queries/ballots.ts";
import { DomainError } from "#server/errors.ts";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { replay } from "../replay/replay.ts";
import { fixedBytes, type TestApp } from "../setup/app.ts";
import { sealFrom } from "../setup/browser.ts";
import { exportStudy } from "../setup/play.ts";
import { madeUpPeople, publishedStudy, type TestStudy } from "../setup/study.ts";
import type { RacerAnswer, RacerOrder } from "./racer.ts";

export type RaceFigures = {
  rounds: number;
  closeRequests: number;
  differentReceipts: number;
  closeEntries: number;
  ballotsAcknowledged: number;
  ballotsInLog: number;
  /** Rows of the ballot table. */
  ballotRows: number;
  /** Ballots in the log after the close of their round. */
  ballotsAfterClose: number;
  ballotsRefused: number;
  /** Problems that the replay of the whole log found. */
  problems: readonly string[];
};

/**
 * Lets two processes close each round at once, with two requests each, while this one still seals ballots.
 * @param env names the processes' database (EVENHAND_DATA, DATABASE_URL)
 */
export async function raceToClose(
  app: TestApp,
  env: Record<string, string>,
  rounds: number,
): Promise<RaceFigures> {
  const study = await publishedStudy(app, {
    settings: { roundSize: "2", horizon: String(Math.max(rounds, 20)) },
    people: madeUpPeople(2 * rounds),
  });
  const racers = await Promise.all([startRacer(env), startRacer(env)]);
  const figures = noFigures(rounds);
  try {
    for (let played = 0; played < rounds; played += 1) {
      const waitsFor = played % (study.auditorIds.length + 1);
      await raceOnce(app, study, { racers, waitsFor }, figures);
    }
  } finally {
    await Promise.all(racers.map(stopRacer));
  }
  const ballotRows = await countRows(app, study.studyId, rounds);
  const { log, features } = await exportStudy(app, study.studyId);
  return { ...figures, ballotRows, ...orderIn(log), problems: replay(log, features).problems.map(String) };
}

async function countRows(app: TestApp, studyId: string, rounds: number): Promise<number> {
  let rows = 0;
  for (let round = 1; round <= rounds; round += 1)
    rows += (await app.store.read((db) => listSealTimes(db, studyId, round))).length;
  return rows;
}

/** Counts closes and ballots line by line, because the position of each ballot matters. */
function orderIn(log: string): Pick<RaceFigures, "closeEntries" | "ballotsInLog" | "ballotsAfterClose"> {
  const closed = new Set<number>();
  let [closeEntries, ballotsInLog, ballotsAfterClose] = [0, 0, 0];
  for (const line of log.trimEnd().split("\n")) {
    const { type, body } = JSON.parse(line) as { type: string; body: { round?: number } };
    const round = body.round ?? 0;
    if (type === "round.closed") {
      closeEntries += 1;
      closed.add(round);
    } else if (type === "ballot.sealed") {
      ballotsInLog += 1;
      if (closed.has(round)) ballotsAfterClose += 1;
    }
  }
  return { closeEntries, ballotsInLog, ballotsAfterClose };
}

/** @param waitsFor how many auditors seal once before the close: the others race, and so do all later ballots */
async function raceOnce(
  app: TestApp,
  study: TestStudy,
  { racers, waitsFor }: { racers: readonly ChildProcess[]; waitsFor: number },
  figures: RaceFigures,
): Promise<void> {
  const { studyId } = study;
  const { round } = await openRound(app, { studyId });
  const begun = Promise.withResolvers<void>();
  let sealedOnce = 0;
  const voting = study.auditorIds.map((accountId) =>
    vote(app, { studyId, round, accountId }, figures, () => {
      sealedOnce += 1;
      if (sealedOnce === waitsFor) begun.resolve();
    }),
  );
  if (waitsFor > 0) await begun.promise;
  const answers = await Promise.all(racers.map((racer) => order(racer, { studyId, round })));
  await Promise.all(voting);
  const receipts = answers.flatMap((answer) => {
    if (answer === "ready" || "failure" in answer)
      throw new Error(`a racer failed: ${JSON.stringify(answer)}`);
    return answer.receipts.map((receipt) => JSON.stringify(receipt));
  });
  figures.closeRequests += receipts.length;
  if (new Set(receipts).size !== 1) figures.differentReceipts += 1;
}

async function vote(
  app: TestApp,
  where: { studyId: string; round: number; accountId: string },
  figures: RaceFigures,
  sealedFirst: () => void,
): Promise<void> {
  const { pairs } = await readJudging(app, where);
  for (let version = 1; version <= 3; version += 1) {
    try {
      await sealFrom(app, where, {
        idempotencyKey: `race-${where.round}-${version}`,
        nonce: fixedBytes(where.accountId, where.round, version),
        verdicts: pairs.map(([high, low]) => [high, low, version === 2 ? "unfair" : "acceptable"]),
      });
      figures.ballotsAcknowledged += 1;
      if (version === 1) sealedFirst();
    } catch (error) {
      if (!(error instanceof DomainError && error.code === "round-closed")) throw error;
      figures.ballotsRefused += 1;
    }
  }
}

async function startRacer(env: Record<string, string>): Promise<ChildProcess> {
  const child = fork(resolve("tests/trials/racer.ts"), {
    env: { ...process.env, ...env },
    execArgv: ["--import", resolve("scripts/lib/quick-packages.mjs")],
  });
  const [message] = await once(child, "message");
  if (message !== "ready") throw new Error(`the racer did not start: ${JSON.stringify(message)}`);
  return child;
}

async function order(racer: ChildProcess, message: RacerOrder): Promise<RacerAnswer> {
  const answer = once(racer, "message");
  racer.send(message);
  const [received] = (await answer) as [RacerAnswer];
  return received;
}

async function stopRacer(racer: ChildProcess): Promise<void> {
  if (racer.exitCode !== null) return;
  const ended = once(racer, "exit");
  racer.send("stop" satisfies RacerOrder);
  await ended;
}

function noFigures(rounds: number): RaceFigures {
  return {
    rounds,
    closeRequests: 0,
    differentReceipts: 0,
    closeEntries: 0,
    ballotsAcknowledged: 0,
    ballotsInLog: 0,
    ballotRows: 0,
    ballotsAfterClose: 0,
    ballotsRefused: 0,
    problems: [],
  };
}
