import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { canonicalJson } from "#server/audit-log/canonical.ts";
import { parseNote } from "#server/audit-log/checkpoints/note.ts";
import { LogError } from "#server/audit-log/errors.ts";
import { readReceiptFile, receiptFile } from "#server/audit-log/receipts/file.ts";
import { parseProofFile, proofText } from "#server/audit-log/receipts/proof-file.ts";
import type { KeptReceipt } from "#server/audit-log/receipts/receipt.ts";
import { voteQuestions } from "#server/audit-log/receipts/vote-questions.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { verifyLog } from "#server/verifier/verify.ts";
import { auditor, judgingStudy } from "#tests/rounds/judging/judging-study.ts";
import { exportStudy } from "#tests/setup/play.ts";
import { checkVote, completed, sealKept } from "#tests/setup/receipts.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { rehashed } from "../trials/tamper/edits.ts";

const app = await sqliteApp();
let log: string;
let lines: string[];
/** Receipts of two seats, then of one that sealed twice, the counted ballot first. */
let receipts: KeptReceipt[];
let elsewhere: KeptReceipt;

beforeAll(async () => {
  const one = await played();
  ({ log, receipts } = one);
  lines = log.trimEnd().split("\n");
  app.clock.advance(5_000);
  const [other] = (await played()).receipts;
  if (other === undefined) throw new Error("no seat sealed");
  elsewhere = other;
});

async function played() {
  const study = await judgingStudy(app);
  const { studyId } = study;
  await openRound(app, { studyId });
  const at = (index: number) => ({ studyId, round: 1, accountId: auditor(study, index) });
  const seal = (index: number, key: string, word: "unfair" | "unsure") =>
    sealKept(app, at(index), {
      idempotencyKey: `ballot-${key}`,
      verdicts: [
        [0, 2, word],
        [1, 3, "acceptable"],
      ],
    });
  const sealed = [await seal(0, "a", "unfair"), await seal(1, "b", "unsure")] as const;
  const replaced = await seal(2, "c", "unfair");
  const again = await seal(2, "d", "unsure");
  await closeRound(app, { studyId, round: 1 });
  const complete = (index: number, receipt: KeptReceipt) => completed(app, at(index), receipt);
  return {
    log: (await exportStudy(app, studyId)).log,
    receipts: [
      await complete(0, sealed[0]),
      await complete(1, sealed[1]),
      await complete(2, again),
      await complete(2, replaced),
    ],
  };
}

const textOf = (index: number) => receiptFile(receipts[index] as KeptReceipt).text;

function verified(text: string, ...given: string[]) {
  const named = given.map((one, index) => ({ name: `r${index}`, text: one }));
  return verifyLog({ lines: text.trimEnd().split("\n"), receipts: named });
}

/** Lists the differences, without the log's problems. */
const problems = (text: string, ...given: string[]) =>
  verified(text, ...given)
    .problems.filter(({ what }) => what.startsWith("receipt"))
    .map(({ what, found }) => `${what}: ${found}`);

describe("receipts compared with a log", () => {
  it("are valid for each question, and leave a replaced ballot open", () => {
    const report = verified(log, textOf(0), textOf(1), textOf(2), textOf(3));
    expect(report.problemCount).toBe(0);
    const answers = report.receipts.map(({ answers: given }) =>
      Object.values(given ?? {}).map(({ answer }) => answer),
    );
    const all = ["yes", "yes", "yes", "yes"];
    expect(answers).toEqual([all, all, all, ["yes", "yes", "open", "open"]]);
    expect(report.receipts.map(({ ballot }) => ballot?.seq)).toEqual(receipts.map(({ seq }) => seq));
  });

  it("are the same file for any order of stored verdicts", () => {
    const [receipt] = receipts as [KeptReceipt];
    const verdicts = receipt.verdicts.toReversed();
    expect(verdicts).not.toEqual(receipt.verdicts);
    expect(receiptFile({ ...receipt, verdicts }).text).toBe(textOf(0));
  });

  it("are valid in part without a proof", () => {
    const unfinished = receiptFile({ ...(receipts[0] as KeptReceipt), proof: null });
    expect(unfinished.name).toMatch(/\.json$/);
    const { problemCount, receipts: found } = verified(log, unfinished.text);
    expect(problemCount).toBe(0);
    expect(found[0]?.answers).toMatchObject({ inLog: { answer: "yes" }, history: { answer: "open" } });
  });

  it("reveal a log that differs before their checkpoint, even if rehashed", () => {
    const opened = '"type":"ballot.opened"';
    const place = lines.findIndex((line) => line.includes(opened));
    const changed = lines.with(place, (lines[place] ?? "").replace("unfair", "unsure"));
    const other = rehashed({ text: `${changed.join("\n")}\n`, line: place, kind: "" }).text;
    expect(problems(other, textOf(0))).toEqual([
      expect.stringContaining("receipt r0: same history: The first"),
      expect.stringContaining("receipt r0: counted: The close opened another ballot"),
    ]);
    // Another person's receipt reveals only the changed history.
    expect(problems(other, textOf(1))).toEqual([expect.stringContaining("receipt r0: same history")]);
  });

  it("reveal a truncated log, and a missing ballot", () => {
    const cut = `${lines.slice(0, (receipts[0]?.seq ?? 0) - 1).join("\n")}\n`;
    expect(problems(cut, textOf(0))).toEqual([
      expect.stringContaining("in the log: The log has no readable entry"),
      expect.stringMatching(
        /same history: The log has \d+ entries, but your receipt holds a signature for \d+/,
      ),
    ]);
  });

  it("are left open after the place where a log breaks", () => {
    const place = (receipts[1]?.seq ?? 0) - 1;
    const broken = `${lines.with(place, (lines[place] ?? "").replace('"round":1', '"round":2')).join("\n")}\n`;
    expect(problems(broken, textOf(0), textOf(1))).toEqual([
      expect.stringMatching(
        /^receipt r1: in the log: Entry \d+ of the log is not the one that your receipt says/,
      ),
    ]);
    const [first, second] = verified(broken, textOf(0), textOf(2)).receipts;
    expect(first?.answers).toMatchObject({ inLog: { answer: "yes" }, history: { answer: "open" } });
    expect(second?.answers?.inLog).toEqual({
      answer: "open",
      why: { kind: "readOnlyTo", seq: expect.any(Number) },
    });
  });

  it("reveal a later ballot of the seat without a receipt", () => {
    expect(problems(log, textOf(3))).toEqual([expect.stringContaining("counted: Entry")]);
    expect(problems(log, textOf(3), textOf(2))).toEqual([]);
  });

  it("report a receipt of another study, and an invalid receipt", () => {
    const other = receiptFile(elsewhere).text;
    const report = verified(log, other, "nothing", "");
    expect(report.answer).toBe("fails");
    expect(report.problems.map(({ what, expected }) => `${what}: ${expected}`)).toEqual([
      "receipt r1: a complete receipt",
      "receipt r2: a complete receipt",
      "receipt r0: one of this study",
    ]);
    expect(report.receipts).toMatchObject([
      { name: "r1", ballot: null, answers: null },
      { name: "r2", ballot: null, answers: null },
      { name: "r0", answers: null },
    ]);
  });

  it("are compared with a log whose witness key is invalid, with and without a checkpoint", () => {
    const [first = "", ...rest] = lines;
    const keyless = first.replace('"witnesses":[]', '"witnesses":["nobody+00000000+AAAA"]');
    expect(keyless).not.toBe(first);
    const other = rehashed({ text: `${[keyless, ...rest].join("\n")}\n`, line: 1, kind: "" }).text;
    expect(problems(other, textOf(0))).toContainEqual(
      expect.stringContaining("same history: The checkpoint"),
    );
    const otherLines = other.trimEnd().split("\n");
    const checkpoints = [receipts[0]?.proof?.note ?? ""];
    expect(verifyLog({ lines: otherLines, checkpoints }).answer).toBe("fails");
    expect(checkVote(otherLines, receipts[0] as KeptReceipt).history.answer).toBe("no");
  });

  it("report a checkpoint that the log's key did not sign", () => {
    const [own, foreign] = [parseProofFile(textOf(0)), parseProofFile(receiptFile(elsewhere).text)];
    const theirs = foreign.note.split("\n").at(-2) ?? "";
    const [text = ""] = own.note.split("\n\n");
    const forged = proofText({ ...own, note: `${text}\n\n${theirs}\n` });
    expect(problems(log, forged)).toEqual([
      expect.stringContaining("The checkpoint of your receipt is not from this log"),
    ]);
  });
});

/** `npm run trial -- forged-receipts` makes 2,000. */
const alterations = Number(process.env.EVENHAND_TRIAL_FORGED ?? 300);

/** The answers that a reader of the file gets; only the number of cosignatures may differ. */
function meaningOf(receipt: KeptReceipt): string {
  const { proof, ...rest } = receipt;
  const note = proof === null ? null : { hashes: proof.hashes, text: parseNote(proof.note).text };
  return JSON.stringify([rest, note]);
}

/** Returns "refused", or the receipt's answers. */
function outcomeOf(text: string): string {
  try {
    const receipt = readReceiptFile(text);
    const report = checkVote(lines, receipt, receipts);
    return voteQuestions.some((one) => report[one].answer === "no") ? "refused" : meaningOf(receipt);
  } catch (error) {
    if (error instanceof LogError) return "refused";
    throw error;
  }
}

describe("an altered receipt", () => {
  type Edit = (text: string, at: number, other: string) => string;
  const swapped: Edit = (text, at) => {
    const parts = text.split("\n");
    const place = at % Math.max(1, parts.length - 1);
    return parts
      .with(place, parts[place + 1] ?? "")
      .with(place + 1, parts[place] ?? "")
      .join("\n");
  };
  const inExtra = (change: (extra: Record<string, unknown>, at: number) => void): Edit => {
    return (text, at) => {
      const file = parseProofFile(text);
      const extra = JSON.parse(file.extra) as Record<string, unknown>;
      change(extra, at);
      return proofText({ ...file, extra: canonicalJson(extra) });
    };
  };
  const hexEdit = (key: string) =>
    inExtra((extra, at) => {
      const text = String(extra[key]);
      extra[key] = text.slice(0, at % 64) + (text[at % 64] === "0" ? "1" : "0") + text.slice((at % 64) + 1);
    });
  const edits: Readonly<Record<string, Edit>> = {
    "a character": (text, at) =>
      `${text.slice(0, at % text.length)}${text[at % text.length] === "A" ? "B" : "A"}${text.slice((at % text.length) + 1)}`,
    "a character less": (text, at) => text.slice(0, at % text.length) + text.slice((at % text.length) + 1),
    "a line less": (text, at) =>
      text
        .split("\n")
        .toSpliced(at % text.split("\n").length, 1)
        .join("\n"),
    "a line twice": (text, at) => {
      const parts = text.split("\n");
      return parts.toSpliced(at % parts.length, 0, parts[at % parts.length] ?? "").join("\n");
    },
    "lines exchanged": swapped,
    "another receipt's proof": (text, _, other) =>
      proofText({ ...parseProofFile(other), extra: parseProofFile(text).extra }),
    "another index": (text, at) => proofText({ ...parseProofFile(text), index: at % 99 }),
    "another hash in the proof": (text, at, other) => {
      const [file, from] = [parseProofFile(text), parseProofFile(other)];
      const place = at % file.hashes.length;
      return proofText({
        ...file,
        hashes: file.hashes.with(place, from.hashes[(at + 1) % from.hashes.length] ?? ""),
      });
    },
    salt: hexEdit("salt"),
    nonce: hexEdit("nonce"),
    shown: hexEdit("shown"),
    opening: hexEdit("opening"),
    verdicts: inExtra((extra, at) => {
      const words = ["unfair", "acceptable", "unsure"];
      const verdicts = extra.verdicts as [number, number, string][];
      const place = verdicts[at % verdicts.length];
      if (place) place[2] = words[(words.indexOf(place[2]) + 1 + (at % 2)) % 3] ?? "";
    }),
    "a verdict less": inExtra((extra) => (extra.verdicts as unknown[]).pop()),
    "the entry's time": inExtra((extra, at) => {
      extra.entry = String(extra.entry).replace(/"at":\d+/, `"at":${at}`);
    }),
    "a key more": inExtra((extra) => {
      extra.more = true;
    }),
  };

  it("is refused, or gives the same answers", () => {
    const honest = receipts.map((_, index) => outcomeOf(textOf(index)));
    const seen = new Set<string>();
    const kinds = Object.keys(edits);
    const property = fc.property(
      fc.constantFrom(...kinds),
      fc.nat({ max: 1_000_000 }),
      fc.nat({ max: 3 }),
      fc.nat({ max: 3 }),
      (kind, at, which, from) => {
        const text = textOf(which);
        const altered = edits[kind]?.(text, at, textOf((from + 1) % 4)) ?? "";
        const outcome = outcomeOf(altered);
        if (outcome === "refused") seen.add(kind);
        expect([honest[which], "refused"], `${kind} at ${at}`).toContain(outcome);
      },
    );
    fc.assert(property, { numRuns: alterations, seed: 7 });
    expect([...seen].sort()).toEqual(kinds.sort());
  });

  it("is reported as a separate problem in a verification", () => {
    for (const [kind, edit] of Object.entries(edits)) {
      const altered = edit(textOf(0), 33, textOf(1));
      if (outcomeOf(altered) !== "refused") continue;
      expect(problems(log, altered).length, kind).toBeGreaterThan(0);
    }
  });
});
