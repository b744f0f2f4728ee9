import { expect, it } from "vitest";
import type { App } from "#server/platform/app/app.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { exportDecisions } from "#server/rounds/export-decisions.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readUploadedOutcomes, uploadedOutcomes } from "#server/rounds/outcomes/outcomes-upload.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { type BoardPerson, readRoundDetails } from "#server/rounds/read-round-details.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { confirmFile, readConfirmed } from "#server/studies/uploads/confirm-file.ts";
import { checkFile, chooseFile, discardFile, takeFile } from "#server/studies/uploads/waiting-file.ts";
import { studyLimits } from "#server/study/study-limits.ts";
import { replay } from "#tests/replay/replay.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { countingWrites, silentAfter } from "#tests/setup/failing-writes.ts";
import { exportStudy, playRound } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { madeUpPeople, publishedStudy, type TestStudy } from "#tests/setup/study.ts";
import { fileOf } from "#tests/study/files/reading/files.ts";

const { roundSize } = studyLimits;

/** Entries written by then: the start of the upload, and its first chunk. */
const afterFirstChunk = 3;

describeEngines("a file of outcomes", async (openStore) => {
  const app = testApp(await openStore());

  type Played = TestStudy & { picked: readonly (BoardPerson & { round: number })[]; personCount: number };

  /** Plays rounds until enough people with identifiers are picked, the last of them in the last round; then opens one. */
  async function playedStudy(least = 20): Promise<Played> {
    const people = madeUpPeople(roundSize * 10);
    const identifiers = people.map((_, index) => `case-${index + 1}`);
    const settings = { roundSize: String(roundSize) };
    const study = await publishedStudy(app, { people, identifiers, settings });
    const { studyId } = study;
    const picked: (BoardPerson & { round: number })[] = [];
    for (let round = 1; ; round += 1) {
      const { people } = await playRound(app, study, []);
      const here = people.filter(({ selected }) => selected);
      picked.push(...here.map((person) => ({ ...person, round })));
      if (picked.length <= least || here.length < 2) continue;
      await openRound(app, { studyId });
      return { ...study, picked, personCount: round * roundSize };
    }
  }

  async function outcomesOf({ studyId, picked }: Played) {
    const rounds = [...new Set(picked.map(({ round }) => round))];
    const boards = await Promise.all(rounds.map((round) => readRoundDetails(app, studyId, round)));
    return boards.flatMap(({ people }) => people.flatMap(({ outcome }) => outcome?.value ?? []));
  }

  const take = ({ studyId, operatorId }: TestStudy, text: string, by: App = app) =>
    takeFile(by, uploadedOutcomes, {
      studyId,
      accountId: operatorId,
      name: "outcomes.csv",
      bytes: fileOf(text),
    });

  async function start({ studyId, operatorId }: TestStudy, by: App = app) {
    const { file } = await readUploadedOutcomes(app, studyId);
    const check = await checkFile(app, uploadedOutcomes, studyId);
    if (file === null || check === null) throw new Error("there is nothing to record");
    const input = { studyId, accountId: operatorId, fileId: file.id, plan: check.hash };
    return { check, ...(await confirmFile(by, uploadedOutcomes, input)) };
  }

  async function record(study: TestStudy) {
    const { check, finished } = await start(study);
    await finished;
    await applyUpdates(app, study.studyId);
    return check;
  }

  it("is the downloaded decisions with a filled column, and is recorded in full", async () => {
    const study = await playedStudy();
    const { studyId } = study;
    const csv = (await Array.fromAsync(await exportDecisions(app, studyId))).join("");
    const picked = study.picked.length;
    expect(csv.split("\r\n").filter((line) => line.endsWith(",picked,,"))).toHaveLength(picked);
    const filled = csv
      .replaceAll(",picked,,\r\n", ",picked,,no\r\n")
      .replace(",picked,,no\r\n", ",picked,,yes\r\n");
    await take(study, filled);
    expect((await readUploadedOutcomes(app, studyId)).file).toMatchObject({
      choices: { person: { source: 2, identifier: null }, outcome: 10 },
      reading: { rowCount: study.personCount },
    });
    const check = await record(study);
    expect(check).toMatchObject({ newCount: picked, corrections: [], unchangedCount: 0, refusedCount: 0 });
    expect(check.silentCount).toBe(study.personCount - picked);
    const receipt = {
      newCount: picked,
      correctedCount: 0,
      presentCount: 0,
      changedCount: 0,
      refusedCount: 0,
    };
    expect(await readConfirmed(app, uploadedOutcomes, studyId)).toEqual({ state: "done", receipt });
    expect((await readUploadedOutcomes(app, studyId)).file).toBeNull();
    const outcomes = await outcomesOf(study);
    expect(outcomes.filter((value) => value === "yes")).toHaveLength(1);
    expect(outcomes.filter((value) => value === "no")).toHaveLength(picked - 1);

    // The same file again changes nothing; the next download contains the recorded outcomes.
    await take(study, filled);
    expect(await record(study)).toMatchObject({ newCount: 0, corrections: [], unchangedCount: picked });
    const again = (await Array.fromAsync(await exportDecisions(app, studyId))).join("");
    expect(again).toBe(filled);

    // By identifier, with corrections; one person was not picked, one row is unknown.
    const named = study.picked.slice(0, 3);
    const lines = named.map(({ personId }) => `case-${personId.slice(1)};lost`);
    await take(study, `case;outcome\n${lines.join("\n")}\ncase-9999;yes\n`);
    const second = await record(study);
    expect(second.problems).toMatchObject([{ row: 5, field: "case" }]);
    expect(second.corrections.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    expect(await readConfirmed(app, uploadedOutcomes, studyId)).toMatchObject({
      receipt: { newCount: 0, correctedCount: 3, refusedCount: 1 },
    });
    const { log, features } = await exportStudy(app, studyId);
    const versions = [...log.matchAll(/"value":"lost","version":2/g)];
    expect(versions).toHaveLength(3);
    expect(replay(log, features).problems).toEqual([]);
  });

  it("is recorded only as its preview showed it, by one request at a time", async () => {
    const study = await playedStudy();
    const { studyId, operatorId } = study;
    const [first, second] = study.picked;
    if (first === undefined || second === undefined) throw new Error("no person was picked");
    await take(study, `who,how\n${first.personId},good\n${second.personId},good\n`);
    const { file } = await readUploadedOutcomes(app, studyId);
    if (file === null) throw new Error("the file was not taken");
    // Names match no person, pseudonyms do; without an outcome column there is nothing to check.
    expect(file.choices).toMatchObject({ person: { source: 0, identifier: null }, outcome: null });
    expect(await checkFile(app, uploadedOutcomes, studyId)).toBeNull();
    const choices = { ...file.choices, outcome: 1, meanings: [] };
    await chooseFile(app, uploadedOutcomes, { studyId, fileId: file.id, choices });
    expect(await checkFile(app, uploadedOutcomes, studyId)).toMatchObject({ newCount: 0, refusedCount: 2 });
    const meanings = [{ word: "good", means: "yes" as const }];
    await chooseFile(app, uploadedOutcomes, { studyId, fileId: file.id, choices: { ...choices, meanings } });
    const seen = await checkFile(app, uploadedOutcomes, studyId);
    expect(seen).toMatchObject({ newCount: 2, refusedCount: 0 });

    const batch = { studyId, accountId: operatorId, idempotencyKey: "by hand" };
    await recordOutcomes(app, batch, [{ round: first.round, position: first.position, value: "no" }]);
    const input = { studyId, accountId: operatorId, fileId: file.id, plan: seen?.hash ?? "" };
    await refused(confirmFile(app, uploadedOutcomes, input), "draft-outdated");
    await refused(
      chooseFile(app, uploadedOutcomes, { studyId, fileId: app.newId(), choices }),
      "draft-outdated",
    );
    expect(await checkFile(app, uploadedOutcomes, studyId)).toMatchObject({
      newCount: 1,
      corrections: [{ from: "no", to: "yes", count: 1 }],
    });
    await discardFile(app, uploadedOutcomes, studyId);
    await refused(checkFile(app, uploadedOutcomes, studyId), "not-found");
    await refused(confirmFile(app, uploadedOutcomes, input), "not-found");
  });

  it("reports its progress after an interruption, and resumes without recording twice", async () => {
    // More than one chunk: the server stops between two.
    const study = await playedStudy(205);
    const { studyId } = study;
    const rows = study.picked.map(({ personId }) => `${personId},yes`);
    await take(study, `in the log,outcome\n${rows.join("\n")}\n`);
    const stopped = silentAfter(app, afterFirstChunk);
    const { finished } = await start(study, stopped.app);
    await stopped.isWaiting;
    expect(await readConfirmed(app, uploadedOutcomes, studyId)).toMatchObject({
      state: "running",
      done: 200,
      total: rows.length,
    });
    await refused(start(study), "busy");
    await refused(take(study, "in the log,outcome\np1,yes\n"), "busy");
    await refused(discardFile(app, uploadedOutcomes, studyId), "busy");

    app.clock.advance(61_000);
    expect(await readConfirmed(app, uploadedOutcomes, studyId)).toMatchObject({
      state: "failed",
      done: 200,
      total: rows.length,
    });
    expect(await checkFile(app, uploadedOutcomes, studyId)).toMatchObject({
      newCount: rows.length - 200,
      unchangedCount: 200,
    });
    await record(study);
    expect(await readConfirmed(app, uploadedOutcomes, studyId)).toMatchObject({
      state: "done",
      receipt: { newCount: rows.length - 200 },
    });
    const { log } = await exportStudy(app, studyId);
    expect([...log.matchAll(/"type":"outcome.recorded"/g)]).toHaveLength(rows.length);
    expect(log).not.toContain('"version":2}');
    // A process that resumes after that changes nothing.
    stopped.wakeUp();
    await finished;
    expect((await exportStudy(app, studyId)).log).toBe(log);
    expect(await readConfirmed(app, uploadedOutcomes, studyId)).toMatchObject({ state: "done" });
  });

  it("deletes only itself if it finishes after its lease expired", async () => {
    const study = await playedStudy();
    const { studyId, picked } = study;
    await take(study, `in the log,outcome\n${picked.map(({ personId }) => `${personId},yes`).join("\n")}\n`);
    const asleep = silentAfter(app, afterFirstChunk);
    const { finished } = await start(study, asleep.app);
    await asleep.isWaiting;
    app.clock.advance(61_000);
    await take(study, "in the log,outcome\np1,yes\n");
    const later = await readUploadedOutcomes(app, studyId);
    asleep.wakeUp();
    await finished;
    expect(await readConfirmed(app, uploadedOutcomes, studyId)).toMatchObject({
      receipt: { newCount: picked.length },
    });
    expect(await readUploadedOutcomes(app, studyId)).toEqual(later);
    await applyUpdates(app, studyId);
  });

  it("skips and counts outcomes recorded by others between chunks, and erased people", async () => {
    const study = await playedStudy(205);
    const { studyId, operatorId, picked } = study;
    // A person cannot be erased while a round is open.
    const open = (picked.at(-1)?.round ?? 0) + 1;
    await cancelRound(app, { studyId, round: open, reason: "operator" });
    // The last three are in the second chunk.
    const erased = picked.at(-3)?.personId ?? "";
    const [other, same] = picked.slice(-2).map(({ round, position }) => ({ round, position }));
    if (same === undefined || other === undefined) throw new Error("no person was picked");
    await take(study, `in the log,outcome\n${picked.map(({ personId }) => `${personId},yes`).join("\n")}\n`);
    const by = { studyId, accountId: operatorId };
    const disturbed = countingWrites(app, async (write, number) => {
      if (number === afterFirstChunk + 1) {
        await recordOutcomes(app, { ...by, idempotencyKey: "the same" }, [{ ...same, value: "yes" }]);
        await recordOutcomes(app, { ...by, idempotencyKey: "another" }, [{ ...other, value: "no" }]);
        await erasePerson(app, { ...by, personId: erased });
      }
      return write();
    });
    const { finished } = await start(study, disturbed);
    await finished;
    expect(await readConfirmed(app, uploadedOutcomes, studyId)).toMatchObject({
      state: "done",
      receipt: { newCount: picked.length - 3, presentCount: 1, changedCount: 2, correctedCount: 0 },
    });
    await applyUpdates(app, studyId);
  });

  it("reveals nothing about a draw made at opening while the round is open", async () => {
    const study = await publishedStudy(app, { settings: { roundSize: "40", drawAt: "opening" } });
    const { round } = await openRound(app, { studyId: study.studyId });
    const { people } = await readRoundDetails(app, study.studyId, round);
    await take(study, `in the log,outcome\n${people.map(({ personId }) => `${personId},yes`).join("\n")}\n`);
    const check = await checkFile(app, uploadedOutcomes, study.studyId);
    expect(check).toMatchObject({ newCount: 0, refusedCount: 40 });
    const texts = check?.problems.map(({ message }) =>
      message.replace(/^Row \d+/, "Row").replace(/p\d+/, "p"),
    );
    expect([...new Set(texts)]).toEqual([expect.stringContaining("is in round 1, which is open")]);
    const csv = (await Array.fromAsync(await exportDecisions(app, study.studyId))).join("");
    expect(csv.trimEnd().split("\r\n")).toHaveLength(1);
    await refused(exportDecisions(app, study.studyId, round), "round-not-open");
  });

  it("is refused with a message if it is malformed, and the earlier file stays", async () => {
    const study = await publishedStudy(app);
    await take(study, "in the log,outcome\np1,yes\n");
    const before = await readUploadedOutcomes(app, study.studyId);
    const hostile: readonly [string, RegExp][] = [
      ["", /empty \(0 bytes\)/],
      ["in the log,outcome\n", /a header and no rows below it/],
      ['in the log,outcome\np1,"yes\n', /^Row 2 opens a quote/],
      [`${"c,".repeat(999)}c\n1\n`, /^Row 1 has 1,000 columns/],
      ["in the log,outcome\np1,\0\n", /: line 2 contains a NUL/],
      ["p1,1\n".repeat(100_001), /100,001 rows, the limit is 100,000/],
      [`in the log,outcome\np1,${"x".repeat(10_001)}\n`, /^Row 2, column 2: the cell has 10,001/],
      [`in the log,outcome\n${"x".repeat(20_000_001)}`, /20,000,020 bytes, the limit is 20,000,000/],
    ];
    for (const [text, sentence] of hostile) {
      const error = await refused(take(study, text), "bad-input");
      expect(error.message).toMatch(sentence);
    }
    expect(await readUploadedOutcomes(app, study.studyId)).toEqual(before);
    await take(study, "__proto__,in the log,outcome\nx,p1,constructor\ny,p2,__proto__\n");
    expect(await checkFile(app, uploadedOutcomes, study.studyId)).toMatchObject({ refusedCount: 2 });
  });
});
