import { listEntriesOf } from "#db/queries/log.ts";
import { suspendAccount, unsuspendAccount } from "#server/accounts/invitations/administration.ts";
import type { VerdictWord } from "#server/audit-log/verdicts.ts";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { replay } from "#tests/replay/replay.ts";
import { fixedBytes } from "#tests/setup/app.ts";
import { ballotOf } from "#tests/setup/browser.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { cookieOf } from "#tests/setup/request.ts";
import { addWaiting } from "#tests/setup/waiting.ts";
import { freePort, ServerProcess } from "#tests/trials/server-process.ts";
import { Door, type Reply } from "./door.ts";
import type { Stage } from "./stage.ts";
import type { Tally } from "./tally.ts";

/** What two do at the same moment, through two servers on one database. */
export async function everyRace(stage: Stage, tally: Tally, rounds: number) {
  const { app, study, env, server } = stage;
  const second = new ServerProcess(await freePort(), { ...env, EVENHAND_TRUST_PROXY: "1" });
  await second.start();
  const other = new Door(second.origin, "patient");
  // A cookie names no server.
  const doors = [stage.door, other] as const;
  try {
    const operator = await cookieOf(app, study.operatorId);
    const auditors = await Promise.all(study.auditorIds.map((id) => cookieOf(app, id)));
    for (let race = 1; race <= rounds; race += 1)
      await raceOneRound(stage, doors, { operator, auditors, race }, tally);
    await raceForSeats(stage, doors, operator, tally, rounds);
  } finally {
    other.close();
    await second.kill();
  }
  const { log, features } = await exportStudy(app, study.studyId);
  const { problems } = replay(log, features);
  tally.check("the record after all races", problems.length === 0, JSON.stringify(problems));
  const closed = await entriesOf(stage, "round.closed");
  const names = closed.map(({ entry }) => (JSON.parse(entry) as { body: { round: number } }).body.round);
  tally.check("no round closed twice", new Set(names).size === names.length, names);
  tally.check("the server is still there", (await stage.door.ask("/sign-in")).status === 200, server.origin);
}

type Who = { readonly operator: string; readonly auditors: readonly string[]; readonly race: number };

async function raceOneRound(
  { app, study, cast }: Stage,
  [one, two]: readonly [Door, Door],
  { operator, auditors, race }: Who,
  tally: Tally,
) {
  const { studyId } = study;
  const { round } = await openRound(app, { studyId });
  const [first = "", second = "", third = ""] = auditors;
  const [, , thirdId = ""] = study.auditorIds;
  const ballot = async (accountId: string, key: string, word: VerdictWord) => {
    const judging = await readJudging(app, { studyId, round, accountId });
    const ballot = await ballotOf(studyId, judging, {
      idempotencyKey: `hostile-${race}-${key}`,
      nonce: fixedBytes("hostile", race, accountId, key),
      verdicts: judging.pairs.map(([high, low]) => [high, low, word]),
    });
    return { studyId, round, ...ballot };
  };
  const [firstId = "", secondId = ""] = study.auditorIds;

  const same = await ballot(firstId, "same", "unfair");
  const retries = await Promise.all([one, two, one].map((door) => door.mutate("ballots.seal", same, first)));
  const receipts = new Set(retries.map(({ text }) => text));
  tally.check("one ballot sent three times at once", receipts.size === 1 && isOk(retries[0]), [...receipts]);

  const [a, b] = await Promise.all([ballot(secondId, "a", "unfair"), ballot(secondId, "b", "acceptable")]);
  const versions = await Promise.all([
    one.mutate("ballots.seal", a, second),
    two.mutate("ballots.seal", b, second),
  ]);
  // Both were made as the first version: whichever comes second is refused, and made anew by its page.
  const statuses = versions.map(({ status }) => status).sort();
  tally.check("two ballots of one seat at once", statuses.join() === "200,409", statuses);

  // The third is suspended while sealing: afterwards nothing more is taken.
  const late = await ballot(thirdId, "late", "acceptable");
  const [, during] = await Promise.all([
    suspendAccount(app, cast.accounts.administrator.id, thirdId),
    two.mutate("ballots.seal", late, third),
  ]);
  tally.check("a seal beside a suspension", [200, 401].includes(during.status), during.status);
  const after = await one.mutate("ballots.seal", { ...late, idempotencyKey: `hostile-after-${race}` }, third);
  tally.check("a seal after a suspension", after.status === 401, after.status);
  await unsuspendAccount(app, cast.accounts.administrator.id, thirdId);
  const again = await cookieOf(app, thirdId);

  const sealing = await ballot(thirdId, "closing", "unfair");
  const [sealed, ...closes] = await Promise.all([
    one.mutate("ballots.seal", sealing, again),
    one.mutate("rounds.close", { studyId, round }, operator),
    two.mutate("rounds.close", { studyId, round }, operator),
    two.mutate("rounds.close", { studyId, round }, operator),
  ]);
  tally.check("two closes at once", new Set(closes.map(({ text }) => text)).size === 1, closes[0]?.text);
  tally.check("a seal beside a close", [200, 409].includes(sealed.status), `${sealed.status} ${sealed.text}`);
  if (isOk(sealed))
    tally.check("a seal beside a close comes before it", seqOf(sealed) < seqOf(closes[0]), sealed.text);
  const afterClose = await two.mutate(
    "ballots.seal",
    { ...sealing, idempotencyKey: `hostile-late-${race}` },
    again,
  );
  tally.check("a seal after the close", afterClose.status === 409, afterClose.status);
}

/** Two operators' pages give one person a seat, and one seat to two people. */
async function raceForSeats(
  stage: Stage,
  doors: readonly [Door, Door],
  operator: string,
  tally: Tally,
  count: number,
) {
  const { app, study } = stage;
  const { studyId } = study;
  for (let race = 0; race < count; race += 1) {
    const accountId = await addWaiting(app, studyId, `seated-${race}`);
    const answers = await Promise.all(
      doors.map((door) => door.mutate("panel.seatMember", { studyId, accountId }, operator)),
    );
    const seats = answers.filter(isOk).map(({ text }) => /"seatId":"(s\d+)"/.exec(text)?.[1]);
    tally.check(
      "one person seated twice at once",
      new Set(seats).size === 1,
      answers.map(({ text }) => text),
    );
    const [seatId] = seats;
    const rivals = [
      await addWaiting(app, studyId, `rival-${race}-a`),
      await addWaiting(app, studyId, `rival-${race}-b`),
    ];
    const replaced = await Promise.all(
      doors.map((door, at) =>
        door.mutate("panel.replaceSeat", { studyId, seatId, accountId: rivals[at] }, operator),
      ),
    );
    tally.check(
      "one seat given to two at once",
      replaced.filter(isOk).length === 1,
      replaced.map(({ text }) => text),
    );
  }
}

function entriesOf({ app, study }: Stage, type: string) {
  const page = { studyId: study.studyId, types: [type], after: 0, limit: 100_000 };
  return app.store.read((db) => listEntriesOf(db, page));
}

const isOk = (reply: Reply | undefined) => reply?.status === 200;
const seqOf = (reply: Reply | undefined) => Number(/"seq":(\d+)/.exec(reply?.text ?? "")?.[1]);
