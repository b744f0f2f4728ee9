import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isSignedFast } from "#server/cli/fast-signatures.ts";
import { entryHash } from "#server/log/hash.ts";
import type { IsSigned } from "#server/log/signatures.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { guardedSettings } from "#tests/setup/guarded.ts";
import type { StudyOptions } from "#tests/setup/study.ts";
import { incomeAbove, madeUpPeople } from "#tests/setup/study.ts";
import { verified } from "#tests/setup/verify.ts";
import { type Edit, editBytes, editCell, rehashed } from "./tamper/edits.ts";
import { type Exported, playEventful } from "./tamper/eventful.ts";
import { forge } from "./tamper/forger.ts";
import { notSeen, notSeenWithKeys } from "./tamper/not-seen.ts";

/** A twentieth of the trial's 10,000 edits; `npm run trial:tamper` makes them all. */
const edits = Number(process.env.EVENHAND_TRIAL_EDITS ?? 500);

const isWhole = process.env.EVENHAND_TRIAL_EDITS !== undefined;

const people = madeUpPeople(30);
const conjunctions = { kind: "conjunctions", predicates: incomeAbove(30, 60) } as const;
const chances = people.map((_, index) => String(((index * 7) % 11) / 10));
type Played = StudyOptions & { readonly panel?: "by-server" };
const studies: Readonly<Record<string, Played>> = {
  "Exp2, known": { rules: conjunctions },
  "Exp2, known, a panel of the server's own": { rules: conjunctions, panel: "by-server" },
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

const engine = sqliteEngine();
let app: TestApp;
const logs = new Map<string, Exported>();
beforeAll(async () => {
  app = testApp(await engine.openStore());
  for (const [name, { panel, ...options }] of Object.entries(studies)) {
    const play = { rounds: 4, seed: 7, ...(panel && { panel }) };
    logs.set(name, await playEventful(app, { people, ...options }, play));
  }
}, 600_000);
afterAll(async () => {
  await app.close();
  await engine.cleanUp();
});

describe.each(Object.keys(studies))("the log of %s", (name) => {
  const isOwnPanel = studies[name]?.panel === "by-server";
  const filesOf = () => {
    const files = logs.get(name);
    if (files === undefined) throw new Error(`${name} was not played`);
    return files;
  };

  it("holds as it is", () => {
    const { problems, answer } = verified(filesOf());
    expect(problems).toEqual([]);
    expect(answer).toBe("holds-in-part");
  });

  it(`says of ${Math.round(edits / 6)} edits that they are there`, { timeout: edits * 200 + 60_000 }, () => {
    const dice = xoroshiro128plus(name.length);
    const files = filesOf();
    const lines = files.log.split("\n").slice(0, -1);
    const missed = new Map<string, string>();
    const listed = new Map<string, number>();
    const counted = { early: 0, late: 0, undone: 0 };
    for (let made = 0; made < edits / 6; made += 1) {
      const seq = uniformInt(dice, 1, lines.length);
      const known = [{ seq, hash: entryHash(lines[seq - 1] ?? "") }];
      const verify = (some: Exported) => verified(some, known, { isSigned: remembered });
      const edit = anyEdit(dice, files.log);
      const seats = isOwnPanel ? ["s1", "s2", "s3"] : [];
      const { log, answer } = edit.isForged
        ? forged(files, edit, { seats, verify })
        : asked(files, edit, verify);
      if (log === files.log) {
        counted.undone += 1;
        continue;
      }
      if (edit.line <= seq) {
        counted.early += 1;
        expect([edit.kind, edit.line, answer]).toEqual([edit.kind, edit.line, "fails"]);
        continue;
      }
      counted.late += 1;
      if (answer !== "holds-in-part") continue;
      const kinds = isOwnPanel ? [...notSeen, ...notSeenWithKeys] : notSeen;
      const isListed = kinds.some(({ kind }) => kind.test(edit.kind));
      if (isListed) listed.set(edit.kind, 1 + (listed.get(edit.kind) ?? 0));
      else missed.set(edit.kind, difference(files.log, edit));
    }
    if (isWhole) console.log(name, { ...counted, listed: Object.fromEntries(listed) });
    expect(counted.early).toBeGreaterThan(edits / 40);
    expect(Object.fromEntries(missed)).toEqual({});
  });
});

it("can be rewritten by whoever has the keys of its panel, and by nobody else", () => {
  const verify = (some: Exported) => verified(some, [], { isSigned: remembered });
  const answerOf = (name: string, seats: readonly string[]) => {
    const files = logs.get(name);
    if (files === undefined) throw new Error(`${name} was not played`);
    const lines = files.log.split("\n");
    const at = lines.findLastIndex(
      (line) => line.includes('"type":"ballot.opened"') && line.includes('"acceptable"'),
    );
    const text = lines.with(at, lines[at]?.replace('"acceptable"', '"unsure"') ?? "").join("\n");
    return forge({ files, edit: { text, line: at + 1, kind: "verdict" } }, seats, verify).report.answer;
  };
  const seats = ["s1", "s2", "s3"];
  expect(answerOf("Exp2, known, a panel of the server's own", seats)).toBe("holds-in-part");
  expect(answerOf("Exp2, known, a panel of the server's own", [])).toBe("fails");
  // Its links were taken in somebody's own browser.
  expect(answerOf("Exp2, known", [])).toBe("fails");
});

/** What stood there, and what stands there now. */
function difference(log: string, { line, text }: Edit): string {
  const [before = "", after = ""] = [log, text].map((one) => one.split("\n")[line - 1]);
  const at = [...before].findIndex((letter, index) => letter !== after[index]);
  const shown = [before, after].map((one) => one.slice(Math.max(0, at - 80), at + 40));
  return `${line}: ${shown.join(" -> ")}`;
}

type Verify = (files: Exported) => ReturnType<typeof verified>;

function asked(files: Exported, { text: log }: Edit, verify: Verify) {
  return log === files.log
    ? { log, answer: "holds-in-part" }
    : { log, answer: verify({ ...files, log }).answer };
}

function forged(files: Exported, edit: Edit, { seats, verify }: { seats: string[]; verify: Verify }) {
  const { files: made, report } = forge({ files, edit }, seats, verify);
  return { log: made.log, answer: report.answer };
}

/** A third of the edits as they are, a third with the tail hashed anew, a third with everything made anew. */
function anyEdit(dice: ReturnType<typeof xoroshiro128plus>, log: string): Edit & { isForged: boolean } {
  const way = uniformInt(dice, 0, 2);
  const isByte = way === 0 && uniformInt(dice, 0, 1) === 0;
  const edit = isByte ? editBytes(dice, log) : editCell(dice, log);
  return { ...(way === 1 ? rehashed(edit) : edit), isForged: way === 2 };
}

/** Most signatures of a changed log are those of the log. */
const answers = new Map<string, boolean>();
const remembered: IsSigned = (...signed) => {
  const place = signed.join(" ");
  const answer = answers.get(place) ?? isSignedFast(...signed);
  answers.set(place, answer);
  return answer;
};
