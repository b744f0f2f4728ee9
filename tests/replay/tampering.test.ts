/** What the replay finds in logs that a person changed, also where the tail of the log was hashed anew. */

import { describe, expect, it } from "vitest";
import { type Body, sealed } from "./fixture.ts";
import { auditLog } from "./fixture-audit.ts";
import { averageLog } from "./fixture-average.ts";
import { publicKeyOf } from "./fixture-ballots.ts";
import { ftplPaperLog } from "./fixture-ftpl.ts";
import { guardedLog } from "./fixture-guarded.ts";
import { ixLog } from "./fixture-ix.ts";
import { knownLog } from "./fixture-known.ts";
import { paperLog } from "./fixture-paper.ts";
import { recordsLog } from "./fixture-records.ts";
import { foundIn } from "./found.ts";
import { replay } from "./replay.ts";

type Entries = readonly Body[];
type Change = (entries: Entries) => Entries;

/** The place of an entry, such as "round.opened 2" for the second of its type; of one without a number the first. */
function placeOf(entries: Entries, entry: string): number {
  const [type, nth = "1"] = entry.split(" ");
  const places = entries.flatMap((one, place) => (one.type === type ? [place] : []));
  const place = places.at(nth === "last" ? -1 : Number(nth) - 1);
  if (place === undefined) throw new Error(`there is no ${entry}`);
  return place;
}

/** Exchanges a piece of an entry's text. */
function swap(entry: string, from: string | RegExp, to: string): Change {
  return (entries) => {
    const place = placeOf(entries, entry);
    const text = JSON.stringify(entries[place]);
    const forged = text.replace(from, to);
    if (forged === text) throw new Error(`${entry} does not hold ${from}`);
    return entries.with(place, JSON.parse(forged));
  };
}

const drop =
  (entry: string): Change =>
  (entries) =>
    entries.toSpliced(placeOf(entries, entry), 1);

/** Adds entries of the time of the one that they follow. */
const add =
  (after: string, ...added: Body[]): Change =>
  (entries) => {
    const place = placeOf(entries, after);
    return entries.toSpliced(place + 1, 0, ...added.map((one) => ({ ...entries[place], ...one })));
  };

const both =
  (...changes: Change[]): Change =>
  (entries) =>
    changes.reduce((changed, change) => change(changed), entries);

const outcome = (round: number, position: number, version: number): Body => ({
  type: "outcome.recorded",
  body: { round, position, version, value: "yes" },
});
const newSeat = { type: "seat.added", body: { seat: "s5", replaces: null, by: "account", key: null } };
const replaced = { type: "round.seat-replaced", body: { round: 4, place: 2, seat: "s5" } };
const ended = { type: "study.ended", body: { reason: "operator" } };
const zeros = "0".repeat(64);
const sealedBy = (seat: string): Body => ({
  type: "ballot.sealed",
  body: {
    ...{ round: 4, seat, version: 1, commitment: zeros, nonceHash: zeros },
    ...{ key: publicKeyOf(seat), signature: "0".repeat(128) },
  },
});
/** Ballots and all that comes after them, two days after the deadline. */
const twoDaysLate: Change = (entries) =>
  entries.map((entry, place) =>
    place < placeOf(entries, "ballot.sealed") ? entry : { ...entry, at: 1000 + place + 2 * 86_400_000 },
  );
/** The log up to its last ballot, which is sealed at a time of its own; its round was extended to 99,999. */
const lastBallotAt =
  (at: number): Change =>
  (entries) => {
    const last = placeOf(entries, "ballot.sealed last");
    return entries.slice(0, last + 1).with(last, { ...entries[last], at });
  };
/** A ballot that is opened before its round was cancelled. */
const openedEarly: Change = (entries) => {
  const cancelled = placeOf(entries, "round.cancelled");
  const { round = 0 } = Object(entries[cancelled]).body;
  const opened = entries[placeOf(entries, "ballot.opened")];
  return entries.toSpliced(cancelled, 0, { ...opened, body: { ...Object(opened?.body), round } });
};
/** A place of the panel that is taken before its seat is removed. */
const takenEarly: Change = (entries) => {
  const [at, removal] = [placeOf(entries, "round.seat-replaced"), placeOf(entries, "seat.removed")];
  const [taken, removed] = [entries[at] ?? {}, entries[removal] ?? {}];
  return entries
    .toSpliced(at, 1)
    .toSpliced(removal, 1)
    .toSpliced(at - 1, 0, taken, removed);
};

const LISTED = '"docket":[[2,1,"ranked"],[0,1,"random"]]';
const [RANKED, DRAWN] = ['[2,1,"ranked"]', '[0,1,"random"]'];
const docket = (to: string) => swap("round.opened", LISTED, `"docket":${to}`);
const CREATED = "study.created";

/** By log and by what is changed in it. */
const changes: Readonly<Record<string, Readonly<Record<string, Change>>>> = {
  known: {
    "a key that is none": swap(CREATED, '"key":"', '"key":"x'),
    "an origin of another log": swap(CREATED, "/studies/study-1", "/studies/study-2"),
    "an origin with a space": swap(CREATED, "log.example/studies", "log example/studies"),
    "a key more": swap(CREATED, '"witnesses":', '"other":1,"witnesses":'),
    "a restore that skips more links than were lost": swap(
      "log.restored",
      '"skippedLinks":0',
      '"skippedLinks":33',
    ),
    "a restore with another number": swap("log.restored", "/restored-1", "/restored-2"),
    kernel: swap(CREATED, '"kernel":"portable-1"', '"kernel":"portable-2"'),
    afterHorizon: swap(CREATED, '"afterHorizon":"end"', '"afterHorizon":"maybe"'),
    type: swap(CREATED, '"type":"number"', '"type":"real"'),
    columns: swap(CREATED, '[{"name":"score"', '[{"name":""'),
    chanceFormat: swap(CREATED, '"in-100"', '"percent"'),
    "version of the rules": swap(CREATED, '"version":1,"cuts"', '"version":2,"cuts"'),
    alpha: swap(CREATED, '"alpha":"0.08"', '"alpha":"1"'),
    eps: swap(CREATED, '"eps":"0.05"', '"eps":"0.09"'),
    gamma: swap(CREATED, '"numerator":1', '"numerator":3'),
    keys: swap(CREATED, '"roundSize":2', '"roundSize":2,"whim":1'),
    "length of the seed chain": swap(CREATED, '"length":65536', '"length":65535'),
    "version of the guidelines": swap(CREATED, '"version":1,"hash"', '"version":2,"hash"'),
    quorum: swap(CREATED, '"quorum":1', '"quorum":-1'),
    column: swap(CREATED, '"column":"score"', '"column":0'),
    "an unknown type": swap("people.imported", "people.imported", "people.invented"),
    "a clock that runs back": (entries) => entries.with(4, { ...entries[4], at: 7 }),
    "another file": swap("people.imported", /"fileHash":"[0-9a-f]{8}/, '"fileHash":"00000000'),
    "another root of an import": swap("people.imported", /"root":"[0-9a-f]{8}/, '"root":"00000000'),
    "pseudonyms that are not the next": swap("people.imported", '"first":"p1"', '"first":"p2"'),
    "another count of people": swap("people.imported", '"count":8', '"count":9'),
    "a swapped verdict": swap("ballot.opened", '[0,1,"unfair"]', '[0,1,"unsure"]'),
    "a wrong salt": swap("ballot.opened", /"salt":"[0-9a-f]{8}/, '"salt":"00000000'),
    "a wrong nonce": swap("ballot.opened", /"nonce":"../, '"nonce":"zz'),
    "a ballot that was never opened": drop("ballot.opened"),
    "an opened ballot of a round that is cancelled": openedEarly,
    "another version than the last": swap("ballot.opened 3", '"version":2', '"version":1'),
    "a wrong u": swap("round.closed", '"u":"0.', '"u":"0.1'),
    "a wrong rule": swap("round.closed", '"hypothesis":3', '"hypothesis":1'),
    "a wrong decision": swap("round.closed", '"decisions":[1,0]', '"decisions":[0,0]'),
    "one flag too few": swap("round.closed", '"flagCount":2', '"flagCount":1'),
    "other needed flags": swap("round.opened", '"neededFlags":2', '"neededFlags":3'),
    "a wrong link": swap("round.closed", /"link":"[0-9a-f]{8}/, '"link":"00000000'),
    "a wrong noise seed": swap("round.opened", /"noiseSeed":"[0-9a-f]{8}/, '"noiseSeed":"00000000'),
    "ballots two days late": twoDaysLate,
    "a ballot before an extended deadline": lastBallotAt(99_998),
    "a ballot at its extended deadline": lastBallotAt(99_999),
    "an outcome for a person who was rejected": add("study.ended", outcome(1, 1, 1)),
    "a repeated version of an outcome": add("study.ended", outcome(1, 0, 2)),
    "an outcome of a round that is not closed": add("study.ended", outcome(3, 0, 1)),
    "an outcome after the end": add("study.ended", outcome(4, 0, 1)),
    "chances that leave out a closed round": swap("round.opened 2", /"appliedSeq":\d+/, '"appliedSeq":3'),
    "a gap between two updates": swap("learner.updated 2", /"fromSeq":\d+/, '"fromSeq":99'),
    "a first update that does not begin at 0": swap("learner.updated", '"fromSeq":0', '"fromSeq":1'),
    "an update to no effect": swap("learner.updated", /"appliedSeq":\d+/, '"appliedSeq":4'),
    "an opening without the update before it": drop("learner.updated"),
    "an opening that uses no update": both(
      drop("learner.updated"),
      swap("round.opened 2", /"appliedSeq":\d+/, '"appliedSeq":0'),
    ),
    "a seat twice on the panel": swap("round.opened", '["s1","s2","s3"]', '["s1","s2","s2"]'),
    "a new seat out of order": swap("seat.added last", '"seat":"s4"', '"seat":"s5"'),
    "a seat that replaces one that sits": swap("seat.added last", '"replaces":"s3"', '"replaces":"s2"'),
    "a place whose seat was not removed": swap("round.seat-replaced", '"place":2', '"place":1'),
    "a place for a seat of the panel": swap("round.seat-replaced", '"seat":"s4"', '"seat":"s1"'),
    "a place for the removed seat": swap("round.seat-replaced", '"seat":"s4"', '"seat":"s3"'),
    "a seat that leaves after it sealed": add("ballot.sealed 5", newSeat, replaced),
    "a seat that is removed after a ballot": add(
      "ballot.sealed 5",
      { type: "seat.removed", body: { seat: "s4" } },
      newSeat,
      replaced,
    ),
    "a ballot of a removed seat": (entries) => {
      const place = placeOf(entries, "round.seat-replaced");
      return entries.with(place, { ...entries[place], ...sealedBy("s3") });
    },
    "a place taken before the removal": takenEarly,
    "an extension to an earlier time": swap("round.extended", "99999", "2000"),
    "a second extension to an earlier time": add("round.extended", {
      type: "round.extended",
      body: { round: 4, deadlineAt: 99_998 },
    }),
    "a deadline before the opening": swap("round.opened last", /"deadlineAt":\d+/, '"deadlineAt":1000'),
    "a seat after the end": add("study.ended", newSeat),
    "a removal after the end": add("study.ended", { type: "seat.removed", body: { seat: "s4" } }),
    "guidelines after the end": add("study.ended", {
      type: "guidelines.revised",
      body: { version: 2, hash: zeros },
    }),
    "a second end": add("study.ended", ended),
    "an end while a round is open": add("round.opened last", ended),
    // p4 and p3 change places, with all that is theirs
    "people in another order": swap("round.opened 2", /("people":\[)(\{.*?\}),(\{.*?\})\]/, "$1$3,$2]"),
    "a person for the second time": swap("round.opened 2", '"person":"p3"', '"person":"p2"'),
    "a person who was skipped": swap("round.opened 2", '"person":"p4"', '"person":"p5"'),
    "people whom an operator chose": swap("round.opened 2", '"chosen":"in-order"', '"chosen":"by-operator"'),
    "a lot where none was drawn": swap("round.opened 2", '"in-order"', '"by-lot"'),
    "people chosen in no known way": swap("round.opened 2", '"in-order"', '"nobody"'),
    "a round announced to close by hand": swap("round.opened 2", '"deadline"', '"by-hand"'),
    "a round announced without pairs": swap("round.opened 2", '"deadline"', '"no-pairs"'),
    "another reason than the true one": swap("round.closed", '"all-sealed"', '"operator"'),
    "a deadline as the reason of an early close": swap("round.closed 2", '"operator"', '"deadline"'),
    "an early close without its mark": swap("round.closed 2", '"asAnnounced":false', '"asAnnounced":true'),
    "another u of a cancelled round": swap("round.cancelled", /"u":"0\.\d/, '"u":"0.9'),
    "another rule of a cancelled round": swap("round.cancelled", '"hypothesis":0', '"hypothesis":1'),
    "another decision of a cancelled round": swap("round.cancelled", "[0,0]", "[1,0]"),
    "a cancelled round without its draw": swap("round.cancelled", /,"draw":\{[^}]*\}/, ""),
    "a cancelled round for no known reason": swap("round.cancelled", '"trouble"', '"whim"'),
  },
  paper: {
    "a horizon after which it goes on": swap(CREATED, '"afterHorizon":"end"', '"afterHorizon":"anytime"'),
    "no horizon": swap(CREATED, '"horizon":32', '"horizon":null'),
    "more than one pair a round": swap(CREATED, '"largest-gap"', '"average"'),
    ...Object.fromEntries(
      [1, 2, 3].map((round) => [
        `another draw commitment of round ${round}`,
        swap(`round.opened ${round}`, /"drawCommitment":"[0-9a-f]{8}/, '"drawCommitment":"00000000'),
      ]),
    ),
  },
  ix: {
    "a delta of 1": swap(CREATED, '"delta":"0.05"', '"delta":"1"'),
    "a last close before its deadline": (entries) =>
      entries.with(-1, { ...Object(entries.at(-1)), at: 2_000 }),
  },
  average: {
    "a witness under another name": swap(CREATED, "witness.example+", "witness2.example+"),
    "a witness of another type": swap(CREATED, "+BAcH", "+AQcH"),
    "a close for no known reason": swap("round.closed", /"reason":"[a-z-]+"/, '"reason":"whim"'),
    "a violation less": swap("round.closed", /,\{"high":2[^}]*\}/, ""),
  },
  records: {
    ...Object.fromEntries(
      [1, 2].map((round) => [
        `another draw commitment of round ${round}`,
        swap(`round.opened ${round}`, /"drawCommitment":"[0-9a-f]{8}/, '"drawCommitment":"00000000'),
      ]),
    ),
    "numbers of another mode": swap("round.opened", '"eta"', '"guard":{},"eta"'),
    "a cancelled round that was drawn when it opened": (entries) => {
      const { round, link, draw } = Object(entries.at(-1)).body;
      return entries.with(-1, {
        type: "round.cancelled",
        body: { round, link, draw, reason: "operator" },
      });
    },
  },
  guarded: {
    tau: swap("round.opened 2", '"tau":"0.2"', '"tau":"0.21"'),
    limit: swap("round.opened 2", '"limit":"0.2999999997"', '"limit":"0.31"'),
    target: swap("round.opened 2", '"target":"0.42413070', '"target":"0.42413080'),
    pull: swap("round.opened 2", '"pull":"0.44993', '"pull":"0.44994'),
    "whether it was cut": swap("round.opened 2", '"isCut":true', '"isCut":false'),
    spent: swap("round.opened 2", '"spent":"0.6814', '"spent":"0.6815'),
    mixability: swap("round.opened 2", '"mixability":"0.55166', '"mixability":"0.55167'),
    "the share of no": swap("round.opened 2", '"noShare":"0.625"', '"noShare":"0.6"'),
    eta: swap("round.opened 2", '"eta":"3.2479401529120646"', '"eta":"3.2478"'),
    "a base chance": swap("round.opened 2", '"base":["0.0372', '"base":["0.0373'),
    "a chance": swap("round.opened 2", '"chance":"0.21131313797782525"', '"chance":"0.2114"'),
    // 0.1 + 0.22485281374238572 is allowed; this is 0.3248528139145259, and the replay compares within 1e-9
    "chances too far apart by a hair": swap("round.opened 3", '"0.621353411503007"', '"0.621353412"'),
    "another order of a draw": swap("round.closed", '"order":[2,0,1]', '"order":[0,2,1]'),
    "another pick": swap("round.closed", '"decisions":[1,0,1]', '"decisions":[1,1,0]'),
    "another u": swap("round.closed", /"u":"0\.\d/, '"u":"0.99'),
    "a violation that weighs less": swap("round.closed", '"weight":"1"', '"weight":"0"'),
    "a fairness weight": swap("round.opened 2", '"fairnessWeight":null', '"fairnessWeight":"1"'),
    "effects between the last update and the opening": (entries) => {
      const { appliedSeq } = Object(entries[placeOf(entries, "learner.updated")]).body;
      const earlier = `"appliedSeq":${appliedSeq - 1}`;
      return swap("learner.updated", `"appliedSeq":${appliedSeq}`, earlier)(entries);
    },
    "guarded.step": swap(CREATED, '"step":"0.2"', '"step":"1.5"'),
    "guarded.pace": swap(CREATED, '"pace":"20"', '"pace":"0"'),
    "guarded.forget": swap(CREATED, '"forget":"0.6"', '"forget":"-1"'),
    alpha: swap(CREATED, '"alpha":"0.1"', '"alpha":"0.000001"'),
    "fairness multiplier": swap(CREATED, '"fairnessMultiplier":"1"', '"fairnessMultiplier":"2"'),
    pairRule: swap(CREATED, '"pairRule":"all"', '"pairRule":"average"'),
    rejectedHalves: swap(CREATED, '"rejectedHalves":"at-close"', '"rejectedHalves":"when-settled"'),
    "prior: none": swap(CREATED, '"none":"0.25"', '"none":"1.25"'),
    "prior: too much": swap(CREATED, '"none":"0.25"', '"none":"0.9"'),
    "prior: rule": swap(CREATED, '"rule":5', '"rule":6'),
    "prior: weight": swap(CREATED, '"weight":"0.3"', '"weight":"0"'),
    "another mode": swap(CREATED, '"mode":"guarded"', '"mode":"known"'),
    "a docket in another order": docket(`[${DRAWN},${RANKED}]`),
    "a docket in other words": docket('[[2,1,"random"],[0,1,"ranked"]]'),
    "a docket with a pair that ranks lower": docket(`[[0,2,"ranked"],${DRAWN}]`),
    "a docket with another pair by lot": docket(`[${RANKED},[0,2,"random"]]`),
    "a docket of one pair less": docket(`[${RANKED}]`),
    "a docket of one pair more": docket(`[${RANKED},${DRAWN},[0,2,"random"]]`),
    "a docket with a pair turned round": docket(`[[1,2,"ranked"],${DRAWN}]`),
    "no docket": docket("null"),
    "a docket where everything is shown": swap(CREATED, '"docket":{"size":2}', '"docket":"everything"'),
  },
  audit: {
    "people who were chosen by an operator": swap("round.opened", '"by-lot"', '"by-operator"'),
    "people who were chosen and not drawn": (entries) =>
      entries.map((entry) => JSON.parse(JSON.stringify(entry).replaceAll('"p3"', '"p2"'))),
    "an outcome": add("round.closed last", outcome(1, 0, 1)),
    "an update": add("round.closed last", {
      type: "learner.updated",
      body: { fromSeq: 0, appliedSeq: 6, stateHash: zeros },
    }),
    "a draw": swap("round.closed", '"link"', '"draw":{"u":"0.5","order":[0,1],"decisions":[1,0]},"link"'),
  },
  ftpl: {
    "more resamples": swap("round.closed", '"resamples":[1,0]', '"resamples":[2,0]'),
    "resamples of a rejected person": swap("round.closed", '"resamples":[1,0]', '"resamples":[1,1]'),
    "more resamples than L": swap("round.closed 2", '"resamples":[1,2]', '"resamples":[1,3]'),
    "resamples of too few": swap("round.closed 2", '"resamples":[1,2]', '"resamples":[1]'),
  },
};

const logs: Readonly<Record<string, { entries: Entries; features: () => string }>> = {
  ...{ known: knownLog().log, paper: paperLog(), ix: ixLog(), average: averageLog() },
  ...{ records: recordsLog(), guarded: guardedLog().log, audit: auditLog(), ftpl: ftplPaperLog() },
};

const { log: known, opened, ended: closed } = knownLog();
const FEATURES = known.features();

function whats(text: string, features = FEATURES): string[] {
  return replay(text, features).problems.map(({ seq, what }) => `${seq} ${what}`);
}

/** What follows from a log that ends early or cannot be read: its features file holds people whom it does not show. */
const NOT_SHOWN = "0 features file: features of";
/** Of a change that breaks much, so many problems stand in tampering.txt, and the count of the others. */
const KEPT = 6;
/** Changes that the format allows. */
const ALLOWED = ["known, a ballot before an extended deadline", "known, an outcome after the end"];

describe("a log that was changed and hashed anew", () => {
  const found = Object.entries(changes).flatMap(([name, ofLog]) =>
    Object.entries(ofLog).map(([what, change]): [string, string[]] => {
      const log = logs[name];
      if (log === undefined) throw new Error(`there is no log ${name}`);
      const forged = change(log.entries);
      const own = foundIn(forged, log.entries, log.features());
      // a value that nothing but the draws rests on is found by them
      const problems = own.length > 0 ? own : whats(sealed(forged), log.features());
      return [`${name}, ${what}`, problems.filter((one) => !one.startsWith(NOT_SHOWN))];
    }),
  );

  it("is found, whatever was changed", () => {
    expect(found.filter(([, problems]) => problems.length === 0).map(([what]) => what)).toEqual(ALLOWED);
  });

  it("has the problems in tampering.txt (to renew them: npx vitest run tests/replay --update)", async () => {
    const lines = found.map(([what, problems]) => {
      const further = problems.length > KEPT ? `; ${problems.length - KEPT} more` : "";
      return `${what}: ${problems.slice(0, KEPT).join("; ")}${further}\n`;
    });
    await expect(lines.join("")).toMatchFileSnapshot("tampering.txt");
  });
});

describe("a line that was changed without new hashes", () => {
  it("finds a changed chance: by the chance, and by the hash in the next entry", () => {
    const seq = opened[2] ?? 0;
    const problems = whats(known.text().replace("0.5089448303592129", "0.508944830359213"));
    expect(problems).toContain(`${seq + 1} hash of the entry before`);
    const larger = whats(known.text().replace("0.5089448303592129", "0.50894484"));
    expect(larger).toContain(`${seq} chance of p4`);
  });

  it("finds every missing line but the last, whose loss no chain can show", () => {
    const lines = known.text().split("\n").slice(0, -1);
    lines.slice(0, -1).forEach((_, index) => {
      expect(whats(`${lines.toSpliced(index, 1).join("\n")}\n`)).toContain(`${index + 1} sequence`);
    });
  });

  it("finds other forms of the same entry, repeated keys and a missing LF", () => {
    const text = known.text();
    for (const other of [', "v":1}', ',"v":1,"v":1}', ',"v":1.0}'])
      expect(whats(text.replace(',"v":1}', other))).toContain("1 canonical form");
    expect(whats(text.slice(0, -1)).some((problem) => problem.endsWith("log: end"))).toBe(true);
    expect(whats("")).toEqual(["0 log"]);
    expect(whats("{\n")).not.toEqual([]);
    expect(whats(text.replace('"v":1}', '"v":2}'))).toContain("1 format version, stopped here");
  });
});

it("finds a wrong number in a log that agrees with itself everywhere else", () => {
  const found = (change: Parameters<typeof knownLog>[0]) => whats(knownLog(change).log.text());
  expect(found({ chance: "0.5150069379183876" })[0]).toBe(`${opened[2]} chance of p3`);
  expect(found({ eta: "0.1861650567178223" })).toContain(`${opened[4]} eta`);
  expect(found({ t: 4 })).toEqual([`${opened[4]} t`]);
  const dropped = averageLog("0 1 1 0.5, 0 2 1 0.5");
  expect(whats(dropped.text(), dropped.features()).some((one) => one.endsWith(" violations"))).toBe(true);
});

describe("the features file", () => {
  const lines = FEATURES.split("\n").slice(0, -1);

  it.each([
    ["a line for no person", [...lines, `{"digest":"${zeros}","person":"p9"}`]],
    ["another order", [...lines.slice(1), lines[0]]],
    ["a missing line", lines.slice(1)],
  ])("finds %s", (_, changed) => {
    const problems = replay(known.text(), `${changed.join("\n")}\n`).problems.map(({ what }) => what);
    expect(problems).toContain("features file: people");
  });

  it("finds changed features, a changed digest, and features of a person whom no round has shown", () => {
    const ballot = 1 + placeOf(known.entries, "ballot.opened");
    expect(whats(known.text(), FEATURES.replace('["8"]', '["9"]'))).toEqual([
      `${opened[1]} digest of p1`,
      ...[1, 2, 3].map((place) => `${ballot + place - 1} shown to s${place}`),
      "2 root of the people",
    ]);
    const waiting = known.features(["p1"]).replace(/"digest":"[0-9a-f]{8}/, '"digest":"00000000');
    expect(whats(known.text(), waiting)).toContain("2 root of the people");
    const { log } = knownLog();
    log.entries.length = (opened[2] ?? 0) - 1;
    expect(replay(log.text(), log.features()).problems.map(({ what }) => what)).toEqual(
      ["p3", "p4", "p5", "p6", "p7", "p8"].map((one) => `features file: features of ${one}`),
    );
  });

  it("leaves a docket's ranking open, and nothing else of it, where a person's features are gone", () => {
    const { log } = guardedLog();
    const without = log.features(["p1"]);
    const docketProblems = (change: Change) =>
      foundIn(change(log.entries), log.entries, without).filter((one) => one.endsWith("docket"));
    expect(docketProblems((entries) => entries)).toEqual([]);
    for (const to of [`[[1,2,"ranked"],${DRAWN}]`, `[${DRAWN},${RANKED}]`, `[${RANKED}]`])
      expect(docketProblems(docket(to))).toHaveLength(1);
  });
});

it("counts the rounds that closed otherwise than announced, and takes a passed deadline for one", () => {
  expect(replay(known.text(), FEATURES).closedOtherwise).toEqual([2, 4, 5]);
  expect(closed).toHaveLength(6);
  const ix = ixLog();
  const { closedOtherwise, closedByHand } = replay(ix.text(), ix.features());
  expect([closedOtherwise, closedByHand]).toEqual([[1, 2], []]);
});

it("replays an honest audit: chances, lot, panel, links", () => {
  const log = auditLog();
  expect(replay(log.text(), log.features())).toMatchObject({ problems: [], chanceCount: 6 });
});
