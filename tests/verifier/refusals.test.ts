/** Every verifier refuses every forged record, at the same entry: the table of docs/verifier-must-refuse.md. */

import { describe, expect, it } from "vitest";
import { isSignedFast } from "#server/cli/fast-signatures.ts";
import { linesIn } from "#server/verifier/lines.ts";
import { verifyLog } from "#server/verifier/verify.ts";
import { type Forgery, forgeries, refusedAt } from "#tests/replay/forgeries/forgeries.ts";
import { honestReceipts, receiptForgeries } from "#tests/replay/forgeries/receipts.ts";
import { replayRecord } from "#tests/replay/record.ts";

type Problem = { readonly seq: number; readonly what: string; readonly found: string };

const asTexts = (problems: readonly Problem[]) =>
  problems.map(({ seq, what, found }) => ({ seq, text: `${what}: ${found}` }));

/** The problems of `npm run verify`, and of the page /verify. */
function verified(record: string, receipts: readonly string[] = []): readonly Problem[] {
  const lines = linesIn([new TextEncoder().encode(record)]);
  const given = receipts.map((text, index) => ({ name: `r${index}`, text }));
  const { problems, obstacle, entryCount } = verifyLog({ lines, receipts: given, isSigned: isSignedFast });
  // An unknown type: it stops there and says so.
  return obstacle === null ? problems : [{ seq: entryCount + 1, what: obstacle.message, found: "" }];
}

/** The verifiers by command; each returns its problems with a record. */
const verifiers: Readonly<Record<string, (record: string) => readonly Problem[]>> = {
  "npm run verify": (record) => verified(record),
  "npm run replay": (record) => replayRecord(record).problems,
};

const all = forgeries();

const rows = Object.entries(verifiers).map(([name, check]) => {
  const known = new Map(
    [...new Set(all.map(({ honest }) => honest))].map((one) => [one, asTexts(check(one))]),
  );
  const at = all.map((forgery) =>
    refusedAt(forgery, asTexts(check(forgery.record)), known.get(forgery.honest) ?? []),
  );
  return { name, at };
});

const ofReceipts = receiptForgeries.map(({ record, receipt }) =>
  refusedAt({}, asTexts(verified(record, [receipt])), asTexts(verified(record))),
);

describe("a forged receipt, or a log that contradicts one", () => {
  it("is refused by a verifier that reads receipts", () => {
    const accepted = receiptForgeries.filter((_, index) => ofReceipts[index] === null);
    expect(accepted.map(({ name }) => name)).toEqual([]);
  });

  it("differs from honest receipts of the same log, which are accepted", () => {
    const { record, receipts } = honestReceipts;
    expect(verified(record, receipts)).toEqual([]);
  });
});

describe("a forged record", () => {
  it("is refused by each verifier at the same entry", () => {
    const [verified = [], ...others] = rows.map(({ at }) =>
      all.map(({ name }, index) => `${name}: ${at[index] ?? "accepted"}`),
    );
    for (const other of others) expect(verified).toEqual(other);
    expect(verified.filter((one) => one.endsWith("accepted"))).toEqual([]);
  });

  it("has its row in docs/verifier-must-refuse.md (to update: npx vitest run tests/verifier/refusals.test.ts --update)", async () => {
    await expect(pageOf(rows[0]?.at ?? [])).toMatchFileSnapshot("../../docs/verifier-must-refuse.md");
  });
});

/** The page: an introduction, then a table for each page of the format. */
function pageOf(at: readonly (number | null)[]): string {
  const pages = [...new Set(all.map(({ page }) => page))].sort();
  const tables = pages.map((page) => {
    const own = all.flatMap((forgery, index) =>
      forgery.page === page ? [rowOf(forgery, at[index] ?? 0)] : [],
    );
    return `## [${page}.md](${page}.md)\n\n| record, and how it is forged | refused at |\n|---|---|\n${own.join("\n")}\n`;
  });
  const receipts = receiptForgeries.map(({ name, record }, index) => {
    const seq = ofReceipts[index] ?? 0;
    return `| ${name} | ${seq === 0 ? "the receipt" : placeOf(record, seq)} |`;
  });
  return `${introduction}\n${tables.join("\n")}\n${aboutReceipts}${receipts.join("\n")}\n`;
}

function rowOf({ name, record }: Forgery, seq: number): string {
  return `| ${name} | ${placeOf(record, seq)} |`;
}

/** Names an entry by its number and type. */
function placeOf(record: string, seq: number): string {
  if (seq === 0) return "the file";
  const line = record.split("\n").filter((one) => one.startsWith('{"at":'))[seq - 1] ?? "";
  const [, type] = /"type":"([^"]*)","v":1\}$/.exec(line) ?? [];
  return type === undefined ? `${seq}, which is missing` : `${seq} \`${type}\``;
}

const introduction = `# What a verifier must refuse

A verifier MUST report a problem with each of these forged records, and the first problem MUST be at the entry named.
Everything after a forged entry is hashed and signed again, so each record breaks only one rule. The records are made by
[tests/replay/forgeries](../tests/replay/forgeries/forgeries.ts). A test runs each verifier of this project on them and
compares this page with the result. A list of rules is part of the file; a verifier MAY also report a forged list at an
entry that depends on it.

The first word of a row names the record:

* a study in mode \`known\`, \`paper\`, \`ix\` or \`guarded\`, with \`average\` weights, with a prior from past \`records\`, with
  \`ftpl\`, or in mode \`guarded\` without features (\`hidden\`);
* an \`audit\`, also with tolerances (\`points\`), with \`round.tolerances-asked\` (\`asked\`), the same without features
  (\`unseen\`), or one whose rounds without pairs close at once (\`quiet\`);
* a study with a \`beacon\`; with a public number that an opening awaits for its draw (\`drawn\`) or also for its panel
  (\`lot\`); with a checkpoint (\`noted\`); or with a \`lost\` closing;
* a study with chosen \`panels\`, with a \`lottery\` over panels, or with a rule of decision (\`weighted\`, \`member\`,
  \`groups\`);
* a study with \`annulments\`, \`overrides\`, \`objections\` or \`several\` open rounds;
* a study with an \`erased\` person, with \`deleted\` features, or with rules \`listed\` in a file;
* a \`file\`: the file around the log.
`;

const aboutReceipts = `## [log-format-receipts.md](log-format-receipts.md)

\`npm run verify\`, the page /verify and \`evenhand verify\` read receipts; \`npm run replay\` does not. Each row is one
receipt: either the receipt is forged, or it is honest and the log contradicts it. The entry named is the ballot of the
receipt, or the entry that the log has instead.

| receipt, and how it or its log is forged | refused at |
|---|---|
`;
