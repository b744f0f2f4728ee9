import { expect, it } from "vitest";
import { seedTreeSize } from "#server/audit-log/seeds.ts";
import { isSeedLink } from "#server/audit-log/tree/seed-link.ts";
import { seedLink, seedRoot } from "#server/platform/app/seed-trees.ts";
import { fixedBytes, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { countWorkerCalls } from "#tests/setup/worker-calls.ts";

describeEngines("a study's seeds", (openStore, { name }) => {
  it("are computed once, and again after a worker failed", async () => {
    const { app, callsOf, fail } = countWorkerCalls(testApp(await openStore()));
    fail("seedTreeNodes");
    await expect(seedRoot(app, `one on ${name}`)).rejects.toThrow("the worker was stopped");
    const roots = await Promise.all([1, 2].map(() => seedRoot(app, `one on ${name}`)));
    expect(new Set([...roots, await seedRoot(app, `another on ${name}`)]).size).toBe(2);
    expect(callsOf("seedTreeNodes")).toBe(3);
  });

  it("are a tree whose root the log begins with, and end with its last leaf", async () => {
    const app = testApp(await openStore());
    const { studyId } = await publishedStudy(app);
    const link = (n: number) => seedLink(app, studyId, n);
    const root = await seedRoot(app, studyId);
    for (const n of [1, 64, 65, seedTreeSize])
      expect(isSeedLink(root, { ...(await link(n)), round: n })).toBe(true);
    await refused(link(seedTreeSize + 1), "seeds-used-up");
    await refused(seedLink(app, "no study", 1), "not-found");
    const elsewhere = { ...app, secrets: { ...app.secrets, seedMaster: fixedBytes("another") } };
    await refused(seedLink(elsewhere, studyId, 1), "secret-mismatch");
  });
});
