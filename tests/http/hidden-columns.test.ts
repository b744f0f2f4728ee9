import { expect, it } from "vitest";
import { shareReport } from "#server/results/report/report-link.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { readOwnReceipts } from "#server/rounds/judging/read-own-receipts.ts";
import { saveGivenRemark } from "#server/rounds/judging/remarks.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { auditor, hidden, judgingStudy, save, sealVerdicts } from "#tests/rounds/judging/judging-study.ts";
import { emailOf, testApp } from "#tests/setup/app.ts";
import { describeReads } from "#tests/setup/engines.ts";
import type { TestStudy } from "#tests/setup/study.ts";
import { contextFor } from "./cast.ts";
import { allProcedures, ask } from "./roles.ts";
import { whoMayCall } from "./who-may.ts";

/** Every query that an auditor may call, from the table that is written by hand. */
const queries = allProcedures()
  .filter(({ path, definition }) => definition.type === "query" && whoMayCall[path]?.includes("auditor"))
  .map(({ path }) => path);

/** These need the secret of a link: tests/accounts/invitations, tests/results/explanations. */
const byLink: readonly string[] = ["accounts.describeInvitation", "explanations.read"];

const asking = {
  ...({ docket: "everything", minutes: "10", lookFirst: true } as const),
  ...{ reasons: true, notes: true, repeat: true, tolerance: true },
};

describeReads("a column that is not shown", async (openStore) => {
  const app = testApp(await openStore());

  /** Returns the first auditor's answer to every query, by its path. */
  async function answers({ studyId, auditorIds }: TestStudy) {
    const [id = ""] = auditorIds;
    const account = { id, email: emailOf("an auditor"), displayName: "", platformRole: "member" as const };
    const rounds = [1, 2].map((round) => ({ studyId, round }));
    const own = { studyId, accountId: id };
    const entries = (await readOwnReceipts(app, own)).ballots.map(({ seq }) => ({ studyId, seq }));
    const { token } = await shareReport(app, own);
    const seen: (readonly [path: string, answer: string])[] = [];
    for (const [index, path] of queries.entries()) {
      // There are more queries than calls that one network may make in a minute.
      const context = contextFor(app, account, { network: `2001:db8:${index}::/64` });
      app.clock.advance(1_000);
      for (const input of [
        {},
        { studyId },
        { study: studyId },
        { token },

        ...rounds,
        ...entries,
      ]) {
        const answer = await ask(path, context, input);
        if ("value" in answer) seen.push([path, JSON.stringify(answer.value) ?? ""]);
      }
    }
    return seen;
  }

  it("is in no answer to an auditor: neither its name, label, unit or cells, nor identifiers of people", async () => {
    const study = await judgingStudy(app, { settings: { asking } });
    const { studyId } = study;
    const at = (index: number) => ({ studyId, round: 1, accountId: auditor(study, index) });
    await openRound(app, { studyId });
    const seen = [await answers(study)];
    for (const index of [0, 1, 2]) {
      await save(app, at(index), [[0, 2, "unfair"]]);
      await saveGivenRemark(app, at(index), {
        high: 0,
        low: 2,
        note: "why?",
        reasons: ["other"],
        again: null,
      });
      await sealVerdicts(app, at(index), [[0, 2, "unfair"]]);
    }
    seen.push(await answers(study));
    await closeRound(app, { studyId, round: 1 });
    await applyUpdates(app, studyId);
    seen.push(await answers(study));
    await openRound(app, { studyId });
    seen.push(await answers(study));
    for (const [path, answer] of seen.flat()) {
      for (const word of Object.values(hidden)) expect(answer, `${path}: ${word}`).not.toContain(word);
    }
    const pathsOf = (some: Awaited<ReturnType<typeof answers>>, word = "") =>
      some.flatMap(([path, answer]) => (answer.includes(word) ? [path] : []));
    const answered = new Set(pathsOf(seen.flat()));
    expect(queries.filter((path) => !answered.has(path) && !byLink.includes(path))).toEqual([]);
    const shown = seen.map((some) => pathsOf(some, '"90","rent"'));
    const open = ["rounds.judging"];
    const closed = ["rounds.judging", "rounds.result"];
    expect(shown, "the shown cells").toEqual([open, open, closed, closed]);
  });
});
