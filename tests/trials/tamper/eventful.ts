import { setTimeout as sleep } from "node:timers/promises";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { takeNumbers } from "#server/rounds/await-public-number.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { endStudy } from "#server/rounds/end-study.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { type Board, readRoundDetails } from "#server/rounds/read-round-details.ts";
import { keepCheckpoints } from "#server/studies/checkpoints/keep-checkpoints.ts";
import { byServer, joinStudy } from "#server/studies/join-study.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { seatAuditor } from "#server/studies/seats.ts";
import { addAccount, type TestApp } from "#tests/setup/app.ts";
import { exportStudy, judge } from "#tests/setup/play.ts";
import { publishedStudy, type StudyOptions, type TestStudy } from "#tests/setup/study.ts";

export type Exported = Awaited<ReturnType<typeof exportStudy>>;

/** `by-server`: seats whose keys only the server vouches for. */
type Play = { readonly rounds: number; readonly seed: number; readonly panel?: "by-link" | "by-server" };

async function seatByServer(app: TestApp, { studyId }: TestStudy): Promise<string> {
  const accountId = await addAccount(app, app.newId(), "member");
  const coming = { ...byServer, studyId, accountId, role: "auditor" } as const;
  await app.store.tx((tx) => joinStudy(tx, { ...coming, now: app.now() }));
  await seatAuditor(app, { studyId, accountId });
  return accountId;
}

/** Plays a study with reports, outcomes, a correction, a cancelled round, an erasure and perhaps an end. */
export async function playEventful(
  app: TestApp,
  options: StudyOptions,
  { rounds, seed, panel = "by-link" }: Play,
): Promise<Exported> {
  const dice = xoroshiro128plus(seed);
  const study = await publishedStudy(app, { ...options, ...(panel === "by-server" && { auditors: 0 }) });
  if (panel === "by-server") for (const _ of [1, 2, 3]) study.auditorIds.push(await seatByServer(app, study));
  const { studyId, operatorId: accountId } = study;
  const isAudit = options.kind === "audit";
  const mayCancel = options.settings?.drawAt !== "opening";
  for (let played = 0; played < rounds; played += 1) {
    if (mayCancel && uniformInt(dice, 0, 3) === 0) {
      const { round } = await openRound(app, { studyId });
      await cancelRound(app, { studyId, round, reason: "trouble" });
    }
    const votes = [1, 2, 3].map(() => uniformInt(dice, 0, 2) > 0);
    const board = await playRound(app, study, votes);
    const round = board.round.number;
    const outcomes = board.people
      .filter(({ selected }) => selected)
      .filter(() => uniformInt(dice, 0, 3) > 0)
      .map(({ position }) => ({
        round,
        position,
        value: uniformInt(dice, 0, 1) ? ("yes" as const) : ("no" as const),
      }));
    const batch = { studyId, accountId, idempotencyKey: `outcomes ${round}` };
    if (outcomes.length > 0) await recordOutcomes(app, batch, outcomes);
    const [first] = outcomes;
    if (first !== undefined && uniformInt(dice, 0, 2) === 0) {
      const correction = { ...first, value: "lost" as const, isCorrection: true };
      await recordOutcomes(app, { ...batch, idempotencyKey: `correction ${round}` }, [correction]);
    }
    if (played === rounds - 2 && !isAudit) {
      await erasePerson(app, { studyId, accountId, personId: board.people[0]?.personId ?? "" });
    }
  }
  if (uniformInt(dice, 0, 1) === 0) await endStudy(app, studyId);
  return exportStudy(app, studyId);
}

/** Plays a round; with a beacon its checkpoint is cosigned in time, and it is drawn once the number is published. */
async function playRound(app: TestApp, study: TestStudy, votes: readonly boolean[]): Promise<Board> {
  const { studyId } = study;
  const { round } = await openRound(app, { studyId });
  const draw = async () => {
    if (app.beacon === null) return;
    while ((await keepCheckpoints(app, studyId)) !== null) await sleep(50);
    app.clock.advance(10_000);
    await takeNumbers(app, studyId);
  };
  await draw();
  for (const [index, isStrict] of votes.entries())
    await judge(app, { studyId, round, accountId: study.auditorIds[index] ?? "" }, () => isStrict);
  await closeRound(app, { studyId, round });
  await draw();
  return readRoundDetails(app, studyId, round);
}
