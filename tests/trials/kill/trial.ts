import { setTimeout as sleep } from "node:timers/promises";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { JumpableRandomGenerator } from "pure-rand/types/JumpableRandomGenerator";
import { madeUpPeople } from "#tests/setup/study.ts";
import type { HttpClient } from "../http-client.ts";
import type { ServerProcess } from "../server-process.ts";
import { Acknowledgements, attempt } from "./attempts.ts";
import { fileOfPeople, finishImport, outcomesOf, TypedDraft } from "./others.ts";
import { closeIt, type Opened, openNext, openRoundOf, sealer } from "./rounds.ts";

export type KilledStudy = {
  readonly studyId: string;
  readonly drawAt: "close" | "opening";
  readonly hasBeacon: boolean;
};

export type KillStage = {
  /** Both on one database. The operator and two auditors use the first, the third auditor the second. */
  readonly servers: readonly [ServerProcess, ServerProcess];
  readonly operator: HttpClient;
  /** Signs in again, which confirms the session for ten minutes, as closing may require. */
  readonly confirmOperator: () => Promise<void>;
  readonly auditors: readonly HttpClient[];
  readonly studies: readonly KilledStudy[];
};

export type KillFigures = {
  kills: number;
  /** Kills of both servers at once. */
  ofBoth: number;
  /** Further kills, while a server was starting. */
  whileStarting: number;
  imports: number;
  lettersLost: number;
};

/** Imports are rare, because an interrupted one waits fifteen seconds for the killed server's lease. */
const importEvery = 20;
/** The operator signs in again after this many kills, which take a few seconds each. */
const confirmEvery = 40;

/**
 * Kills serving processes `kills` times while three auditors seal and the operator closes, opens, records outcomes, types a
 * draft and imports people, sometimes again while they start. Then repeats every request twice.
 *
 * @param options.report is called after every kill with their number
 */
export async function killAtWork(
  stage: KillStage,
  { kills, seed, report }: { kills: number; seed: number; report: (done: number) => void },
): Promise<{ figures: KillFigures; acknowledged: Acknowledgements }> {
  const dice = xoroshiro128plus(seed);
  const acknowledged = new Acknowledgements();
  const draft = await TypedDraft.begin(stage.operator);
  const figures: KillFigures = { kills: 0, ofBoth: 0, whileStarting: 0, imports: 0, lettersLost: 0 };
  for (; figures.kills < kills; figures.kills += 1) {
    const study = stage.studies[figures.kills % stage.studies.length];
    if (study === undefined) throw new Error("there is no study");
    if (figures.kills % confirmEvery === confirmEvery - 1) await stage.confirmOperator();
    await killOnce(stage, study, { dice, acknowledged, draft, figures }).catch((cause: unknown) => {
      const words = stage.servers.map(({ lastWords }) => lastWords);
      throw new Error([`kill ${figures.kills + 1}: ${cause}`, ...words].join("\n"), { cause });
    });
    report(figures.kills + 1);
  }
  figures.lettersLost = await draft.lostLetters();
  return { figures, acknowledged };
}

type Course = {
  readonly dice: JumpableRandomGenerator;
  readonly acknowledged: Acknowledgements;
  readonly draft: TypedDraft;
  readonly figures: KillFigures;
};

async function killOnce(stage: KillStage, study: KilledStudy, course: Course): Promise<void> {
  const { dice, acknowledged, draft, figures } = course;
  const { operator, auditors } = stage;
  const { studyId } = study;
  const kill = figures.kills;
  const round = await openRoundOf(operator, studyId, study.hasBeacon ? study.drawAt : "close");
  const seals = await Promise.all(
    auditors.map((client, who) => sealer(client, { studyId, round, who, kill })),
  );
  const record = round === 1 ? null : await outcomesOf(operator, { studyId, round: round - 1, kill });
  const confirm = kill % importEvery === 1 ? await importOf(stage, study, kill) : null;
  const after = {
    close: uniformInt(dice, 0, 150),
    other: uniformInt(dice, 0, 150),
    kill: uniformInt(dice, 0, 300),
  };

  const sealing = seals.map((seal) => seal());
  const closing = sleep(after.close).then(async () => {
    const closed = await closeIt(operator, { studyId, round });
    // While a round awaits its public number, the next one cannot be opened.
    const isOver = "ok" in closed.first && !(study.hasBeacon && study.drawAt === "close");
    return { closed, opened: isOver ? await attempt<Opened>(() => openNext(operator, studyId)) : null };
  });
  const others = sleep(after.other).then(() =>
    Promise.all([draft.type(), record?.() ?? null, confirm?.() ?? null]),
  );
  await sleep(after.kill);
  await killAndStart(stage.servers, course);

  for (const seal of (await Promise.all(sealing)).flat()) {
    const receipt = await acknowledged.again("ballots sealed", seal, ["round-closed"]);
    if (receipt !== undefined) acknowledged.keep(studyId, receipt);
  }
  const { closed, opened } = await closing;
  const end = await acknowledged.again("rounds closed", closed, []);
  if (end !== undefined) acknowledged.keep(studyId, end);
  if (opened !== null && acknowledged.note("rounds opened", opened.first, []) && "ok" in opened.first)
    acknowledged.keep(studyId, opened.first.ok.rounds[0]);
  const [typed, recorded, imported] = await others;
  acknowledged.tally("drafts saved").acknowledged += typed;
  const outcomes = recorded === null ? undefined : await acknowledged.again("outcomes", recorded, []);
  for (const outcome of outcomes ?? []) acknowledged.keep(studyId, outcome);
  if (imported !== null) {
    acknowledged.note("imports confirmed", imported.first, []);
    await finishImport(operator, studyId, imported);
    figures.imports += 1;
  }
}

function importOf({ servers: [{ origin }], operator }: KillStage, { studyId }: KilledStudy, kill: number) {
  // Different people each time: the same file twice would be the same people.
  const rows = madeUpPeople(3).map(([income, ...rest]) => [`${Number(income) + kill / 1_000}`, ...rest]);
  return fileOfPeople(operator, { origin, studyId, rows });
}

/** Kills one server or both, then up to two more times while they start. */
async function killAndStart(servers: KillStage["servers"], { dice, figures }: Course): Promise<void> {
  const who = uniformInt(dice, 0, 3);
  const victims = who === 3 ? servers : who === 2 ? [servers[1]] : [servers[0]];
  if (victims.length === 2) figures.ofBoth += 1;
  await Promise.all(victims.map((server) => server.kill()));
  for (let more = uniformInt(dice, 0, 2); more > 0; more -= 1) {
    for (const server of victims) server.begin();
    await sleep(uniformInt(dice, 0, 2_500));
    await Promise.all(victims.map((server) => server.kill()));
    figures.whileStarting += 1;
  }
  await Promise.all(victims.map((server) => server.start()));
}
