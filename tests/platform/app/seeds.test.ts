import { expect, it } from "vitest";
import { seedChainLength, seedLinkBefore } from "#server/audit-log/seeds.ts";
import { seedAnchor, seedLink } from "#server/platform/app/seeds.ts";
import { fixedBytes, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { countWorkerCalls } from "#tests/setup/worker-calls.ts";

describeEngines("a study's seeds", (openStore, { name }) => {
  it("are computed once, and again where a worker failed", async () => {
    const { app, callsOf, fail } = countWorkerCalls(testApp(await openStore()));
    fail("seedChainCheckpoints");
    await expect(seedAnchor(app, `one on ${name}`)).rejects.toThrow("the worker was stopped");
    const anchors = await Promise.all([1, 2].map(() => seedAnchor(app, `one on ${name}`)));
    expect(new Set([...anchors, await seedAnchor(app, `another on ${name}`)]).size).toBe(2);
    expect(callsOf("seedChainCheckpoints")).toBe(3);
  });

  it("are a chain whose first link the log begins with, and which ends", async () => {
    const app = testApp(await openStore());
    const { studyId } = await publishedStudy(app);
    const link = (n: number) => seedLink(app, studyId, n);
    expect(await link(0)).toBe(await seedAnchor(app, studyId));
    for (const n of [1, 256, 257, seedChainLength])
      expect(seedLinkBefore(await link(n))).toBe(await link(n - 1));
    await refused(link(seedChainLength + 1), "seed-chain-used-up");
    await refused(seedLink(app, "no study", 1), "not-found");
    const elsewhere = { ...app, secrets: { ...app.secrets, seedMaster: fixedBytes("another") } };
    await refused(seedLink(elsewhere, studyId, 1), "secret-mismatch");
  });
});
