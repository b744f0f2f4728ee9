import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { entryHash } from "#server/log/hash.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { guardedSettings } from "#tests/setup/guarded.ts";
import type { StudyOptions } from "#tests/setup/study.ts";
import { incomeAbove, madeUpPeople } from "#tests/setup/study.ts";
import { verified } from "#tests/setup/verify.ts";
import { type Edit, editBytes, editCell, rehashed } from "./tamper/edits.ts";
import { type Exported, playEventful } from "./tamper/eventful.ts";

/** A twentieth of the trial's 10,000 edits; `npm run trial:tamper` makes them all. */
const edits = Number(process.env.EVENHAND_TRIAL_EDITS ?? 500);

const isWhole = process.env.EVENHAND_TRIAL_EDITS !== undefined;

const conjunctions = { kind: "conjunctions", predicates: incomeAbove(30, 60) } as const;
const chances = madeUpPeople(120).map((_, index) => String(((index * 7) % 11) / 10));
const studies: Readonly<Record<string, StudyOptions>> = {
  "Exp2, known": { rules: conjunctions },
  "Exp2, paper, draw at opening": {
    rules: conjunctions,
    settings: { mode: "paper", pairRule: "largest-gap", drawAt: "opening" },
  },
  "Exp2, guarded": { settings: guardedSettings },
  "FTPL, paper": {
    rules: conjunctions,
    settings: { learner: "ftpl", mode: "paper", pairRule: "largest-gap" },
  },
  "an audit": { kind: "audit", chances },
};

/**
 * What a server that hashes the tail anew can change after the last hash that somebody kept, with nothing in the files to say
 * otherwise: what the log only records.
 */
const notSeen: readonly { readonly kind: RegExp; readonly because: string }[] = [
  { kind: / at$/, because: "times are the server's own, while no witness vouches for them" },
  { kind: /^line$/, because: "the last lines can be cut off, and nothing after them says so" },
  { kind: /^study.created guidelines hash$|^guidelines.revised hash$/, because: "the texts lie elsewhere" },
  { kind: /^people.imported fileHash$/, because: "the file that was imported lies elsewhere" },
  { kind: /^round.(closed|cancelled) reason$/, because: "a reason is said, not computed" },
  { kind: /^round.closed draw decisions$/, because: "the decision on somebody who was erased" },
  { kind: /^seat.added by$/, because: "how somebody came to a seat is said, not computed" },
  {
    kind: /^study.created settings (panel quorum|presentation fields|learner chance)$/,
    because: "recorded, not computed",
  },
];

const engine = sqliteEngine();
let app: TestApp;
const logs = new Map<string, Exported>();
beforeAll(async () => {
  app = testApp(await engine.openStore());
  for (const [name, options] of Object.entries(studies)) {
    logs.set(name, await playEventful(app, options, { rounds: 5, seed: 7 }));
  }
}, 120_000);
afterAll(async () => {
  await app.close();
  await engine.cleanUp();
});

describe.each(Object.keys(studies))("the log of %s", (name) => {
  const filesOf = () => {
    const files = logs.get(name);
    if (files === undefined) throw new Error(`${name} was not played`);
    return files;
  };

  it("holds as it is", () => {
    expect(verified(filesOf()).problems).toEqual([]);
  });

  it(`says of ${edits / 5} edits that they are there`, { timeout: edits * 200 + 60_000 }, () => {
    const dice = xoroshiro128plus(name.length);
    const files = filesOf();
    const lines = files.log.split("\n").slice(0, -1);
    const missed = new Map<string, string>();
    const listed = new Map<string, number>();
    let [early, late] = [0, 0];
    for (let made = 0; made < edits / 5; made += 1) {
      const seq = uniformInt(dice, 1, lines.length);
      const known = [{ seq, hash: entryHash(lines[seq - 1] ?? "") }];
      const edit = anyEdit(dice, files.log);
      if (edit.text === files.log) continue;
      const { answer } = verified({ ...files, log: edit.text }, known);
      if (edit.line <= seq) {
        early += 1;
        expect([edit, answer]).toEqual([edit, "fails"]);
        continue;
      }
      late += 1;
      if (answer !== "holds-in-part") continue;
      const isListed = notSeen.some(({ kind }) => kind.test(edit.kind));
      if (isListed) listed.set(edit.kind, 1 + (listed.get(edit.kind) ?? 0));
      else missed.set(edit.kind, `${edit.line}`);
    }
    if (isWhole) console.log(name, { early, late, listed: Object.fromEntries(listed) });
    expect(early).toBeGreaterThan(edits / 20);
    expect(Object.fromEntries(missed)).toEqual({});
  });
});

function anyEdit(dice: ReturnType<typeof xoroshiro128plus>, log: string): Edit {
  const way = uniformInt(dice, 0, 2);
  if (way === 0) return editBytes(dice, log);
  return way === 1 ? editCell(dice, log) : rehashed(editCell(dice, log));
}
