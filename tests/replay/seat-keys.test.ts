/** Only the holder of a seat's key can make its ballots: ballots made or altered by a server are detected. */

import { describe, expect, it } from "vitest";
import { type Body, drawn, sealed } from "./fixture.ts";
import { keyAdded, publicKeyOf, sealedBody } from "./fixture-ballots.ts";
import { H, K, STUDY, sha } from "./fixture-hashes.ts";
import { knownLog } from "./fixture-known.ts";
import { seedOf } from "./fixture-seeds.ts";
import { entryHash } from "./hashes.ts";
import { replay } from "./replay.ts";

const { log, opened, ended } = knownLog();
const { entries } = log;
const FEATURES = log.features();
const seqOf = (numbers: number[], round: number) => numbers[round] ?? 0;
const bodyOf = (seq: number) => Object(entries[seq - 1]?.body);

/** A server has no seat's key: its changes stay unsigned. */
function reportOn(changed: readonly Body[]) {
  const report = replay(sealed(changed, false), FEATURES);
  return { ...report, found: report.problems.map(({ seq, what }) => `${seq} ${what}`) };
}

it("finds no problem in the honest log, and proves each of its ballots", () => {
  expect(reportOn(entries)).toMatchObject({ ok: true, unprovenBallots: 0 });
});

/** The last round, without ballots: a ballot of s1 is inserted, its nonce ground until rule 3 is drawn. */
describe("a forged ballot for a silent seat, its nonce ground to choose the drawn rule", () => {
  const round = 5;
  const [opening, closing] = [seqOf(opened, round), seqOf(ended, round)];
  const openingHash = entryHash(sealed(entries, false).split("\n")[opening - 1] ?? "");
  const drawsRule3 = (nonce: string) => {
    const u = drawn(seedOf(round).link, round, log.inputs[round] ?? "", [H("nonce", nonce), "", ""]);
    return u > 0.75 ? u : null;
  };

  function forged(signer: string, ...before: Body[]) {
    const tries = Array.from({ length: 80 }, (_, index) => sha(`try ${index}`));
    const nonce = tries.find((one) => drawsRule3(one) !== null) ?? "";
    const vote = {
      ...{ round, seat: "s1", version: 1, salt: sha("salt"), nonce, verdicts: [], signer },
      shown: shownIn(opening),
    };
    const { signer: _, ...openedBallot } = vote;
    const draw = { u: String(drawsRule3(nonce)), hypothesis: 3, decisions: [1, 0] };
    return entries.toSpliced(
      closing - 1,
      1,
      ...before,
      { type: "ballot.sealed", body: sealedBody(vote, openingHash) },
      { type: "ballot.opened", body: openedBallot },
      { type: "round.closed", body: { ...bodyOf(closing), draw } },
    );
  }

  it("is detected by its key, which is not in the log", () => {
    expect(reportOn(forged("the server")).found).toEqual([`${closing} key of a ballot`]);
  });

  it("is detected by its signature, if it names the seat's key", () => {
    const named = forged("the server").map(({ type, body }): Body => {
      const isForged = type === "ballot.sealed" && Object(body).round === round;
      return { type, body: { ...Object(body), ...(isForged && { key: publicKeyOf("s1") }) } } as Body;
    });
    expect(reportOn(named).found).toEqual([`${closing} signature of a ballot`]);
  });

  it("is detected if it uses another seat's key", () => {
    expect(reportOn(forged("s2")).found).toEqual([`${closing} key of a ballot`]);
  });

  it("is detected if the server first adds its key to the seat, which has a proven key", () => {
    const added = { type: "seat.key-added", body: keyAdded("s1", "the server", null) };
    expect(reportOn(forged("the server", added))).toMatchObject({
      found: [`${closing + 1} key of a ballot`],
      unprovenBallots: 1,
    });
    const vouched = { type: "seat.key-added", body: keyAdded("s1", "the server", "the server's other key") };
    expect(reportOn(forged("the server", vouched))).toMatchObject({
      found: [`${closing} key that vouches`, `${closing + 1} key of a ballot`],
      unprovenBallots: 1,
    });
    const another = { type: "seat.key-added", body: keyAdded("s1", "another", null) };
    const byUnproven = { type: "seat.key-added", body: keyAdded("s1", "the server", "another") };
    expect(reportOn(forged("the server", another, byUnproven)).unprovenBallots).toBe(1);
  });

  it("is counted as confirmed by the panel if another seat signed the key, or a key that it signed", () => {
    const confirmed = { type: "seat.key-added", body: keyAdded("s1", "the server", "s2") };
    const counts = { found: [], unprovenBallots: 0, confirmedBallots: 1 };
    expect(reportOn(forged("the server", confirmed))).toMatchObject(counts);
    const next = { type: "seat.key-added", body: keyAdded("s1", "the server's next", "the server") };
    expect(reportOn(forged("the server's next", confirmed, next))).toMatchObject(counts);
  });
});

describe("a ballot that the server alters", () => {
  const sealedAt = 1 + entries.findIndex(({ type }) => type === "ballot.sealed");
  const openedAt = 1 + entries.findIndex(({ type }) => type === "ballot.opened");

  it("is detected by its signature, also with a matching commitment", () => {
    const body = bodyOf(openedAt);
    const verdicts = [[0, 1, "acceptable"]];
    const opening = entryHash(sealed(entries, false).split("\n")[seqOf(opened, 1) - 1] ?? "");
    const { round, seat, shown, version, salt, nonce } = body;
    const commitment = K(salt, {
      ...{ nonceHash: H("nonce", nonce), opening, round, seat, shown, study: STUDY, verdicts, version },
    });
    const changed = entries
      .with(sealedAt - 1, { type: "ballot.sealed", body: { ...bodyOf(sealedAt), commitment } })
      .with(openedAt - 1, { type: "ballot.opened", body: { ...body, verdicts } });
    expect(reportOn(changed).found).toContain(`${sealedAt} signature of a ballot`);
  });

  it("is detected if its author was shown other cells than in the features file", () => {
    const people = [
      ["p1", "0.5", ["8"]],
      ["p2", "0.25", ["7"]],
    ] as const;
    const shown = H(
      "shown",
      people.map(([person, chance, cells]) => [
        person,
        chance,
        K(K(sha(`digest key ${person}`), "shown"), [...cells]),
      ]),
    );
    const seen = { ...bodyOf(openedAt), shown };
    const opening = entryHash(sealed(entries, false).split("\n")[seqOf(opened, 1) - 1] ?? "");
    const changed = entries
      .with(sealedAt - 1, { type: "ballot.sealed", body: sealedBody({ ...seen, signer: "s1" }, opening) })
      .with(openedAt - 1, { type: "ballot.opened", body: seen });
    expect(reportOn(changed).found).toContain(`${openedAt} shown to s1`);
  });

  it("is detected if anything before it was changed, since it names its round's opening", () => {
    const opening = { ...bodyOf(seqOf(opened, 3)), deadlineAt: 1 };
    const changed = entries.with(seqOf(opened, 3) - 1, { type: "round.opened", body: opening });
    expect(reportOn(changed).found).toContainEqual(expect.stringMatching(/signature of a ballot$/));
  });
});

describe("a key of a seat", () => {
  /** Adds entries directly after those of the panel. */
  const added = (...bodies: Body[]) => {
    const at = 1 + entries.findIndex(({ type, body }) => type === "seat.added" && Object(body).seat === "s3");
    const more = bodies.map((body) => ({ type: "seat.key-added", body }));
    return replay(sealed(entries.toSpliced(at, 0, ...more)), FEATURES).problems.map(({ what }) => what);
  };

  it("is not added after its seat was removed", () => {
    const removal = 1 + entries.findIndex(({ type }) => type === "seat.removed");
    const late = { type: "seat.key-added", body: keyAdded("s3", "late", "s3") };
    const { found } = reportOn(entries.toSpliced(removal, 0, late));
    expect(found).toContain(`${removal + 1} seat of a key`);
  });

  it("does not exist at the start if no link was accepted", () => {
    const body = { seat: "s5", replaces: null, by: "account", key: publicKeyOf("s5") };
    // Before the study ends.
    const withSeat = (seat: Body) => entries.toSpliced(-1, 0, { type: "seat.added", body: seat });
    expect(reportOn(withSeat(body)).found).toEqual([`${entries.length} key of a seat`]);
    expect(reportOn(withSeat({ ...body, key: null })).found).toEqual([]);
  });

  it("belongs to one seat, and is added once", () => {
    expect(added({ seat: "s1", key: publicKeyOf("s2"), by: null })[0]).toBe("key of a seat");
    const [first, again] = [keyAdded("s1", "new", null), keyAdded("s1", "new", null)];
    expect(added(first, again)[0]).toBe("key of a seat");
  });

  it("can be proven later, by a proven key of the same or another seat", () => {
    const unproven = keyAdded("s1", "new", null);
    const problemsOf = (...bodies: Body[]) => added(...bodies).filter((what) => what !== "appliedSeq");
    expect(problemsOf(unproven, keyAdded("s1", "new", "s1")).filter((what) => /key/.test(what))).toEqual([]);
    expect(problemsOf(unproven, keyAdded("s1", "new", "s2")).filter((what) => /key/.test(what))).toEqual([]);
    expect(problemsOf(unproven, keyAdded("s1", "new", "new"))).toContain("key that vouches");
    const { key, by } = keyAdded("s1", "other", "s1");
    expect(
      problemsOf(unproven, { seat: "s1", key: keyAdded("s1", "new", null).key ?? null, by: by ?? null }),
    ).toContain("signature of a key");
    expect(key).not.toBe(unproven.key);
  });
});

/** Returns the cells shown to the auditors of a round, from its opening. */
function shownIn(opening: number): string {
  const people: { person: string; chance: string }[] = bodyOf(opening).people;
  const cells: { [person: string]: (string | null)[] } = { p7: ["6"], p8: [null] };
  return H(
    "shown",
    people.map(({ person, chance }) => [
      person,
      chance,
      K(K(sha(`digest key ${person}`), "shown"), cells[person] ?? []),
    ]),
  );
}
