import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readReceiptFile } from "#server/audit-log/receipts/file.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { readReceiptProof } from "#server/rounds/judging/read-receipt-proof.ts";
import { recordOutcomes } from "#server/rounds/outcomes/record-outcomes.ts";
import { keepCheckpoints } from "#server/studies/checkpoints/keep-checkpoints.ts";
import { exportRecord } from "#server/studies/exports/export-record.ts";
import { canonical, type Json } from "#tests/replay/canonical.ts";
import { Noise } from "#tests/replay/ftpl-noise.ts";
import { entryHash, inclusionRoot, isSigned, keyed, rootOf, tagged, treeOf } from "#tests/replay/hashes.ts";
import { readNote } from "#tests/replay/notes.ts";
import { portableLog } from "#tests/replay/portable.ts";
import { readRecord, replayRecord } from "#tests/replay/record.ts";
import { testApp } from "#tests/setup/app.ts";
import { sqliteEngine } from "#tests/setup/engine-sqlite.ts";
import { playRound } from "#tests/setup/play.ts";
import { asGuarded, reviseLearner } from "#tests/setup/revise-learner.ts";
import { incomeAbove, madeUpPeople, publishedStudy } from "#tests/setup/study.ts";
import { verified } from "#tests/setup/verify.ts";

/*
 * The worked examples of the documentation: records of two small studies, and a page that explains one of them value by
 * value. Each value is computed here from docs/log-format*.md and compared with the log. `npx vitest run
 * tests/studies/worked-example.test.ts -u` rewrites the three files after a change of the format.
 */

const folder = "../../docs/worked-example";
const k = 3;
const horizon = 8;
const engine = sqliteEngine();
afterAll(() => engine.cleanUp());

type Entry = { readonly seq: number; readonly prev: string; readonly type: string; readonly body: Body };
// biome-ignore lint/suspicious/noExplicitAny: bodies are read by key, as a reader of the page does
type Body = any;

/** A record, with the proof of its first ballot. */
type Played = { readonly record: string; readonly proof: { hashes: readonly string[]; note: string } };

/** Two rounds of three people; two of three auditors report every pair; outcomes of the first round are recorded. */
async function play(change?: (spec: LearnerSpec) => LearnerSpec): Promise<Played> {
  const app = testApp(await engine.openStore());
  const study = await publishedStudy(app, {
    people: madeUpPeople(2 * k),
    rules: { kind: "conjunctions", predicates: incomeAbove(30) },
    settings: { roundSize: String(k), horizon: String(horizon) },
  });
  const { studyId, operatorId: accountId } = study;
  if (change) await reviseLearner(app, studyId, change);
  const auditors = [() => true, () => true, () => false];
  const { people } = await playRound(app, study, auditors);
  const outcomes = people.flatMap(({ position, selected }) =>
    selected ? [{ round: 1, position, value: position === 1 ? ("no" as const) : ("yes" as const) }] : [],
  );
  await recordOutcomes(app, { studyId, accountId, idempotencyKey: "first" }, outcomes);
  await playRound(app, study, auditors);
  const record = (await Array.fromAsync((await exportRecord(app, studyId)).lines)).join("");
  await keepCheckpoints(app, studyId);
  const { seq } = partsOf(record).one("ballot.sealed");
  const proof = await readReceiptProof(app, { studyId, accountId: study.auditorIds[0] ?? "", seq });
  if (proof === null) throw new Error("no checkpoint covers the first ballot");
  return { record, proof };
}

/** A record, its entries, and the first two openings with the entries between them. */
function partsOf(record: string) {
  const { log, features } = readRecord(record);
  const lines = log.trimEnd().split("\n");
  const entries = lines.map((line): Entry => JSON.parse(line));
  const all = (type: string) => entries.filter((entry) => entry.type === type);
  const one = (type: string, index = 0) => {
    const entry = all(type)[index];
    if (entry === undefined) throw new Error(`the record has no ${type} number ${index}`);
    return entry;
  };
  const people = features
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const accepts = (person: string) =>
    Number(people.find((one) => one.person === person)?.features[0]) > 30 ? 1 : 0;
  return { lines, entries, all, one, people, accepts };
}

/** A cost on the grid (docs/log-format-state.md). */
const onGrid = (cost: number) => Math.min(Math.max(cost, -(2 ** 20)), 2 ** 20) + 402653184 - 402653184;
const sha = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const near = (value: unknown, expected: number) => expect(Number(value)).toBeCloseTo(expected, 9);
const table = (rows: readonly (readonly (string | number)[])[]) =>
  ["| what | value |", "|---|---|", ...rows.map(([what, value]) => `| ${what} | \`${value}\` |`)].join("\n");
const numbers = (values: readonly number[]) => values.map(String).join(", ");

describe("the worked examples", () => {
  let record = "";
  let guarded = "";
  let proof: Played["proof"];
  beforeAll(async () => {
    ({ record, proof } = await play());
    ({ record: guarded } = await play(asGuarded));
  });

  it("are honest records", async () => {
    for (const text of [record, guarded]) {
      expect(replayRecord(text).problems).toEqual([]);
      expect(verified(readRecord(text)).problems).toEqual([]);
    }
    await expect(record).toMatchFileSnapshot(`${folder}/known.jsonl`);
    await expect(guarded).toMatchFileSnapshot(`${folder}/guarded.jsonl`);
  });

  it("are explained value by value", async () => {
    const parts = [
      intro(record),
      hashes(record),
      ballot(record),
      checkpointAndReceipt(record, proof),
      firstOpening(record),
      draw(record),
      state(record),
      noise(record),
      guardedOpening(guarded),
    ];
    await expect(`${parts.join("\n\n")}\n`).toMatchFileSnapshot(`${folder}/README.md`);
  });
});

function intro(record: string): string {
  return `# A worked example

Two complete records of small studies, and how each value in them is computed. Both are files as a researcher downloads
them: [known.jsonl](known.jsonl) (${record.trimEnd().split("\n").length} lines, Exp2 in mode \`known\`) and
[guarded.jsonl](guarded.jsonl) (mode \`guarded\`). The formulas are those of [log-format.md](../log-format.md) and the
pages that it names. This page is generated and checked by \`tests/studies/worked-example.test.ts\`.

In both studies a round has ${k} people, a panel of three auditors judges, and two of them report every pair. There are
three rules: rule 0 accepts no one, rule 1 everyone, rule 2 the people whose income is above 30. Numbers are printed as
the shortest decimal that reads back to the same double.`;
}

function hashes(record: string): string {
  const { lines, one, people } = partsOf(record);
  const [first = "", second = ""] = lines;
  const leaf = entryHash(first);
  expect(JSON.parse(second).prev).toBe(leaf);
  const digests = people.map(({ digestKey, features }) => keyed(digestKey, features));
  const root = rootOf(digests);
  expect(root).toBe(one("people.imported").body.root);
  const tree = treeOf(lines.map(entryHash));
  return `## Hashes

${table([
  ["entry hash of line 1, the `prev` of line 2", leaf],
  [`features of \`${people[0].person}\``, canonical(people[0].features)],
  [`digest of \`${people[0].person}\` = K(digestKey, features)`, digests[0] ?? ""],
  [`root over the ${digests.length} digests (\`root\` of \`people.imported\`)`, root],
  [`root of the tree over all ${lines.length} entry hashes`, tree],
])}`;
}

function ballot(record: string): string {
  const { lines, one, people, entries } = partsOf(record);
  const opening = one("round.opened");
  const [sealed, opened] = [one("ballot.sealed").body, one("ballot.opened").body];
  const study = JSON.parse(lines[0] ?? "").study;
  const openingHash = entryHash(lines[opening.seq - 1] ?? "");
  const { fields } = entries[0]?.body.settings.presentation ?? {};
  const columns = entries[0]?.body.settings.learner.columns.map(({ name }: { name: string }) => name);
  const cellsOf = (person: string): { key: string; cells: Json[] } => {
    const { digestKey, features } = people.find((one) => one.person === person);
    const cells = fields.map((name: string) => features[columns.indexOf(name)]);
    return { key: keyed(digestKey, "shown"), cells };
  };
  const shownPeople = opening.body.people.map(({ person, chance }: Body) => {
    const { key, cells } = cellsOf(person);
    return [person, chance, keyed(key, cells)];
  });
  const shown = tagged("shown", shownPeople);
  expect(shown).toBe(opened.shown);
  const { round, seat, version, nonce, salt, verdicts } = opened;
  const nonceHash = tagged("nonce", nonce);
  expect(nonceHash).toBe(sealed.nonceHash);
  const message = { nonceHash, opening: openingHash, round, seat, shown, study, verdicts, version };
  const commitment = keyed(salt, message);
  expect(commitment).toBe(sealed.commitment);
  const signed = [study, openingHash, round, seat, version, nonceHash, commitment];
  expect(isSigned(sealed.key, sealed.signature, "ballot", ...signed)).toBe(true);
  return `## A ballot: seat ${seat} in round 1

${table([
  ["entry hash of `round.opened`", openingHash],
  [`shownKey of \`${shownPeople[0][0]}\` = K(digestKey, "shown")`, cellsOf(shownPeople[0][0]).key],
  [`K(shownKey, cells) of \`${shownPeople[0][0]}\``, shownPeople[0][2]],
  ["`shown`", shown],
  ["`nonceHash`", nonceHash],
  ["`verdicts`", canonical(verdicts)],
  ["`commitment`", commitment],
])}

The commitment is K(salt, message), and this is the message:

\`\`\`
${canonical(message)}
\`\`\`

The signature is Ed25519 with \`key\` over the bytes of this line, and holds:

\`\`\`
${canonical(["evenhand/1/ballot", ...signed])}
\`\`\`

\`\`\`
${sealed.signature}
\`\`\``;
}

function checkpointAndReceipt(record: string, { hashes, note }: Played["proof"]): string {
  const { lines, one } = partsOf(record);
  const { origin, key } = one("study.created").body.checkpoints;
  const { size, root } = readNote(note, { origin, key, witnesses: [] });
  expect(root).toBe(treeOf(lines.slice(0, size).map(entryHash)));
  const entry = one("ballot.sealed");
  const { salt, nonce, shown, verdicts } = one("ballot.opened").body;
  const opening = entryHash(lines[one("round.opened").seq - 1] ?? "");
  const extra = canonical({ entry: lines[entry.seq - 1] ?? "", opening, salt, nonce, shown, verdicts });
  const base64 = (bytes: string, encoding: "utf8" | "hex") => Buffer.from(bytes, encoding).toString("base64");
  const receipt = [
    ...["c2sp.org/tlog-proof@v1", `extra ${base64(extra, "utf8")}`, `index ${entry.seq - 1}`],
    ...hashes.map((hash) => base64(hash, "hex")),
    `\n${note}`,
  ].join("\n");
  expect(readReceiptFile(receipt).proof).toEqual({ hashes, note });
  const id = sha(Buffer.concat([Buffer.from(`${origin}\n\u0001`), Buffer.from(key, "hex")])).slice(0, 8);
  return `## A checkpoint and a receipt

The log's verifier key is \`${origin}+${id}+${base64(`01${key}`, "hex")}\`. This is its checkpoint of the first ${size} entries,
whose root is \`${root}\`:

\`\`\`
${note}\`\`\`

And this is the receipt of the ballot above, entry ${entry.seq}:

\`\`\`
${receipt}\`\`\``;
}

/** Computes eta and C of a round within the horizon, with N rules. */
function ratesOf(ruleCount: number) {
  const eta = Math.sqrt((0.8 * Math.log(ruleCount)) / horizon) / k;
  return { eta, fairnessWeight: 0.05 / eta };
}

function firstOpening(record: string): string {
  const { one, accepts } = partsOf(record);
  const { body } = one("round.opened");
  const { eta, fairnessWeight } = ratesOf(3);
  near(body.eta, eta);
  near(body.fairnessWeight, fairnessWeight);
  const chances = body.people.map(({ person, chance }: Body) => {
    const expected = (1 + accepts(person)) / 3;
    near(chance, expected);
    return [`chance of \`${person}\`, accepted by ${1 + accepts(person)} of 3 rules`, chance];
  });
  return `## The first opening

All rules weigh the same: L = (0, 0, 0). N = 3, k = ${k}, T = ${horizon}, eps = 0.05.

${table([["eta = (1/k) sqrt(0.8 ln N / T)", body.eta], ["C = eps / eta", body.fairnessWeight], ...chances])}

A pair may be judged where the chances differ by more than alpha = 0.1. With gamma = 1/2 and three auditors, ${body.neededFlags} reports
make a violation.`;
}

function draw(record: string): string {
  const { one, entries } = partsOf(record);
  const study = JSON.parse(partsOf(record).lines[0] ?? "").study;
  const opening = one("round.opened");
  const { link, linkProof, draw: logged, violations } = one("round.closed").body;
  const { root, size } = entries[0]?.body.seedTree ?? {};
  const leaf = tagged("seed-tree", link);
  expect(inclusionRoot(leaf, { index: 0, size }, linkProof)).toBe(root);
  const { drawCommitment: _, ...body } = opening.body;
  const inputsHash = tagged("round-inputs", study, opening.prev, body);
  const nonces = partsOf(record)
    .all("ballot.sealed")
    .filter((entry) => entry.body.round === 1)
    .map((entry) => entry.body.nonceHash);
  const message = ["evenhand/1/draw", study, 1, inputsHash, nonces];
  const hash = keyed(link, message);
  const u = Number(BigInt(`0x${hash.slice(0, 16)}`) >> 11n) / 2 ** 53;
  expect(String(u)).toBe(logged.u);
  const rule = Math.floor(3 * u);
  expect(rule).toBe(logged.hypothesis);
  expect(tagged("noise", link)).toBe(opening.body.noiseSeed);
  return `## The draw of round 1

${table([
  ["`link`, s_1", link],
  ['H("seed-tree", s_1), leaf 0 of the seed tree', leaf],
  ["`root` of the seed tree, to which `linkProof` leads", root],
  ['H("noise", s_1), the `noiseSeed`', opening.body.noiseSeed],
  ["inputsHash", inputsHash],
  ["nonces: `nonceHash` by place of the panel", canonical(nonces)],
  ["K(s_1, message), first 8 bytes", hash.slice(0, 16)],
  ["u = those bytes / 2^11, rounded down, / 2^53", u],
  ["the first rule h with u · 3 < h + 1", rule],
  ["`decisions`", canonical(logged.decisions)],
])}

Two of three seats reported each pair, so \`violations\` are \`${canonical(violations)}\`: with \`average\` each weighs 1/n.`;
}

/** The first round's charges in log order: person, cost. */
function chargesOf(record: string): { person: string; cost: number; why: string }[] {
  const { one, all } = partsOf(record);
  const { people, fairnessWeight } = one("round.opened").body;
  const { draw: drawn, violations } = one("round.closed").body;
  const charges = people.map(({ person }: Body, position: number) => {
    const half = drawn.decisions[position] === 1 ? 0 : -0.5;
    const pairs = violations.reduce((sum: number, { high, low, weight }: Body) => {
      const x = Number(weight) * Number(fairnessWeight);
      return sum + (high === position ? x / 2 : low === position ? -(x / 2) : 0);
    }, 0);
    const why = `closing: half ${half}, pairs ${pairs}`;
    return { person, cost: onGrid(half + pairs), why };
  });
  for (const { body } of all("outcome.recorded")) {
    const { person, chance } = people[body.position];
    const cost = body.value === "no" ? 1 / Number(chance) - 0.5 : -0.5;
    charges.push({ person, cost: onGrid(cost), why: `outcome "${body.value}"` });
  }
  return charges;
}

function state(record: string): string {
  const { one, accepts } = partsOf(record);
  const charges = chargesOf(record);
  const sums = [0, 0];
  for (const { person, cost } of charges) sums[accepts(person)] = (sums[accepts(person)] ?? 0) + cost;
  const [below = 0, above = 0] = sums;
  const losses = [0, below + above, above];
  const bytes = new Uint8Array(
    Float64Array.from(sums.flatMap((sum, place) => (sum === 0 ? [] : [place, sum]))).buffer,
  );
  const head = { learner: "exp2", size: 3, t: 1 };
  const stateHash = tagged("state", head, sha(bytes));
  expect(stateHash).toBe(one("learner.updated").body.stateHash);
  const { body } = one("round.opened", 1);
  const eta = Number(body.eta);
  const least = Math.min(...losses);
  const weights = losses.map((loss) => Math.exp(-eta * (loss - least)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const chances = body.people.map(({ person, chance }: Body) => {
    const expected = ((weights[1] ?? 0) + accepts(person) * (weights[2] ?? 0)) / total;
    near(chance, expected);
    return [`chance of \`${person}\``, chance];
  });
  return `## Charges, the state, the second opening

| person | why | cost on the grid |
|---|---|---|
${charges.map(({ person, why, cost }) => `| \`${person}\` | ${why} | \`${cost}\` |`).join("\n")}

A conjunction of one condition has two places: 0, income up to 30, and 1, income above 30.

${table([
  ["sum of place 0", below],
  ["sum of place 1", above],
  ["L of rules 0, 1, 2", numbers(losses)],
  [
    "the array: place, sum, place, sum, as doubles",
    Buffer.from(bytes)
      .toString("hex")
      .replace(/(.{64})/g, "$1 ")
      .trim(),
  ],
  ["its SHA-256, `totals`", sha(bytes)],
  ["`head`", canonical(head)],
  ['`stateHash` = H("state", head, totals)', stateHash],
  ["weights w_h = exp(-eta (L_h - min L))", numbers(weights)],
  ...chances,
])}`;
}

const mask = (1n << 64n) - 1n;
const rotated = (word: bigint, by: bigint) => ((word << by) | (word >> (64n - by))) & mask;

function noise(record: string): string {
  const seed = partsOf(record).one("round.opened").body.noiseSeed;
  let [s0, s1] = [BigInt(`0x${seed.slice(0, 16)}`), BigInt(`0x${seed.slice(16, 32)}`)];
  const start = [s0, s1];
  const output = () => {
    const result = Number((s0 + s1) & 0xffffffffn);
    const mixed = s0 ^ s1;
    [s0, s1] = [rotated(s0, 24n) ^ mixed ^ ((mixed << 16n) & mask), rotated(mixed, 37n)];
    return result;
  };
  const stream = new Noise(seed);
  const rows = [1, 2, 3].map((number) => {
    const [a, b] = [output(), output()];
    const v = Math.floor(a / 2 ** 5) * 2 ** 26 + Math.floor(b / 2 ** 6);
    const size = -portableLog((v + 1) / 2 ** 53);
    const variable = (a & 16) === 0 ? size : -size;
    expect(stream.variable()).toBe(variable);
    return `| ${number} | \`${a}\` | \`${b}\` | \`${v}\` | \`${variable}\` |`;
  });
  const hex = (word = 0n) => word.toString(16).padStart(16, "0");
  return `## A stream of noise of FTPL

The study above does not learn by FTPL; its \`noiseSeed\` serves as an example ([the rule](../log-format-learners.md)).
s0 = \`${hex(start[0])}\`, s1 = \`${hex(start[1])}\`.

| variable | output a | output b | v | Laplace variable |
|---|---|---|---|---|
${rows.join("\n")}`;
}

function guardedOpening(record: string): string {
  const { entries, one, all, accepts } = partsOf(record);
  const { learner } = all("settings.revised").at(-1)?.body.settings ?? entries[0]?.body.settings ?? {};
  const { prior, guarded } = learner;
  const [none, every] = [Number(prior.none), Number(prior.all)];
  const q = [none, every, 1 - none - every];
  const first = one("round.opened").body;
  const { violations } = one("round.closed").body;
  const rows = (h: number, person: string) => (h === 0 ? 0 : h === 1 ? 1 : accepts(person));
  const A = [0, 0, 0];
  let lin = 0;
  const charge = (person: string, cost: number, p: number) => {
    const a = onGrid(cost);
    for (const h of [0, 1, 2]) A[h] = (A[h] ?? 0) + a * rows(h, person);
    lin += a * p;
  };
  const { noShare, base } = first.guard;
  const eOf = (position: number) => Math.min(1, 2 * Number(first.people[position].chance)) * Number(noShare);
  for (const [position, { person }] of first.people.entries())
    charge(person, eOf(position) - 0.5, Number(base[position]));
  for (const { body } of all("outcome.recorded")) {
    const { person, chance } = first.people[body.position];
    const target = body.value === "no" ? 1 : 0;
    charge(person, (target - eOf(body.position)) / Number(chance), Number(base[body.position]));
  }
  const second = one("round.opened", 1).body;
  const weightsAt = (loss: readonly number[], eta: number) => {
    const least = Math.min(...loss);
    const w = q.map((share, h) => share * Math.exp(-eta * ((loss[h] ?? 0) - least)));
    const sum = w.reduce((total, weight) => total + weight, 0);
    return w.map((weight) => weight / sum);
  };
  const eta1 = Number(first.eta);
  const e = violations.length > 0 ? 2 * eta1 : eta1;
  const a = Math.min(...A);
  const mixed = q.reduce((sum, weight, h) => sum + weight * Math.exp(-e * ((A[h] ?? 0) - a)), 0);
  const mixability = lin - a + Math.log(mixed) / e;
  near(second.guard.mixability, mixability);
  const cap = (Number(guarded.pace) / k) * Math.sqrt((0.4 * Math.log(3)) / 2);
  const eta = Math.min(eta1, mixability > 0 ? Math.log(3) / mixability : Number.POSITIVE_INFINITY, cap);
  near(second.eta, eta);
  const forgotten = Math.min(...A) + (Number(guarded.forget) + Math.log(2)) / eta;
  const L = guarded.forget === null ? A : A.map((loss) => Math.min(loss, forgotten));
  const w = weightsAt(L, eta);
  const before = [...w];
  for (const { high, low } of violations.toReversed()) {
    const [above, below] = [first.people[high], first.people[low]];
    const f = [0, 1, 2].map((h) => rows(h, above.person) - rows(h, below.person));
    const all = w.reduce((sum, weight) => sum + weight, 0);
    const U = w.reduce((sum, weight, h) => sum + (f[h] === 1 ? weight : 0), 0);
    const V = w.reduce((sum, weight, h) => sum + (f[h] === -1 ? weight : 0), 0);
    const [u, d, r] = [U / all, V / all, (all - U - V) / all];
    const b = Number(above.chance) - Number(below.chance) - Number(learner.eps);
    if (u - d <= b) continue;
    const z = (b * r + Math.sqrt(b * b * r * r + 4 * (1 - b * b) * u * d)) / (2 * (1 - b) * u);
    const m = Math.max(
      0,
      Math.min(Number(guarded.trust), 20, -Math.log(Math.min(Math.max(z, 1e-300), 1e300))),
    );
    for (const h of [0, 1, 2]) w[h] = (w[h] ?? 0) * Math.exp(-m * (f[h] ?? 0));
  }
  const sum = w.reduce((total, weight) => total + weight, 0);
  const p = second.people.map(({ person }: Body) =>
    Math.min(1, w.reduce((total, weight, h) => total + weight * rows(h, person), 0) / sum),
  );
  for (const [position, chance] of p.entries()) near(second.guard.base[position], chance);
  const tau = Number(second.guard.tau);
  const limit = (Number(learner.alpha) + Math.max(0, tau)) * (1 - 1e-9);
  near(second.guard.limit, limit);
  const target = Math.max(p.reduce((s: number, x: number) => s + x, 0) / p.length, Math.max(...p) / 3);
  near(second.guard.target, target);
  const S = Math.max(...p) - Math.min(...p);
  const pull = S > limit ? 1 - limit / S : 0;
  near(second.guard.pull, pull);
  const chances = second.people.map(({ person, chance }: Body, position: number) => {
    near(chance, (1 - pull) * p[position] + pull * target);
    return [`chance of \`${person}\` = (1 - pull) p + pull · target`, chance];
  });
  return `## An opening in mode \`guarded\`

The second opening of [guarded.jsonl](guarded.jsonl), by the steps of [its page](../log-format-guarded.md). The prior is q = (${numbers(q)}).

${table([
  ["A of rules 0, 1, 2: the charges of round 1", numbers(A)],
  ["lin", lin],
  [
    `e = ${violations.length > 0 ? "2 eta, as round 1 had a violation" : "eta, as round 1 had no violation"}`,
    e,
  ],
  ["step 1: D (`mixability`)", second.guard.mixability],
  ["step 2: (M/k) sqrt(0.4 ln N/t)", cap],
  ["step 2: `eta`, the least of three", second.eta],
  ["step 3: L after forgetting", numbers(L)],
  ["step 4: weights before the sweep, divided by their sum", numbers(before)],
  ["step 4: weights after it, divided by their sum", numbers(w.map((weight) => weight / sum))],
  ["step 5: `base`", canonical(second.guard.base)],
  ["`tau`, from the closing of round 1", second.guard.tau],
  ["step 6: `limit`", second.guard.limit],
  ["step 6: `target`", second.guard.target],
  ["step 6: S, the spread of `base`", S],
  ["step 6: `pull`", second.guard.pull],
  ...chances,
])}`;
}
