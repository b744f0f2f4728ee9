import { expect, it } from "vitest";
import { findSnapshot, findStateHash } from "#db/queries/learner.ts";
import type { MigratableStore } from "#db/store/store.ts";
import { runOnce } from "#server/queue/run-once.ts";
import { readChangedPairs } from "#server/results/policy/read-changed-pairs.ts";
import { readPolicyView } from "#server/results/policy/read-policy.ts";
import { readVerdicts } from "#server/results/policy/read-verdicts.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { applyUpdates, listStudiesBehind } from "#server/studies/learner/apply-updates.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { requireStudy } from "#server/studies/settings.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { changeByHand } from "#tests/setup/change-by-hand.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { guardedSettings } from "#tests/setup/guarded.ts";
import { playRound } from "#tests/setup/play.ts";
import { publishedStudy, type TestStudy } from "#tests/setup/study.ts";

describeEngines("a stored state that is damaged", (openStore) => {
  async function played(settings = {}) {
    const store = await openStore();
    const app = testApp(store);
    const study = await publishedStudy(app, { settings });
    const strict = () => true;
    for (let round = 0; round < 3; round += 1) await playRound(app, study, [strict, strict, strict]);
    await applyUpdates(app, study.studyId);
    return { store, app, study };
  }

  const state = async (app: TestApp, { studyId }: TestStudy) => {
    const { appliedSeq } = await app.store.read((db) => requireStudy(db, studyId));
    const bytes = await app.store.read((db) => findSnapshot(db, studyId, appliedSeq));
    const bound = await app.store.read((db) => findStateHash(db, studyId, appliedSeq));
    return { bound, bytes: bytes && Buffer.from(bytes).toString("hex") };
  };

  const damage = (store: MigratableStore, { studyId }: TestStudy) =>
    changeByHand(store, "learner_snapshot", {
      set: `state = ${store.engine === "sqlite" ? "x'00ff'" : "'\\x00ff'"}`,
      where: `study_id = '${studyId}'`,
    });

  it.each([
    ["known", {}],
    ["guarded", guardedSettings],
  ])("is rebuilt from the log when a round opens with it, in mode %s", async (_mode, settings) => {
    const { store, app, study } = await played(settings);
    const before = await state(app, study);
    await damage(store, study);
    // Use a new server each time, since a server with the state in memory does not read it.
    const { round } = await openRound({ ...app }, { studyId: study.studyId });
    expect(await state(app, study)).toEqual(before);
    await damage(store, study);
    await closeRound({ ...app }, { studyId: study.studyId, round });
    expect((await readRoundDetails(app, study.studyId, round)).round.state).toBe("closed");
  });

  it.each([
    ["known", {}],
    ["guarded", guardedSettings],
  ])("is rebuilt from the log when the policy is shown, in mode %s", async (mode, settings) => {
    const { store, app, study } = await played(settings);
    const { studyId } = study;
    await damage(store, study);
    const { comparison } = await readPolicyView(app, studyId);
    expect(comparison).toMatchObject({ round: null, with: 3 });
    await damage(store, study);
    expect(await readChangedPairs({ ...app }, { studyId, round: 3 })).toMatchObject({ policyOf: null });
    await damage(store, study);
    const verdicts = await readVerdicts({ ...app }, studyId);
    expect(verdicts === null).toBe(mode === "known");
  });

  it.each([
    ["known", {}],
    ["guarded", guardedSettings],
  ])("is rebuilt from the totals that an erasure kept, in mode %s", async (_mode, settings) => {
    const { store, app, study } = await played(settings);
    for (const personId of ["p2", "p3"]) {
      await erasePerson(app, { studyId: study.studyId, personId, accountId: study.operatorId });
    }
    const { bound } = await state(app, study);
    await damage(store, study);
    await openRound(app, { studyId: study.studyId });
    const after = await state(app, study);
    expect(after.bound).toBe(bound);
    expect(after.bytes?.length).toBeGreaterThan(4);
  });

  it("is not replaced by another state if it cannot be rebuilt, and other studies continue", async () => {
    const { store, app, study } = await played();
    const other = await publishedStudy(app);
    for (const { studyId } of [study, other]) {
      const { round } = await openRound(app, { studyId });
      await closeRound(app, { studyId, round });
    }
    await damage(store, study);
    await changeByHand(store, "learner_update", {
      set: "state_hash = 'ff'",
      where: `study_id = '${study.studyId}'`,
    });
    await expect(applyUpdates(app, study.studyId)).rejects.toThrow("cannot be made again from its log");
    for (const { studyId } of await listStudiesBehind(app))
      await runOnce(app, { kind: "update-learner", studyId });
    const { appliedSeq } = await app.store.read((db) => requireStudy(db, other.studyId));
    expect(appliedSeq).toBeGreaterThan(0);
  });
});
