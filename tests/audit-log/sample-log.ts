import { genesisPrev, makeEntry } from "#server/audit-log/chain.ts";
import { verifierKeyText, verifierOf } from "#server/audit-log/checkpoints/keys.ts";
import type { EntryBody, EntryType, StudySettings } from "#server/audit-log/entries.ts";

export const study = "0198c0de-0000-7000-8000-000000000001";

/** Makes 32 bytes that differ by `digit`. */
export const hex = (digit: string) => digit.repeat(64);

/** The log's signer and its witnesses. */
export const logSigner = {
  name: `log.example/studies/${study}`,
  type: "ed25519",
  secretKey: hex("d"),
} as const;
export const witnesses = ["a", "b"].map((digit) => {
  return { name: `${digit}.example`, type: "ed25519-cosignature", secretKey: hex(digit) } as const;
});

const settings: StudySettings = {
  learner: {
    learner: "exp2",
    version: 1,
    kernel: "portable-1",
    mode: "known",
    columns: [
      { name: "Größe", type: "number" },
      { name: "__proto__", type: "text" },
    ],
    hypotheses: { kind: "thresholds", version: 1, cuts: [{ column: "Größe", cut: "0.5" }] },
    roundSize: 4,
    horizon: 100,
    afterHorizon: "end",
    alpha: "0.05",
    eps: "0.05",
    fairnessMultiplier: "1",
    pairRule: "average",
    rejectedHalves: "at-close",
  },
  panel: {
    gamma: { numerator: 1, denominator: 2 },
    quorum: 1,
    closesWithoutPairs: false,
    closesAtDeadline: true,
    selection: { how: "everyone", size: null },
  },
  drawAt: "close",
  presentation: {
    fields: ["Größe"],
    chanceFormat: "in-100",
    docket: { size: 24 },
    lookFirst: false,
    reasons: false,
    notes: false,
    repeat: false,
    tolerance: false,
  },
};

export const opened: EntryBody<"round.opened"> = {
  round: 1,
  t: 1,
  appliedSeq: 3,
  people: [
    { person: "p1", digest: hex("1"), chance: "0.9" },
    { person: "p2", digest: hex("2"), chance: "0.25" },
  ],
  eta: "0.1",
  fairnessWeight: "0.5",
  panel: ["s1", "s2"],
  panelChosen: { how: "everyone", leftOut: [] },
  neededFlags: 1,
  noiseSeed: hex("a"),
  docket: [[0, 1, "ranked"]],
  guidelineVersion: 1,
  deadlineAt: null,
  chosen: "in-order",
  closing: "by-hand",
  drawCommitment: null,
};

type Step = {
  readonly [Type in EntryType]: { readonly type: Type; readonly body: EntryBody<Type> };
}[EntryType];

const steps: readonly Step[] = [
  {
    type: "study.created",
    body: {
      settings,
      seedTree: { root: hex("b"), size: 16_384 },
      checkpoints: {
        origin: logSigner.name,
        key: verifierOf(logSigner).publicKey,
        witnesses: witnesses.map((witness) => verifierKeyText(verifierOf(witness))),
      },
      beacon: null,
      guidelines: { version: 1, hash: hex("c") },
    },
  },
  { type: "seat.added", body: { seat: "s1", replaces: null, by: "account", key: hex("6") } },
  {
    type: "people.imported",
    body: { fileHash: hex("d"), first: "p1", last: "p2", count: 2, root: hex("9") },
  },
  { type: "round.opened", body: opened },
  {
    type: "ballot.sealed",
    body: {
      ...{ round: 1, seat: "s1", version: 1, commitment: hex("e"), nonceHash: hex("f") },
      ...{ key: hex("6"), signature: hex("7") + hex("8") },
    },
  },
  {
    type: "ballot.opened",
    body: {
      round: 1,
      seat: "s1",
      version: 1,
      salt: hex("3"),
      nonce: hex("4"),
      shown: hex("9"),
      verdicts: [[0, 1, "unfair"]],
    },
  },
  {
    type: "round.closed",
    body: {
      round: 1,
      reason: "operator",
      asAnnounced: true,
      violations: [{ high: 0, low: 1, flagCount: 1, weight: "1" }],
      link: hex("5"),
      linkProof: [],
      draw: { u: "0.125", hypothesis: 2, decisions: [1, 0] },
    },
  },
  { type: "outcome.recorded", body: { round: 1, position: 0, version: 1, value: "yes" } },
  { type: "study.ended", body: { reason: "operator" } },
];

/** The lines of a small log and their hashes; only its chain is valid, not its contents. */
export function sampleLog(): { lines: string[]; hashes: string[] } {
  const lines: string[] = [];
  const hashes: string[] = [];
  steps.forEach((step, index) => {
    const made = makeEntry({
      study,
      seq: index + 1,
      prev: hashes.at(-1) ?? genesisPrev,
      previousAt: index === 0 ? null : 1_000 + index - 1,
      at: 1_000 + index,
      ...step,
    });
    lines.push(made.line);
    hashes.push(made.hash);
  });
  return { lines, hashes };
}
