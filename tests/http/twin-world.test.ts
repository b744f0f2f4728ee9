import { describe, expect, it } from "vitest";
import type { RequestContext } from "#server/http/trpc/context.ts";
import { readSecurityEvents } from "#server/platform/security-log/read-events.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { readOwnReceipts } from "#server/rounds/judging/read-own-receipts.ts";
import { saveGivenRemark } from "#server/rounds/judging/remarks.ts";
import { saveVerdicts } from "#server/rounds/judging/saved-verdicts.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { revealSealedOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { makeCheckpoint } from "#server/studies/checkpoints/make-checkpoint.ts";
import { addReader } from "#server/studies/seats.ts";
import { addAccount, fixedBytes, type TestApp, testApp } from "#tests/setup/app.ts";
import { sealFrom } from "#tests/setup/browser.ts";
import { testContext } from "#tests/setup/context.ts";
import { describeReads } from "#tests/setup/engines.ts";
import { guardedSettings } from "#tests/setup/guarded.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { securityEventsOf } from "#tests/setup/security-events.ts";
import {
  incomeAbove,
  madeUpPeople,
  publishedStudy,
  type StudyOptions,
  type TestStudy,
} from "#tests/setup/study.ts";
import { askingEverything, doingWith, onlookersWords, othersWords } from "#tests/setup/twins.ts";
import { allProcedures, ask } from "./roles.ts";

/**
 * One of two worlds with the same seeds, in which auditor A does the same and the others judge the opposite. Until the
 * round is closed, every response to A, the operator, a researcher or an observer must be the same bytes in both, except
 * commitments and hashes.
 */
type World = {
  app: TestApp;
  study: TestStudy;
  researcherId: string;
  observerId: string;
  /** The round that is judged; a draw made at its opening must not show either. */
  round: number;
};

const rules = { kind: "conjunctions", predicates: incomeAbove(20, 40, 60) } as const;

async function makeWorld(app: TestApp, settings: NonNullable<StudyOptions["settings"]>): Promise<World> {
  const people = madeUpPeople(24);
  // Outcomes of the first round give the people of the second different chances, whatever is drawn.
  const outcomes = people.map(([income]) => (Number(income) > 50 ? "yes" : "no"));
  const allSettings = { ...askingEverything, ...settings };
  const study = await publishedStudy(app, { rules, settings: allSettings, people, outcomes, name: "twin" });
  const researcherId = await addAccount(app, "researcher");
  await addReader(app, { studyId: study.studyId, accountId: researcherId, role: "researcher" });
  const observerId = await addAccount(app, "observer");
  await addReader(app, { studyId: study.studyId, accountId: observerId, role: "observer" });
  // One round that was played the same in both worlds, so that there is a history to query.
  await openRound(app, { studyId: study.studyId });
  await closeRound(app, { studyId: study.studyId, round: 1 });
  await revealSealedOutcomes(app, { studyId: study.studyId, accountId: study.operatorId, round: 1 });
  const { round } = await openRound(app, { studyId: study.studyId });
  return { app, study, researcherId, observerId, round };
}

/** Judges: A does the same in both worlds; the others judge otherwise, but save, remark and seal as often. */
async function judgeIn({ app, study, round }: World, world: 0 | 1): Promise<void> {
  for (const [index, accountId] of study.auditorIds.entries()) {
    const where = { studyId: study.studyId, round, accountId };
    const words = index === 0 ? onlookersWords : (othersWords[world] ?? []);
    const judging = await readJudging(app, where);
    expect(judging.repeatCount).toBeGreaterThan(0);
    const { verdicts, remarks } = doingWith(words, judging);
    expect(verdicts.some(([, , , tolerance]) => tolerance !== undefined)).toBe(true);
    await saveVerdicts(app, where, verdicts);
    for (const remark of remarks) await saveGivenRemark(app, where, remark);
    const nonce = fixedBytes("nonce", index, ...words);
    await sealFrom(app, where, { idempotencyKey: `ballot ${index}`, nonce, verdicts });
  }
}

/** Returns everything that the five roles can read, by procedure, person and input. */
async function everything(world: World): Promise<Map<string, string>> {
  const { app, study, researcherId, observerId, round } = world;
  const people = {
    operator: study.operatorId,
    auditor: study.auditorIds[0] ?? "",
    researcher: researcherId,
    observer: observerId,
    administrator: await addAccount(app, `administrator-${app.newId()}`, "administrator"),
  };
  await refuseEach(app, people);
  await makeCheckpoint(app, study.studyId);
  const own = { studyId: study.studyId, accountId: people.auditor };
  const ownSeq = (await readOwnReceipts(app, own)).ballots[0]?.seq;
  const inputs = [
    {},
    { studyId: study.studyId },
    { studyId: study.studyId, round },
    { studyId: study.studyId, round: 1 },
    { study: study.studyId },
    { studyId: study.studyId, seq: ownSeq },
  ];
  const seen = new Map<string, string>();
  for (const { path, definition } of allProcedures()) {
    if (definition.type !== "query") continue;
    for (const [person, id] of Object.entries(people)) {
      for (const [index, input] of inputs.entries()) {
        seen.set(
          `${path} as ${person} with ${index}`,
          await answerTo(path, contextOf(app, id, person), input),
        );
      }
    }
  }
  const files = await exportStudy(app, study.studyId);
  for (const [name, text] of Object.entries(files)) seen.set(name, masked(text));
  return seen;
}

/** Returns an answer that must differ in the end. */
function boardOf({ app, study, researcherId, round }: World): Promise<string> {
  const context = contextOf(app, researcherId, "researcher");
  return answerTo("rounds.board", context, { studyId: study.studyId, round });
}

function toOnlooker(path: string, { app, study, round }: World): Promise<string> {
  const context = contextOf(app, study.auditorIds[0] ?? "", "auditor");
  return answerTo(path, context, { studyId: study.studyId, round });
}

/** Refuses each person once, one after another: the first refusals are recorded in the background, in any order. */
async function refuseEach(app: TestApp, people: Readonly<Record<string, string>>): Promise<void> {
  for (const [person, id] of Object.entries(people)) {
    expect(await answerTo("studies.read", contextOf(app, id, person), { studyId: app.newId() })).toBe(
      "FORBIDDEN",
    );
    const kinds = async () => (await securityEventsOf(app, id)).map(({ kind }) => kind);
    await expect.poll(kinds).toContain("access.refused");
  }
}

async function answerTo(path: string, context: RequestContext, input: object): Promise<string> {
  const answer = await ask(path, context, input);
  if ("code" in answer) return answer.code;
  const text = masked(JSON.stringify(answer.value) ?? "nothing");
  // A process's measurements of itself are never the same twice.
  return path === "health.read" ? text.replace(/\d+/g, "n") : text;
}

function contextOf(app: TestApp, id: string, person: string): RequestContext {
  const platformRole =
    person === "administrator" ? "administrator" : person === "operator" ? "operator" : "member";
  const account = { id, email: `${person}@example.org`, displayName: person, platformRole } as const;
  return testContext(app, account);
}

/** Masks commitments and hashes, which always differ, and times, because the test's clock counts its readings. */
function masked(text: string): string {
  return text.replace(/([0-9a-f]{64})+/g, "#").replace(/\b17[0-9]{11}\b/g, "time");
}

const kindsOfStudy = [
  ["with the draw at close", { drawAt: "close" }],
  ["with the draw at opening", { drawAt: "opening" }],
  ["in mode guarded", guardedSettings],
] as const;

describeReads("two worlds that differ in what the others judged", (openStore) => {
  describe.each(kindsOfStudy)("%s", (_, settings) => {
    it("look the same to every role until the round is closed, and differ after it", async () => {
      const [one, two] = [
        await makeWorld(testApp(await openStore()), settings),
        await makeWorld(testApp(await openStore()), settings),
      ];
      await judgeIn(one, 0);
      await judgeIn(two, 1);
      const [seenInOne, seenInTwo] = [await everything(one), await everything(two)];
      expect(seenInOne.size).toBeGreaterThan(30);
      expect(seenInOne.get("checkpoints.newest as auditor with 4")).toContain(`"size":`);
      expect(seenInOne.get("rounds.receiptProof as auditor with 5")).toBe("null");
      for (const [what, answer] of seenInOne) expect(seenInTwo.get(what), what).toBe(answer);
      const answered = [...seenInOne.values()].filter(
        (answer) => answer.startsWith("{") || answer.startsWith("["),
      );
      expect(answered.length).toBeGreaterThan(8);

      for (const { app, study, round } of [one, two]) {
        await closeRound(app, { studyId: study.studyId, round });
      }
      expect(await boardOf(one)).not.toBe(await boardOf(two));
      for (const path of ["rounds.result", "ballots.remarks"]) {
        expect(await toOnlooker(path, one), path).not.toBe(await toOnlooker(path, two));
      }
      await one.app.close();
      await two.app.close();
    });
  });

  it("show seat holders only to the study's operator, and never with a verdict", async () => {
    const world = await makeWorld(testApp(await openStore()), guardedSettings);
    await judgeIn(world, 0);
    const seen = await everything(world);
    await closeRound(world.app, { studyId: world.study.studyId, round: world.round });
    for (const [what, answer] of await everything(world)) seen.set(`${what}, closed`, answer);
    const naming = [...seen].filter(([, answer]) => /auditor-\d-twin/.test(answer)).map(([what]) => what);
    const kinds = new Set(naming.map((what) => what.replace(/ with \d.*$/, "")));
    // A reminder names the auditors who have not sealed, since its text goes to them.
    expect([...kinds].sort()).toEqual([
      "accounts.list as administrator",
      "panel.read as operator",
      "reminders.read as operator",
      "securityLog.page as administrator",
    ]);
    // The security log names an auditor because of the refusal above, without the study.
    const { events } = await readSecurityEvents(world.app, {});
    const named = events.filter((event) => /auditor-\d-twin/.test(JSON.stringify(event)));
    expect(named.map(({ kind, study, detail }) => ({ kind, study, detail }))).toEqual([
      { kind: "access.refused", study: null, detail: { count: 1 } },
    ]);
    await world.app.close();
  });
});
