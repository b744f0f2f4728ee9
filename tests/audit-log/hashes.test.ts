import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ballotCommitment,
  ballotMessage,
  checkVerdicts,
  nonceHash,
  orderVerdicts,
} from "#server/audit-log/ballots.ts";
import { featureDigest } from "#server/audit-log/features.ts";
import { guidelineHash } from "#server/audit-log/guidelines.ts";
import { entryHash, keyedHash, taggedHash, taggedHashes } from "#server/audit-log/hash.ts";
import { seatKeyMessage } from "#server/audit-log/seat-keys.ts";
import {
  drawCommitment,
  drawNumber,
  drawOrder,
  inputsHash,
  lotSeed,
  noiseSeed,
  resampleSeed,
  seedLeaf,
  seedTreeSize,
} from "#server/audit-log/seeds.ts";
import { shownDigest, shownKey } from "#server/audit-log/shown.ts";
import { stateHash } from "#server/audit-log/states.ts";
import { nodeHash } from "#server/audit-log/tree/nodes.ts";
import { isSeedLink } from "#server/audit-log/tree/seed-link.ts";
import type { Verdict } from "#server/audit-log/verdicts.ts";
import { codeOf } from "./log-error-code.ts";
import { hex, opened, study } from "./sample-log.ts";

// Every expected value is computed here from a handwritten text with Node's hashes.
const sha256 = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string, text: string) =>
  createHmac("sha256", Buffer.from(key, "hex")).update(text).digest("hex");
const link = hex("7");

describe("hashes of the log", () => {
  it("hashes an entry as a leaf: a zero byte, then the line", () => {
    const line = '{"name":"Größe 😀"}';
    expect(entryHash(line)).toBe(sha256(Buffer.concat([Buffer.from([0]), Buffer.from(line)])));
    // RFC 6962, 2.1: the leaf of an empty entry.
    expect(entryHash("")).toBe("6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
  });

  it("puts the tag first into a tagged hash", () => {
    expect(taggedHashes("queue", "a", "s1")(3, 12)).toBe(taggedHash("queue", "a", "s1", 3, 12));
    expect(taggedHash("noise", "a", 1, null, ["b"])).toBe(sha256('["evenhand/1/noise","a",1,null,["b"]]'));
  });

  it("uses the bytes of the key, not its hex digits", () => {
    expect(keyedHash(link, { b: 1, a: "ä" })).toBe(hmac(link, '{"a":"ä","b":1}'));
  });

  it("refuses keys, links, nonces and hashes that are not 64 lower-case hex digits", () => {
    for (const bad of ["", "ab", hex("A"), `${hex("a")}0`, `${hex("a").slice(1)}g`, `${hex("a")}\n`]) {
      const draw = { link, study, round: 1, inputsHash: hex("1"), nonceHashes: [], beacon: null };
      const committed = { link, inputsHash: hex("1"), u: "0", hypothesis: 0, decisions: [] };
      const calls = [
        () => keyedHash(bad, 1),
        () => seedLeaf(bad),
        () => noiseSeed(bad),
        () => resampleSeed(bad),
        () => nonceHash(bad),
        () => featureDigest(bad, []),
        () => drawNumber({ ...draw, link: bad }),
        () => drawNumber({ ...draw, inputsHash: bad }),
        () => drawCommitment({ ...committed, link: bad }),
        () => drawCommitment({ ...committed, inputsHash: bad }),
        () =>
          ballotCommitment({
            salt: bad,
            nonceHash: link,
            study,
            opening: link,
            shown: link,
            round: 1,
            seat: "s1",
            version: 1,
            verdicts: [],
          }),
        () =>
          ballotCommitment({
            salt: link,
            nonceHash: bad,
            study,
            opening: link,
            shown: link,
            round: 1,
            seat: "s1",
            version: 1,
            verdicts: [],
          }),
      ];
      expect(calls.map(codeOf)).toEqual(calls.map(() => "not-hex"));
    }
    expect(
      codeOf(() =>
        drawNumber({ link, study, round: 1, inputsHash: link, nonceHashes: ["no"], beacon: null }),
      ),
    ).toBe("not-hex");
  });
});

describe("seeds", () => {
  it("hashes a link to its leaf, and verifies a link by its proof", () => {
    const leaf = sha256(`["evenhand/1/seed-tree","${link}"]`);
    expect(seedLeaf(link)).toBe(leaf);
    const linkProof = Array.from({ length: Math.log2(seedTreeSize) }, (_, level) => sha256(String(level)));
    const root = linkProof.reduce(
      (node, sibling, level) => (level === 1 ? nodeHash(sibling, node) : nodeHash(node, sibling)),
      leaf,
    );
    expect(isSeedLink(root, { link, linkProof, round: 3 })).toBe(true);
    expect(isSeedLink(root, { link, linkProof, round: 1 })).toBe(false);
    expect(isSeedLink(root, { link, linkProof: linkProof.slice(1), round: 3 })).toBe(false);
    expect(isSeedLink(root, { link: hex("8"), linkProof, round: 3 })).toBe(false);
    expect(isSeedLink(root, { link, linkProof, round: seedTreeSize + 1 })).toBe(false);
  });

  it("derives the noise seed from the link, and another seed for the resamples", () => {
    expect(noiseSeed(link)).toBe(sha256(`["evenhand/1/noise","${link}"]`));
    expect(resampleSeed(link)).toBe(sha256(`["evenhand/1/resamples","${link}"]`));
    expect(new Set([noiseSeed(link), resampleSeed(link), seedLeaf(link)]).size).toBe(3);
    expect(lotSeed(link, null)).toBe(link);
    expect(lotSeed(link, "ab")).toBe(sha256(`["evenhand/1/panel-lot","${link}","ab"]`));
  });

  it("freezes the opening without its draw commitment", () => {
    const people =
      `[{"chance":"0.9","digest":"${hex("1")}","person":"p1"},` +
      `{"chance":"0.25","digest":"${hex("2")}","person":"p2"}]`;
    const body =
      `{"appliedSeq":3,"chosen":"in-order","closing":"by-hand","deadlineAt":null,"docket":[[0,1,"ranked"]],"eta":"0.1","fairnessWeight":"0.5","guidelineVersion":1,"neededFlags":1,` +
      `"noiseSeed":"${hex("a")}","panel":["s1","s2"],"panelChosen":{"how":"everyone","leftOut":[]},"people":${people},"round":1,"t":1}`;
    const expected = sha256(`["evenhand/1/round-inputs","${study}","${hex("e")}",${body}]`);
    const { drawCommitment: _, ...unfinished } = opened;
    expect(inputsHash(study, hex("e"), opened)).toBe(expected);
    expect(inputsHash(study, hex("e"), { ...opened, drawCommitment: hex("9") })).toBe(expected);
    expect(inputsHash(study, hex("e"), unfinished)).toBe(expected);
    expect(inputsHash(study, hex("e"), { ...opened, eta: "0.2" })).not.toBe(expected);
    expect(inputsHash(study, hex("f"), opened)).not.toBe(expected);
  });

  it("draws 53 bits of a keyed hash of study, round, inputs and nonces", () => {
    const nonces = [hex("e"), "", hex("f")];
    const message = `["evenhand/1/draw","${study}",12,"${hex("1")}",["${hex("e")}","","${hex("f")}"]]`;
    const bits = BigInt(`0x${hmac(link, message)}`) >> BigInt(256 - 53);
    const inputs = { link, study, round: 12, inputsHash: hex("1"), beacon: null };
    const drawn = drawNumber({ ...inputs, nonceHashes: nonces });
    expect(BigInt(drawn.u * 2 ** 53)).toBe(bits);
    expect(drawn.decimal).toBe(String(Number(bits) / 2 ** 53));
    const early = drawNumber({ ...inputs, nonceHashes: [] });
    const earlyMessage = `["evenhand/1/draw","${study}",12,"${hex("1")}",[]]`;
    expect(BigInt(early.u * 2 ** 53)).toBe(BigInt(`0x${hmac(link, earlyMessage)}`) >> BigInt(256 - 53));
    const beacon = "b7".repeat(48);
    const drawnLater = drawNumber({ ...inputs, nonceHashes: [], beacon });
    const laterMessage = `["evenhand/1/draw","${study}",12,"${hex("1")}",[],"${beacon}"]`;
    expect(BigInt(drawnLater.u * 2 ** 53)).toBe(BigInt(`0x${hmac(link, laterMessage)}`) >> BigInt(256 - 53));
  });

  it("has links for the logged number of rounds, and an order of all people for an even draw", () => {
    expect(seedTreeSize).toBe(16_384);
    const lots = Array.from({ length: 9 }, (_, position) => {
      return { position, lot: sha256(`["evenhand/1/draw-order","${link}",${position}]`) };
    });
    lots.sort((a, b) => (a.lot < b.lot ? -1 : 1));
    expect(drawOrder(link, 9)).toEqual(lots.map(({ position }) => position));
    expect(drawOrder(link, 0)).toEqual([]);
  });

  it("draws multiples of 2^-53 in [0, 1), logged as decimals that are read back (property)", () => {
    fc.assert(
      fc.property(fc.nat(), (round) => {
        const inputs = { link, study, round, inputsHash: hex("1"), nonceHashes: [], beacon: null };
        const { u, decimal } = drawNumber(inputs);
        expect(u >= 0 && u < 1 && Number.isInteger(u * 2 ** 53)).toBe(true);
        expect(Number(decimal)).toBe(u);
      }),
    );
  });

  it("binds a draw made at the opening", () => {
    const text = `["evenhand/1/draw-commitment","${link}","${hex("1")}","0.125",3,[1,0]]`;
    const draw = {
      link,
      inputsHash: hex("1"),
      u: "0.125",
      hypothesis: 3,
      decisions: [1, 0] satisfies (0 | 1)[],
    };
    expect(drawCommitment(draw)).toBe(sha256(text));
    const even = `["evenhand/1/draw-commitment","${link}","${hex("1")}","0.125",[1,0],[1,0]]`;
    const { hypothesis: _, ...rest } = draw;
    expect(drawCommitment({ ...rest, order: [1, 0] })).toBe(sha256(even));
  });
});

describe("ballots", () => {
  const verdicts: Verdict[] = [
    [0, 2, "unfair"],
    [0, 10, "acceptable"],
    [1, 0, "unsure"],
  ];
  const bound = { opening: hex("a"), shown: hex("b"), nonceHash: hex("e"), study };
  const ballot = { salt: link, ...bound, round: 3, seat: "s2", version: 1, verdicts };

  it("shows only the hash of a nonce", () => {
    expect(nonceHash(link)).toBe(sha256(`["evenhand/1/nonce","${link}"]`));
  });

  it("commits to everything in a ballot", () => {
    const text =
      `{"nonceHash":"${hex("e")}","opening":"${hex("a")}","round":3,"seat":"s2","shown":"${hex("b")}","study":"${study}",` +
      `"verdicts":[[0,2,"unfair"],[0,10,"acceptable"],[1,0,"unsure"]],"version":1}`;
    expect(ballotCommitment(ballot)).toBe(hmac(link, text));
  });

  it("signs everything in the ballot's entry", () => {
    const { verdicts: _, salt, shown, ...where } = ballot;
    expect(ballotMessage({ ...where, commitment: hex("c") })).toBe(
      `["evenhand/1/ballot","${study}","${hex("a")}",3,"s2",1,"${hex("e")}","${hex("c")}"]`,
    );
  });

  it("binds the shown people with their chances and cells", () => {
    const key = shownKey(link);
    expect(key).toBe(hmac(link, '"shown"'));
    const people = [{ person: "p7", chance: "0.5", cells: ["8", null], shownKey: key }];
    expect(shownDigest(people)).toBe(
      sha256(`["evenhand/1/shown",[["p7","0.5","${hmac(key, '["8",null]')}"]]]`),
    );
  });

  it("confirms one key of one seat of one study", () => {
    expect(seatKeyMessage({ study, seat: "s2", key: link })).toBe(
      `["evenhand/1/seat-key","${study}","s2","${link}"]`,
    );
  });

  it("commits to one order only", () => {
    expect(codeOf(() => ballotCommitment({ ...ballot, verdicts: verdicts.toReversed() }))).toBe(
      "verdict-order",
    );
  });

  it("orders by number, high before low, and refuses a repeated pair", () => {
    expect(orderVerdicts(verdicts.toReversed())).toEqual(verdicts);
    expect(codeOf(() => orderVerdicts([...verdicts, [0, 2, "unsure"]]))).toBe("verdict-order");
  });

  it("orders any distinct pairs so that they pass the check (property)", () => {
    const pairs = fc.uniqueArray(fc.tuple(fc.nat(20), fc.nat(20)), {
      selector: ([high, low]) => high * 100 + low,
    });
    fc.assert(
      fc.property(pairs, (distinct) => {
        const given = distinct
          .filter(([high, low]) => high !== low)
          .map((pair): Verdict => [...pair, "unfair"]);
        checkVerdicts(orderVerdicts(given), () => true);
      }),
    );
  });

  it("refuses pairs that are not eligible, and a pair of the same person", () => {
    const isEligible = (high: number, low: number) => high < 2 && low < 11;
    expect(codeOf(() => checkVerdicts(verdicts, isEligible))).toBe("none");
    expect(codeOf(() => checkVerdicts([[2, 0, "unfair"]], isEligible))).toBe("verdict-pair");
    expect(codeOf(() => checkVerdicts([[1, 1, "unfair"]], isEligible))).toBe("verdict-pair");
    expect(codeOf(() => checkVerdicts(verdicts.toReversed(), isEligible))).toBe("verdict-order");
  });
});

describe("people and guidelines", () => {
  it("hashes a learner's state with its head", () => {
    const head = { learner: "exp2", t: 1, size: 2 } as const;
    const text = `["evenhand/1/state",{"learner":"exp2","size":2,"t":1},"${hex("1")}"]`;
    expect(stateHash({ head, totals: hex("1") })).toBe(sha256(text));
  });

  it("digests a person's cells under the person's key", () => {
    expect(featureDigest(link, ["0.5", null, "né"])).toBe(hmac(link, '["0.5",null,"né"]'));
    expect(codeOf(() => featureDigest(link, ["\ud800"]))).toBe("lone-surrogate");
  });

  it("hashes purpose and body of the guidelines separately", () => {
    expect(guidelineHash("loans", "Judge\nalike.")).toBe(
      sha256('["evenhand/1/guidelines","loans","Judge\\nalike."]'),
    );
    expect(guidelineHash("a", "bc")).not.toBe(guidelineHash("ab", "c"));
  });
});
