/** Checks of chances in mode `guarded` from the log alone, after erasures (docs/log-format-guarded.md). */

import { beforeAll, describe, expect, it } from "vitest";
import { canonicalJson } from "#server/audit-log/canonical.ts";
import { readLine } from "#server/audit-log/chain.ts";
import type { EntryBody } from "#server/audit-log/entries.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { replay } from "#tests/replay/replay.ts";
import { exportStudy, playRound } from "#tests/setup/play.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { madeUpPeople, publishedStudy } from "#tests/setup/study.ts";
import { verified } from "#tests/setup/verify.ts";
import { rehashed } from "#tests/trials/tamper/edits.ts";

type Opened = EntryBody<"round.opened">;
type Guard = NonNullable<Opened["guard"]>;

const app = await sqliteApp();
let parts: Awaited<ReturnType<typeof exportStudy>>;

beforeAll(async () => {
  const settings = { mode: "guarded", roundSize: "4", horizon: "" } as const;
  const study = await publishedStudy(app, { people: madeUpPeople(40), settings });
  const { studyId, operatorId: accountId } = study;
  for (let round = 1; round <= 4; round += 1) {
    await playRound(app, study, [() => true, () => true, () => false]);
    await applyUpdates(app, studyId);
  }
  await erasePerson(app, { studyId, accountId, personId: "p1" });
  parts = await exportStudy(app, studyId);
});

/** Returns the problems of a record whose fourth opening was changed and the rest rechained. */
function found(change: (opened: Opened, guard: Guard) => Opened) {
  const lines = parts.log.split("\n");
  const at = lines.findIndex((line) => line.includes('"round":4') && line.includes('"type":"round.opened"'));
  const entry = readLine(lines[at] ?? "");
  const opened = entry.body as Opened;
  const body = change(opened, opened.guard as Guard);
  const text = lines.with(at, canonicalJson({ ...entry, body })).join("\n");
  const log = rehashed({ text, line: at + 1, kind: "" }).text;
  const wordsOf = (problems: readonly { seq: number; what: string }[]) =>
    problems.filter(({ seq }) => seq === entry.seq).map(({ what }) => what);
  return {
    product: wordsOf(verified({ ...parts, log }).problems),
    replay: wordsOf(replay(log, parts.features, parts.totals).problems),
  };
}

const another = (text: string) => String(Number(text) / 2 + 0.001);

describe("an opening of mode guarded after one with a person who was erased later", () => {
  it("is accepted as far as it follows from the log", () => {
    const { problems, reservations } = verified(parts);
    expect(problems).toEqual([]);
    expect(reservations).toContainEqual({ kind: "features-erased", count: 4 });
    expect(found((opened) => opened)).toEqual({ product: [], replay: [] });
  });

  it.each(["tau", "limit", "pull", "target", "spent", "noShare"] as const)(
    "is refused by both verifiers with a changed %s",
    (key) => {
      const { product, replay: second } = found((opened, guard) => {
        return { ...opened, guard: { ...guard, [key]: another(guard[key]) } };
      });
      expect(product).toContain(key);
      expect(second.length).toBeGreaterThan(0);
    },
  );

  it("is refused by both verifiers with a changed chance, rate or cut", () => {
    const chance = found((opened) => {
      const people = opened.people.map((one, position) =>
        position === 1 ? { ...one, chance: another(one.chance) } : one,
      );
      return { ...opened, people };
    });
    expect(chance.product).toContainEqual(expect.stringMatching(/^chance of p/));
    expect(chance.replay).toContainEqual(expect.stringMatching(/^chance of p/));
    const eta = found((opened) => ({ ...opened, eta: String(Number(opened.eta) * 2) }));
    expect(eta.product).toContain("eta");
    expect(eta.replay).toContain("eta");
    const cut = found((opened, guard) => ({ ...opened, guard: { ...guard, isCut: !guard.isCut } }));
    expect(cut.product).toContain("whether the pull was cut");
    expect(cut.replay).toContain("whether the pull was cut");
  });
});
