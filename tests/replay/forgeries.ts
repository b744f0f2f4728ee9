/** Forged records: what a server can write that the format forbids. Each is refused by every verifier, at the same entry. */

import { createHash } from "node:crypto";
import { testNumber } from "../setup/beacon.ts";
import { type Body, chained, sealed } from "./fixture.ts";
import { auditLog } from "./fixture-audit.ts";
import { averageLog } from "./fixture-average.ts";
import { keyAdded, publicKeyOf, signedBy, type Verdict } from "./fixture-ballots.ts";
import { beaconLog } from "./fixture-beacon.ts";
import { ftplLog, ftplPaperLog } from "./fixture-ftpl.ts";
import { guardedLog } from "./fixture-guarded.ts";
import { K, STUDY, text, type Value } from "./fixture-hashes.ts";
import { ixLog } from "./fixture-ix.ts";
import { knownLog } from "./fixture-known.ts";
import { lostLog, type NoteChange, notedLog } from "./fixture-notes.ts";
import { listedLog, paperLog, RULE_LIST, rulesPart } from "./fixture-paper.ts";
import { recordOf } from "./fixture-record.ts";
import { recordsLog } from "./fixture-records.ts";

type Entries = readonly Body[];
export type Change = (entries: Entries) => Entries;

/** The place of an entry, such as "round.opened 2" for the second of its type; of one without a number the first. */
export function placeOf(entries: Entries, entry: string): number {
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
    const entryText = JSON.stringify(entries[place]);
    const forged = entryText.replace(from, to);
    if (forged === entryText) throw new Error(`${entry} does not hold ${from}`);
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

/** Changes the learner of the first entry; a key whose value is undefined goes. */
function learner(change: Readonly<Record<string, Value | undefined>>): Change {
  return (entries) => {
    const body = Object(entries[0]?.body);
    const changed = JSON.parse(JSON.stringify({ ...body.settings.learner, ...change }));
    const settings = { ...body.settings, learner: changed };
    return entries.with(0, { ...entries[0], body: { ...body, settings } });
  };
}
/** Changes `guarded` of the learner. */
const guarded =
  (change: Body): Change =>
  (entries) => {
    const { settings } = Object(entries[0]?.body);
    return learner({ guarded: { ...settings.learner.guarded, ...change } })(entries);
  };
/** Another class, over the column of the log in mode `known`. */
const rules = (kind: string, keys: Body, columns = [{ name: "score", type: "number" }]) =>
  learner({ columns, hypotheses: { kind, version: 1, ...keys } });
const cuts = (...list: Body[]) =>
  rules("thresholds", { cuts: list.map((cut) => ({ column: "score", ...cut })) });
const above = (value: string): Body => ({ column: "score", test: "above", value });

/** The log with a checkpoint of another form. */
const noted =
  (change: NoteChange): Change =>
  () =>
    notedLog(change).entries;
const lost =
  (change: Parameters<typeof lostLog>[0]): Change =>
  () =>
    lostLog(change).entries;
/** The audit whose second seat says this: each hash, commitment and signature is right. */
const said =
  (verdict: Verdict, more: Parameters<typeof auditLog>[0] = { asksTolerance: true }): Change =>
  () =>
    auditLog({ said: verdict, ...more }).entries;
/** Of a round without eligible pairs: the gap is 0.375, and alpha 0.5. */
const ASKED = { round: 3, pairs: [[0, 1]] };
const asked = (verdict: Verdict, question: Body = ASKED) => said(verdict, { asked: question });
const POINTS: Verdict = [0, 1, "acceptable", 38];

const both =
  (...changes: Change[]): Change =>
  (entries) =>
    changes.reduce((changed, change) => change(changed), entries);

const zeros = "0".repeat(64);
const outcome = (round: number, position: number, version: number): Body => ({
  type: "outcome.recorded",
  body: { round, position, version, value: "yes" },
});
const erasure = (person: string): Body => ({ type: "person.erased", body: { person, state: null } });
const guidelines = { type: "guidelines.revised", body: { version: 2, hash: zeros } };
const revised = (entries: Entries): Body => ({
  type: "settings.revised",
  body: { settings: Object(entries[0]?.body).settings },
});
/** A lost history that showed the link of the open round. */
const restored = {
  type: "log.restored",
  body: {
    ...{
      lostSeq: 99,
      lostHead: "cd".repeat(32),
      lostCheckpoint: null,
      lostClosing: null,
      skippedLinks: 0,
      linkShown: true,
    },
    origin: `log.example/studies/${STUDY}/restored-1`,
  },
};
const newSeat = { type: "seat.added", body: { seat: "s5", replaces: null, by: "account", key: null } };
const replaced = { type: "round.seat-replaced", body: { round: 4, place: 2, seat: "s5" } };
const ended = { type: "study.ended", body: { reason: "operator" } };
const sealedBy = (seat: string): Body => ({
  type: "ballot.sealed",
  body: {
    ...{ round: 4, seat, version: 1, commitment: zeros, nonceHash: zeros },
    ...{ key: publicKeyOf(seat), signature: "0".repeat(128) },
  },
});
/** The first ballot is sealed by a device that only the server added to its seat. */
const newDevice: Change = (entries) => {
  const place = placeOf(entries, "ballot.sealed");
  const { seat } = Object(entries[place]?.body);
  const ballot = { ...entries[place], body: signedBy(entries[place]?.body, "new") };
  const added = { type: "seat.key-added", body: keyAdded(seat, "new", null) };
  return add("seat.added 3", added)(entries.with(place, ballot));
};
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

/** Round 2 with the next person too, who is like the first one. */
const oneMore: Change = (entries) => {
  const [at, next] = [placeOf(entries, "round.opened 2"), placeOf(entries, "round.opened 3")];
  const { people, ...body } = Object(entries[at]?.body);
  const [third] = Object(entries[next]?.body).people;
  const all = [...people, { ...third, chance: people[0].chance }];
  return entries.with(at, { type: "round.opened", body: { ...body, people: all, chosen: "by-operator" } });
};
/** Round 4 as round 3 was opened with the same people, before the outcomes. */
const outcomesLeftOut: Change = (entries) => {
  const [at, before] = [placeOf(entries, "round.opened 4"), placeOf(entries, "round.opened 3")];
  const { people, appliedSeq, docket } = Object(entries[before]?.body);
  const body = { ...Object(entries[at]?.body), people, appliedSeq, docket };
  return drop("learner.updated 3")(entries.with(at, { type: "round.opened", body }));
};
/** The last round with a person who was erased before it, chosen by an operator. */
const shownErased: Change = (entries) => {
  const [at, update] = [placeOf(entries, "round.opened last"), placeOf(entries, "learner.updated last")];
  const { appliedSeq: fromSeq, stateHash } = Object(entries[update]?.body);
  const appliedSeq = update + 2;
  const body = { ...Object(entries[at]?.body), appliedSeq, chosen: "by-operator" };
  const taken = { type: "learner.updated", body: { fromSeq, appliedSeq, stateHash } };
  return entries.with(at, { type: "round.opened", body }).toSpliced(update + 1, 0, erasure("p7"), taken);
};
/** A place that is taken after the other seat has sealed. */
const replacedLate: Change = (entries) => {
  const [at, last] = [placeOf(entries, "round.seat-replaced"), placeOf(entries, "ballot.sealed last")];
  const ballot = entries[last] ?? {};
  return entries.toSpliced(last, 1).toSpliced(at, 0, ballot);
};

const LISTED = '"docket":[[2,1,"ranked"],[0,1,"random"]]';
export const [RANKED, DRAWN] = ['[2,1,"ranked"]', '[0,1,"random"]'];
export const docket = (to: string) => swap("round.opened", LISTED, `"docket":${to}`);
const CREATED = "study.created";

/** Exchanges a piece of a file. */
const replace = (from: string | RegExp, to: string) => (file: string) => {
  const forged = file.replace(from, to);
  if (forged === file) throw new Error(`the file does not hold ${from}`);
  return forged;
};
/** The people of a log with their digests alone. */
const withoutFeatures = (log: Log) =>
  log.features().replace(/"digestKey":"([0-9a-f]{64})","features":(\[.*?\])/g, (_, key, cells) => {
    return `"digest":"${K(key, JSON.parse(cells))}"`;
  });
const stranger = (person: string): Body => ({ digest: zeros, person });

/** Changes of the file around the log in mode `known`. */
const files: Readonly<Record<string, (file: string, log: Log) => string>> = {
  "another format in the manifest": replace('"format":1', '"format":2'),
  "another head in the manifest": replace(/"head":"[0-9a-f]{8}/, '"head":"00000000'),
  "another study in the manifest": replace('"study":"study-1","totals"', '"study":"study-2","totals"'),
  "a key more in the manifest": replace('{"manifest":{', '{"manifest":{"also":1,'),
  "a key less in the manifest": replace('"format":1,', ""),
  "another number of entries in the manifest": replace(/"entries":\d+/, '"entries":7'),
  "no manifest": replace(/\{"manifest".*\n/, ""),
  "people in another order": (_, log) => {
    const lines = log.features().split("\n").slice(0, -1).reverse();
    return recordOf(sealed(log.entries), lines.map((line) => `${line}\n`).join(""));
  },
  "a person with two lines": replace(/^.*\n/, "$&$&"),
  "a line of a person that is none": replace('"person":"p1"', '"person":1'),
  "an entry that is left out": replace(/\{"at":1004,.*\n/, ""),
  "an entry of another study": replace(/("at":1004,.*"study":")study-1/, "$1study-2"),
  "an entry that follows another": replace(/("at":1004,.*"prev":")[0-9a-f]{8}/, "$100000000"),
  "another eta, without features": (_, log) => {
    const forged = swap("round.opened", '"eta":"0.186', '"eta":"0.187')(log.entries);
    return recordOf(sealed(forged), withoutFeatures(log));
  },
  "another fairness weight, without features": (_, log) => {
    const forged = swap("round.opened", '"fairnessWeight":"0.268', '"fairnessWeight":"0.269')(log.entries);
    return recordOf(sealed(forged), withoutFeatures(log));
  },
  // a learner would refuse the third person; without features there is none
  "a round of more people than the settings allow, without features": (_, log) => {
    return recordOf(sealed(oneMore(log.entries)), withoutFeatures(log));
  },
  "a person who was never imported": (_, log) => fileOf(log, log.entries, stranger("p9")),
  "a second import that leaves a pseudonym out": (_, log) => {
    const root = createHash("sha256")
      .update(Buffer.from(`00${zeros}`, "hex"))
      .digest("hex");
    const body = { fileHash: zeros, first: "p10", last: "p10", count: 1, root };
    const forged = add("people.imported", { type: "people.imported", body })(log.entries);
    return fileOf(log, forged, stranger("p10"));
  },
};

const [CONDITIONS = "", ...LISTED_RULES] = RULE_LIST.split("\n").slice(0, -1);
const asList = (...lines: string[]) => lines.map((line) => `${line}\n`).join("");
/** A log that names another list; its record has that list. */
function listing(list: string): Log {
  return { ...logOf(listedLog(list)), rules: rulesPart(list) };
}

/** Lists of rules: another part of the file than the log names, or a log that names a list of another form. */
const lists: Readonly<Record<string, string | Log>> = {
  "a rule changed": rulesPart(RULE_LIST.replace("0&1", "0|1")),
  "a condition changed": rulesPart(RULE_LIST.replace('"30"', '"31"')),
  "two rules in another order": rulesPart(asList(CONDITIONS, ...LISTED_RULES.toReversed())),
  "a rule left out": rulesPart(asList(CONDITIONS, ...LISTED_RULES.slice(1))),
  "no list": "",
  "a line that is no part of a list": `${rulesPart(RULE_LIST)}{"rules":1}\n`,
  "another number of rules": { ...logOf(listedLog(RULE_LIST, 4)), rules: rulesPart(RULE_LIST) },
  "a list where the log names all rules": { ...logOf(paperLog()), rules: rulesPart(RULE_LIST) },
  "a rule of an unknown condition": listing(asList(CONDITIONS, "0", "1", "2")),
  "conditions of a rule in another order": listing(asList(CONDITIONS, "0", "1", "1&0")),
  "a condition twice in a rule": listing(asList(CONDITIONS, "0", "1", "1&1")),
  "a rule with both signs": listing(asList(CONDITIONS, "0", "1", "0&1|1")),
  "a rule with a zero in front": listing(asList(CONDITIONS, "0", "1", "00")),
  "a carriage return": listing(asList(CONDITIONS, "0", "1", "0\r")),
  "an empty line": listing(asList(CONDITIONS, "0", "1", "")),
  "conditions with a space": listing(RULE_LIST.replace(",", ", ")),
  "no LF at the end of a list": listing(RULE_LIST.slice(0, -1)),
  "a byte order mark": listing(`\ufeff${RULE_LIST}`),
};

/** Entries that name the open round. */
const OF_A_ROUND = [
  ...["ballot.sealed", "ballot.opened", "round.closed", "round.cancelled", "round.extended"],
  "round.seat-replaced",
];

/** Changes of one log, and the page of docs/ that forbids them. */
type Group = {
  readonly log: string;
  readonly page: string;
  readonly changes: Readonly<Record<string, Change>>;
};

const groups: readonly Group[] = [
  {
    log: "known",
    page: "log-format-checkpoints",
    changes: {
      "a key that is none": swap(CREATED, '"key":"', '"key":"x'),
      "an origin of another log": swap(CREATED, "/studies/study-1", "/studies/study-2"),
      "an origin with a space": swap(CREATED, "log.example/studies", "log example/studies"),
      "a key more": swap(CREATED, '"witnesses":', '"other":1,"witnesses":'),
    },
  },
  {
    log: "average",
    page: "log-format-checkpoints",
    changes: {
      "a witness under another name": swap(CREATED, "witness.example+", "witness2.example+"),
      "a witness of another type": swap(CREATED, "+BAcH", "+AQcH"),
      "a witness named twice": swap(CREATED, /"witnesses":\[(".*?")\]/, '"witnesses":[$1,$1]'),
    },
  },
  {
    log: "known",
    page: "log-format-classes",
    changes: {
      "a cut on a column of text": swap(CREATED, '"type":"number"', '"type":"text"'),
      "a range of cuts with more than 15 digits": swap(
        CREATED,
        '{"column":"score","cut":"5"}',
        '{"column":"score","from":"0.1234567890123456","step":"1","count":1}',
      ),
    },
  },
  {
    log: "records",
    page: "log-format-classes",
    changes: {
      "numbers of a column of text": swap(
        CREATED,
        '"test":"is","value":"yes"',
        '"test":"at-most","value":"1"',
      ),
    },
  },
  {
    log: "known",
    page: "log-format",
    changes: {
      "another kernel": swap(CREATED, '"kernel":"portable-1"', '"kernel":"portable-2"'),
      "an unknown afterHorizon": swap(CREATED, '"afterHorizon":"end"', '"afterHorizon":"maybe"'),
      "an unknown type of column": swap(CREATED, '"type":"number"', '"type":"real"'),
      "a column without a name": swap(CREATED, '[{"name":"score"', '[{"name":""'),
      "an unknown chanceFormat": swap(CREATED, '"in-100"', '"percent"'),
      "another version of the rules": swap(CREATED, '"version":1,"cuts"', '"version":2,"cuts"'),
      "an alpha of 1": swap(CREATED, '"alpha":"0.08"', '"alpha":"1"'),
      "an eps above alpha": swap(CREATED, '"eps":"0.05"', '"eps":"0.09"'),
      "a gamma above 1": swap(CREATED, '"numerator":1', '"numerator":3'),
      "a key more in the settings": swap(CREATED, '"roundSize":2', '"roundSize":2,"whim":1'),
      "a shorter seed chain": swap(CREATED, '"length":65536', '"length":65535'),
      "guidelines that begin with version 2": swap(CREATED, '"version":1,"hash"', '"version":2,"hash"'),
      "a quorum below 0": swap(CREATED, '"quorum":1', '"quorum":-1'),
      "a column that is no name": swap(CREATED, '"column":"score"', '"column":0'),
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
      "an opening that leaves outcomes out": outcomesLeftOut,
      "an opening that claims to use a later entry": swap(
        "round.opened 2",
        '"appliedSeq":14',
        '"appliedSeq":15',
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
      "people whom an operator chose": swap(
        "round.opened 2",
        '"chosen":"in-order"',
        '"chosen":"by-operator"',
      ),
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
      "settings that are wrong, and revised before the first opening": (entries) => [
        ...swap(CREATED, '"alpha":"0.08"', '"alpha":"1"')(entries).slice(0, 1),
        revised(entries),
        ...entries.slice(1),
      ],
      "settings that are revised after the first opening": (entries) =>
        entries.toSpliced(placeOf(entries, "round.opened 2"), 0, revised(entries)),
      "a field that is no column": swap(CREATED, '"fields":["score"]', '"fields":["age"]'),
      "people after the end": add("study.ended", {
        type: "people.imported",
        body: { fileHash: zeros, first: "p9", last: "p9", count: 1, root: zeros },
      }),
      "a key after the end": add("study.ended", {
        type: "seat.key-added",
        body: keyAdded("s1", "another device", "s1"),
      }),
      "a round after the end": (entries) => [
        ...entries,
        entries[placeOf(entries, "round.opened last")] ?? {},
      ],
      "people whom an operator chose, in another order": both(
        swap("round.opened 2", '"chosen":"in-order"', '"chosen":"by-operator"'),
        swap("round.opened 2", /("people":\[)(\{.*?\}),(\{.*?\})\]/, "$1$3,$2]"),
      ),
      "a round of more people than the settings allow": oneMore,
      "a person who was erased before": shownErased,
      "a person who is erased while a round is open": add("round.opened", erasure("p8")),
      "a person who is erased twice": add("learner.updated last", erasure("p8"), erasure("p8")),
      "an erased person who was never imported": add("study.ended", erasure("p9")),
      "a correction that changes nothing": add("study.ended", outcome(1, 0, 3)),
      "an entry between the opened ballots and the close": add("ballot.opened 3", guidelines),
      "a version of the guidelines left out": add("round.closed", {
        ...guidelines,
        body: { version: 3, hash: zeros },
      }),
      "a seat that is replaced twice": add("seat.added last", {
        ...newSeat,
        body: { ...newSeat.body, replaces: "s3" },
      }),
      "a seat that is replaced after a ballot": replacedLate,
      "an extension to a time that has passed": add("round.extended", {
        ...{ type: "round.extended", at: 200_000 },
        body: { round: 4, deadlineAt: 150_000 },
      }),
      "an extension of a round without a deadline": both(
        swap("round.opened 4", /"deadlineAt":\d+/, '"deadlineAt":null'),
        swap("round.opened 4", '"closing":"deadline"', '"closing":"by-hand"'),
      ),
      ...Object.fromEntries(
        OF_A_ROUND.map((entry) => [`${entry} of another round`, swap(entry, '"round":', '"round":1')]),
      ),
      "another nonce": swap("ballot.opened", /"nonce":"[0-9a-f]{8}/, '"nonce":"00000000'),
      "something else that was shown": swap("ballot.opened", /"shown":"[0-9a-f]{8}/, '"shown":"00000000'),
      "a close without a draw": swap("round.closed", /,"draw":\{[^}]*\}/, ""),
      "an even draw where a rule is drawn": swap("round.closed", '"hypothesis":3', '"order":[0,1]'),
      "resamples where none are drawn": swap("round.closed", '"link"', '"resamples":[1,0],"link"'),
      "a round that is cancelled after its ballots were opened": (entries) => {
        const { round, link, draw } = Object(entries[placeOf(entries, "round.closed")]).body;
        const body = { round, reason: "operator", link, draw };
        return entries.with(placeOf(entries, "round.closed"), { type: "round.cancelled", body });
      },
      "a second first entry": (entries) => entries.toSpliced(1, 0, entries[0] ?? {}),
      "a seat removed that is not there": add("seat.added 3", { type: "seat.removed", body: { seat: "s9" } }),
      "an opening while a round is open": (entries) =>
        entries.toSpliced(
          placeOf(entries, "ballot.sealed"),
          0,
          entries[placeOf(entries, "round.opened 2")] ?? {},
        ),
      "a round with another version of the guidelines": swap(
        "round.opened",
        '"guidelineVersion":1',
        '"guidelineVersion":2',
      ),
      "a person twice in a round": swap("round.opened", /("people":\[)(\{.*?\}),(\{.*?\})\]/, "$1$2,$2]"),
      "a column that no person has a cell for": swap(
        CREATED,
        '"columns":[',
        '"columns":[{"name":"age","type":"text"},',
      ),
      "a key of a seat that the server filled": add("seat.added 3", {
        type: "seat.added",
        body: { seat: "s4", replaces: null, by: "account", key: publicKeyOf("s4") },
      }),
      "a seat with the key of another": add("seat.added 3", {
        type: "seat.added",
        body: { seat: "s4", replaces: null, by: "link-copied", key: publicKeyOf("s1") },
      }),
      "a key of a seat that is not there": add("seat.added 3", {
        type: "seat.key-added",
        body: keyAdded("s9", "new", null),
      }),
      "a key with another signature": add("seat.added 3", {
        type: "seat.key-added",
        body: { ...keyAdded("s1", "another device", "s1"), key: publicKeyOf("another's device") },
      }),
      "a ballot with the key of another seat": (entries) => {
        const place = placeOf(entries, "ballot.sealed");
        const body = { ...Object(entries[place]?.body), key: publicKeyOf("s2") };
        return entries.with(place, { ...entries[place], body });
      },
      "a ballot with an unproven key, of a seat that has a proven one": newDevice,
      "a key that an unproven key of another seat vouches for": add(
        "seat.added 3",
        { type: "seat.key-added", body: keyAdded("s2", "s2's new device", null) },
        { type: "seat.key-added", body: keyAdded("s1", "new", "s2's new device") },
      ),
      "a key that a removed seat vouches for": add("seat.removed", {
        type: "seat.key-added",
        body: keyAdded("s1", "new", "s3"),
      }),
      "a key of another seat": add("seat.added 3", {
        type: "seat.key-added",
        body: keyAdded("s1", "s2", null),
      }),
      "a key that an unknown key vouches for": add("seat.added 3", {
        type: "seat.key-added",
        body: keyAdded("s1", "new", "unknown"),
      }),
    },
  },
  {
    log: "known",
    page: "log-format-restore",
    changes: {
      "a restore that skips more links than were lost": swap(
        "log.restored",
        '"skippedLinks":0',
        '"skippedLinks":33',
      ),
      "a restore with another number": swap("log.restored", "/restored-1", "/restored-2"),
      "a restore of entries before it": swap("log.restored", '"lostSeq":99', '"lostSeq":37'),
      "a checkpoint of a lost history that is none": swap(
        "log.restored",
        '"lostCheckpoint":null',
        '"lostCheckpoint":"none"',
      ),
      "a lost closing of no open round": swap(
        "log.restored",
        '"lostClosing":null',
        '"lostClosing":{"entry":"none","proof":[],"checkpoint":"none"}',
      ),
      "a round that is closed although its link was shown": add("ballot.sealed 4", restored),
      "a round that is cancelled for another reason than its shown link": add("round.opened 3", restored),
      "a round that is cancelled as if its link had been shown": swap(
        "round.cancelled",
        '"trouble"',
        '"restored"',
      ),
      "a link that was shown of no open round": swap("log.restored", '"linkShown":false', '"linkShown":true'),
      "a name of checkpoints that was there before": add("log.restored", {
        ...restored,
        body: { ...restored.body, linkShown: false },
      }),
      "a lost history with the same head": (entries) => {
        const place = placeOf(entries, "log.restored");
        const lostHead = chained(entries.slice(0, place)).head;
        return entries.with(place, { ...restored, body: { ...restored.body, linkShown: false, lostHead } });
      },
    },
  },
  {
    log: "records",
    page: "log-format-restore",
    changes: {
      "a link that was shown of a draw at opening": add("round.opened", restored),
    },
  },
  {
    log: "paper",
    page: "log-format",
    changes: {
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
  },
  {
    log: "ix",
    page: "log-format-learners",
    changes: {
      "a delta of 1": swap(CREATED, '"delta":"0.05"', '"delta":"1"'),
    },
  },
  {
    log: "ix",
    page: "log-format",
    changes: {
      "a last close before its deadline": (entries) =>
        entries.with(-1, { ...Object(entries.at(-1)), at: 2_000 }),
    },
  },
  {
    log: "average",
    page: "log-format",
    changes: {
      "a close for no known reason": swap("round.closed", /"reason":"[a-z-]+"/, '"reason":"whim"'),
      "a violation less": swap("round.closed", /,\{"high":2[^}]*\}/, ""),
    },
  },
  {
    log: "records",
    page: "log-format-guarded",
    changes: {
      "picks in a study that sets no number": swap(
        "round.opened",
        '"eta"',
        '"picks":{"nu":"0","none":"0","all":"0"},"eta"',
      ),
      "numbers of another mode": swap("round.opened", '"eta"', '"guard":{},"eta"'),
    },
  },
  {
    log: "records",
    page: "log-format",
    changes: {
      ...Object.fromEntries(
        [1, 2].map((round) => [
          `another draw commitment of round ${round}`,
          swap(`round.opened ${round}`, /"drawCommitment":"[0-9a-f]{8}/, '"drawCommitment":"00000000'),
        ]),
      ),
      "a cancelled round that was drawn when it opened": (entries) => {
        const { round, link, draw } = Object(entries.at(-1)).body;
        return entries.with(-1, {
          type: "round.cancelled",
          body: { round, link, draw, reason: "operator" },
        });
      },
    },
  },
  {
    log: "guarded",
    page: "log-format-docket",
    changes: {
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
  },
  {
    log: "guarded",
    page: "log-format-guarded",
    changes: {
      "another tau": swap("round.opened 2", '"tau":"0.2"', '"tau":"0.21"'),
      "another limit": swap("round.opened 2", '"limit":"0.2999999997"', '"limit":"0.31"'),
      "another target": swap("round.opened 2", '"target":"0.42413070', '"target":"0.42413080'),
      "another pull": swap("round.opened 2", '"pull":"0.44993', '"pull":"0.44994'),
      "a pull that is called uncut": swap("round.opened 2", '"isCut":true', '"isCut":false'),
      "another budget spent": swap("round.opened 2", '"spent":"0.6814', '"spent":"0.6815'),
      "another mixability": swap("round.opened 2", '"mixability":"0.55166', '"mixability":"0.55167'),
      "another share of no": swap("round.opened 2", '"noShare":"0.625"', '"noShare":"0.6"'),
      "another eta": swap("round.opened 2", '"eta":"3.2479401529120646"', '"eta":"3.2478"'),
      "another base chance": swap("round.opened 2", '"base":["0.0372', '"base":["0.0373'),
      "another chance": swap("round.opened 2", '"chance":"0.21131313797782525"', '"chance":"0.2114"'),
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
      "a step above 1": swap(CREATED, '"step":"0.2"', '"step":"1.5"'),
      "a pace of 0": swap(CREATED, '"pace":"20"', '"pace":"0"'),
      "a forget below 0": swap(CREATED, '"forget":"0.6"', '"forget":"-1"'),
      "an alpha of a millionth": swap(CREATED, '"alpha":"0.1"', '"alpha":"0.000001"'),
      "another fairness multiplier": swap(CREATED, '"fairnessMultiplier":"1"', '"fairnessMultiplier":"2"'),
      "another pairRule": swap(CREATED, '"pairRule":"all"', '"pairRule":"average"'),
      "halves when settled": swap(CREATED, '"rejectedHalves":"at-close"', '"rejectedHalves":"when-settled"'),
      "a share of rule 0 above 1": swap(CREATED, '"none":"0.25"', '"none":"1.25"'),
      "shares of the constants above 1": swap(CREATED, '"none":"0.25"', '"none":"0.9"'),
      "a prior of a rule that is not there": swap(CREATED, '"rule":5', '"rule":6'),
      "a prior weight of 0": swap(CREATED, '"weight":"0.3"', '"weight":"0"'),
      "another mode": swap(CREATED, '"mode":"guarded"', '"mode":"known"'),
    },
  },
  {
    log: "audit",
    page: "log-format-audit",
    changes: {
      "people who were chosen by an operator": swap("round.opened", '"by-lot"', '"by-operator"'),
      "people who were chosen and not drawn": (entries) =>
        entries.map((entry) => JSON.parse(JSON.stringify(entry).replaceAll('"p3"', '"p2"'))),
      "an outcome": add("round.closed last", outcome(1, 0, 1)),
      "an update": add("round.closed last", {
        type: "learner.updated",
        body: { fromSeq: 0, appliedSeq: 6, stateHash: zeros },
      }),
      "a draw": swap("round.closed", '"link"', '"draw":{"u":"0.5","order":[0,1],"decisions":[1,0]},"link"'),
      "an eta": swap("round.opened", '"eta":null', '"eta":"1"'),
      "another chance than the cell": swap("round.opened", '"chance":"0.4"', '"chance":"0.41"'),
      "columns of one name": swap(CREATED, '"name":"owns"', '"name":"score"'),
      "an alpha of 1": swap(CREATED, '"alpha":"0.1"', '"alpha":"1"'),
      "chances of a column that is not there": swap(
        CREATED,
        '"chance":{"column":"score"',
        '"chance":{"column":"age"',
      ),
    },
  },
  {
    log: "ftpl",
    page: "log-format-learners",
    changes: {
      "more resamples": swap("round.closed", '"resamples":[1,0]', '"resamples":[2,0]'),
      "resamples of a rejected person": swap("round.closed", '"resamples":[1,0]', '"resamples":[1,1]'),
      "more resamples than L": swap("round.closed 2", '"resamples":[1,2]', '"resamples":[1,3]'),
      "no resamples": swap("round.closed", /,"resamples":\[1,0\]/, ""),
      "resamples of too few": swap("round.closed 2", '"resamples":[1,2]', '"resamples":[1]'),
    },
  },
  {
    log: "erased",
    page: "log-format",
    changes: {
      "an outcome of an erased person": add("study.ended", {
        ...outcome(2, 0, 2),
        body: { round: 2, position: 0, version: 2, value: "no" },
      }),
    },
  },
  {
    log: "erased",
    page: "log-format-state",
    changes: {
      "an erasure without the state": swap("person.erased", /"state":\{.*\}\}/, '"state":null}}'),
      "an effect before it that no update holds": drop("learner.updated 4"),
      "another state than the last": swap("person.erased", /"totals":"[0-9a-f]{8}/, '"totals":"00000000'),
    },
  },
  {
    log: "beacon",
    page: "log-format-beacon",
    changes: {
      "another reason than that of the freeze": swap("round.closed", '"all-sealed"', '"operator"'),
      "another mark than that of the freeze": swap(
        "round.closed",
        '"asAnnounced":true',
        '"asAnnounced":false',
      ),
      "a wrong reason of the freeze": swap("round.closing", '"all-sealed"', '"operator"'),
      "a close without the freeze": drop("round.closing"),
      "a second freeze": (entries) => {
        const place = placeOf(entries, "round.closing");
        return entries.toSpliced(place, 0, { ...entries[place] });
      },
      "a ballot after the freeze": (entries) => {
        const place = placeOf(entries, "round.closing");
        const ballot = { ...entries[place - 1], body: { ...Object(entries[place - 1]?.body), version: 2 } };
        return entries.toSpliced(place + 1, 0, ballot);
      },
      "a deadline that moves after the freeze": add("round.closing", {
        type: "round.extended",
        body: { round: 1, deadlineAt: 99_999 },
      }),
      "a round that is cancelled after the freeze": (entries) => {
        const place = placeOf(entries, "round.closing");
        const { link } = Object(entries.at(-1)?.body);
        return [
          ...entries.slice(0, place + 1),
          { type: "round.cancelled", body: { round: 1, reason: "operator", link } },
        ];
      },
      "another number than the one to be named": swap("round.closing", '"beaconRound":1', '"beaconRound":2'),
      "another number than the one named": swap(
        "round.closed",
        /"signature":"[0-9a-f]{96}"/,
        `"signature":"${testNumber(2)}"`,
      ),
      "a number before it came out": (entries) => entries.with(-1, { ...Object(entries.at(-1)), at: 8_999 }),
      "a close without the number": swap("round.closed", /"beacon":\{.*?\},?/, ""),
      "a draw of an opening in a study that draws at close": add("round.opened", {
        type: "round.drawn",
        body: { round: 1, beacon: { signature: testNumber(1), checkpoint: null }, drawCommitment: zeros },
      }),
    },
  },
  {
    log: "drawn",
    page: "log-format-beacon",
    changes: {
      "an opening that names no number": swap("round.opened", '"beaconRound":1,', ""),
      "an opening that names another number": swap("round.opened", '"beaconRound":1', '"beaconRound":2'),
      "an opening that commits to its draw": swap(
        "round.opened",
        '"drawCommitment":null',
        `"drawCommitment":"${zeros}"`,
      ),
      "a draw that is left out": drop("round.drawn"),
      "a second draw": (entries) => entries.toSpliced(-1, 0, entries[placeOf(entries, "round.drawn")] ?? {}),
      "a draw before its number came out": (entries) =>
        entries.with(-2, { ...Object(entries.at(-2)), at: 8_999 }),
      "a draw with another number": swap(
        "round.drawn",
        /"signature":"[0-9a-f]{96}"/,
        `"signature":"${testNumber(2)}"`,
      ),
      "another draw commitment": swap(
        "round.drawn",
        /"drawCommitment":"[0-9a-f]{8}/,
        '"drawCommitment":"00000000',
      ),
      "a close with a number of its own": swap(
        "round.closed",
        '"violations"',
        `"beacon":{"signature":"${testNumber(1)}","checkpoint":null},"violations"`,
      ),
      "a freeze": (entries) =>
        entries.toSpliced(-2, 0, {
          type: "round.closing",
          body: { round: 1, reason: "operator", asAnnounced: false, beaconRound: 1 },
        }),
      "a cancelled round": (entries) => {
        const { link } = Object(entries.at(-1)).body;
        return entries.with(-1, {
          ...entries.at(-1),
          type: "round.cancelled",
          body: { round: 1, reason: "operator", link },
        });
      },
    },
  },
  {
    log: "noted",
    page: "log-format-checkpoints",
    changes: {
      "a checkpoint with another root": noted({ root: zeros }),
      "a checkpoint with a root of 31 bytes": noted({ root: "00".repeat(31) }),
      "a checkpoint from before the number was named": noted({ size: 9 }),
      "a checkpoint of its own entry": noted({ size: 14 }),
      "a checkpoint under another name": noted({ origin: "log.example/studies/study-2" }),
      "a checkpoint that another key signed": noted({ signer: "s1" }),
      "a checkpoint with a false signature of its witness": noted({ cosigned: "another text" }),
      "a checkpoint without a signature": swap("round.closed", /(\\n\\n)\u2014.*?\\n"/, '$1"'),
      "a checkpoint without its text": swap("round.closed", /"checkpoint":".*?\\n\\n/, '"checkpoint":"'),
    },
  },
  {
    log: "lost",
    page: "log-format-restore",
    changes: {
      "another number than the lost closing fixed": lost({ closing: { beaconRound: 2 } }),
      "a lost closing of another round": lost({ lost: { body: { round: 2 } } }),
      "a lost entry that is no closing": lost({ lost: { type: "round.closed" } }),
      "a lost closing with a key more in its body": lost({ lost: { body: { also: 1 } } }),
      "a lost closing that is no entry": lost({ lostClosing: { entry: "{}" } }),
      "a lost closing with another proof": lost({ lostClosing: { proof: [zeros, zeros] } }),
      "a lost closing without its proof": lost({ lostClosing: { proof: [] } }),
      "a lost closing with a key more": lost({ lostClosing: { also: 1 } }),
      "a lost closing in a checkpoint that another key signed": lost({ note: { signer: "s1" } }),
      "a lost closing that was cosigned after its number": lost({ note: { cosignedAt: 9 } }),
      "a lost closing with a false signature of its witness": lost({ note: { cosigned: "another text" } }),
      "no lost checkpoint, although there are witnesses": lost({ restored: { lostCheckpoint: null } }),
      "a lost checkpoint that is none": lost({ restored: { lostCheckpoint: "nothing" } }),
      "a lost checkpoint of more than was lost": (entries) =>
        swap("log.restored", '"lostSeq":10', '"lostSeq":9')(entries),
      "a link that was shown of a draw with a beacon": lost({ restored: { linkShown: true } }),
    },
  },
  {
    log: "points",
    page: "log-format-docket",
    changes: {
      "unfair within the tolerance": said([0, 1, "unfair", 38]),
      "acceptable beyond the tolerance": said([0, 1, "acceptable", 37]),
      "a tolerance of a verdict that is not sure": said([0, 1, "unsure", 38]),
      "a tolerance above 100": said([0, 1, "acceptable", 101]),
      "a tolerance below 0": said([0, 1, "unfair", -1]),
      "a pair the other way round": said([1, 0, "acceptable", 38]),
      "a word of no meaning": said([0, 1, "perhaps"]),
      "a question where pairs are eligible": add("round.opened last", {
        type: "round.tolerances-asked",
        body: ASKED,
      }),
    },
  },
  {
    log: "audit",
    page: "log-format-docket",
    changes: { "a tolerance that was not asked for": said(POINTS, {}) },
  },
  {
    log: "asked",
    page: "log-format-docket",
    changes: {
      "an answer without a tolerance": asked([0, 1, "acceptable"]),
      "an answer that contradicts its tolerance": asked([0, 1, "acceptable", 37]),
      "an answer that is not sure": asked([0, 1, "unsure", 38]),
      "an answer on the pair the other way round": asked([1, 0, "acceptable", 38]),
      "a question about the pair the other way round": asked(POINTS, { round: 3, pairs: [[1, 0]] }),
      "a question about no pair of the round": asked(POINTS, { round: 3, pairs: [[0, 2]] }),
      "a question about a pair twice": asked(POINTS, { round: 3, pairs: [...ASKED.pairs, ...ASKED.pairs] }),
      "a question about another round": asked(POINTS, { round: 2, pairs: ASKED.pairs }),
      "a second question": add("round.tolerances-asked", { type: "round.tolerances-asked", body: ASKED }),
      "a question after a ballot": add("ballot.sealed last", { type: "round.tolerances-asked", body: ASKED }),
    },
  },
  {
    log: "quiet",
    page: "log-format-docket",
    changes: {
      "stays open without pairs although the study closes such rounds, and nothing was asked":
        drop("round.tolerances-asked"),
      "another entry between the opening and the question": add("round.opened last", guidelines),
      "another closing than that of a round that stays open": swap(
        "round.opened last",
        '"deadline"',
        '"by-hand"',
      ),
    },
  },
  {
    log: "known",
    page: "log-format",
    changes: {
      "an alpha below 0": learner({ alpha: "-0.1" }),
      "an alpha with a zero at its end": learner({ alpha: "0.080" }),
      "an alpha that is a number": learner({ alpha: 0 }),
      "an eps of 0": learner({ eps: "0" }),
      "a multiplier of 0": learner({ fairnessMultiplier: "0" }),
      "a roundSize of 0": learner({ roundSize: 0 }),
      "a horizon of 0": learner({ horizon: 0 }),
      "an unknown learner": learner({ learner: "exp3" }),
      "another version of the learner": learner({ version: 2 }),
      "an unknown mode": learner({ mode: "unknown" }),
      "an unknown pairRule": learner({ pairRule: "none" }),
      "a pairRule of another mode": learner({ pairRule: "all" }),
      "an unknown time of halves": learner({ rejectedHalves: "never" }),
      "two columns of one name": learner({ columns: Array(2).fill({ name: "score", type: "number" }) }),
      "no kernel": learner({ kernel: undefined }),
      "a gamma that divides by 0": swap(CREATED, '"denominator":2', '"denominator":0'),
      "a docket of size 0": swap(CREATED, '"docket":{"size":2}', '"docket":{"size":0}'),
      "a docket of no size": swap(CREATED, '"docket":{"size":2}', '"docket":"nothing"'),
      "an unknown time of the draw": swap(CREATED, '"drawAt":"close"', '"drawAt":"later"'),
      "no time of the draw": swap(CREATED, '"drawAt":"close"', '"drawAt":null'),
      "tolerances that are neither asked for nor not": swap(CREATED, '"tolerance":false', '"tolerance":0'),
    },
  },
  {
    log: "known",
    page: "log-format-learners",
    changes: {
      "a delta": learner({ delta: "0.1" }),
      "resamples of Exp2": learner({ resampleCount: 10 }),
      "an omegaMultiplier of Exp2": learner({ omegaMultiplier: "2" }),
    },
  },
  {
    log: "ix",
    page: "log-format-learners",
    changes: {
      "a delta of 0": learner({ delta: "0" }),
      "no delta": learner({ delta: undefined }),
      "no horizon": learner({ horizon: null }),
      "a horizon after which it goes on": learner({ afterHorizon: "anytime" }),
    },
  },
  {
    log: "ftpl-known",
    page: "log-format-learners",
    changes: {
      "a resampleCount of 7": learner({ resampleCount: 7 }),
      "fewer resamples than L": learner({ resampleCount: 1 }),
      "more than a million resamples": learner({ resampleCount: 2_000_000 }),
      "no resampleCount": learner({ resampleCount: undefined }),
      "an omegaMultiplier of 0": learner({ omegaMultiplier: "0" }),
      "mode ix": learner({ mode: "ix", delta: "0.1" }),
      "no horizon": learner({ horizon: null }),
      "a horizon after which it goes on": learner({ afterHorizon: "anytime" }),
      "an even draw": learner({ draw: "even" }),
      "a prior": learner({ prior: { kind: "constants", none: "0.1", all: "0.1" } }),
    },
  },
  {
    log: "known",
    page: "log-format-picks",
    changes: {
      "picks without an even draw": learner({ picks: { rule: "exactly", count: "1" } }),
      "a number of 0 picks": learner({ draw: "even", picks: { rule: "exactly", count: "0" } }),
      "more picks than people": learner({ draw: "even", picks: { rule: "exactly", count: "3" } }),
      "an unknown rule of picks": learner({ draw: "even", picks: { rule: "about", count: "1" } }),
      "a key more in picks": learner({ draw: "even", picks: { rule: "exactly", count: "1", also: 1 } }),
    },
  },
  {
    log: "paper",
    page: "log-format-picks",
    changes: { "a number of picks": learner({ picks: { rule: "exactly", count: "1" } }) },
  },
  {
    log: "ftpl-known",
    page: "log-format-picks",
    changes: { "half a pick": learner({ picks: { rule: "exactly", count: "1.5" } }) },
  },
  {
    log: "guarded",
    page: "log-format-guarded",
    changes: {
      "an allowance of 0": guarded({ allowance: "0" }),
      "a trust of 0": guarded({ trust: "0" }),
      "a budget above 1000": guarded({ budget: "1001" }),
      "a tauStart above 1": guarded({ tauStart: "1.5" }),
      "a forget of 0": guarded({ forget: "0" }),
      "upwards that is false": guarded({ upwards: false }),
      "a key more in guarded": guarded({ also: "1" }),
      "a keep above 1": swap(CREATED, '"keep":"0.2"', '"keep":"1.2"'),
      "a prior of a rule twice": swap(CREATED, '"rule":5', '"rule":3'),
      "a prior of an unknown kind": swap(CREATED, '"kind":"score"', '"kind":"guess"'),
      "a prior without its column": swap(CREATED, '"column":"score","none"', '"none"'),
    },
  },
  {
    log: "records",
    page: "log-format-guarded",
    changes: {
      "a rate of 0": swap(CREATED, /"rate":"[^"]*"/, '"rate":"0"'),
      "losses of too few rules": swap(CREATED, /"losses":\["[^"]*",/, '"losses":['),
      "records of no one": swap(CREATED, /"count":\d+/, '"count":0'),
    },
  },
  {
    log: "known",
    page: "log-format-guarded",
    changes: {
      "settings of mode guarded": learner({ guarded: {} }),
      "an unknown draw": learner({ draw: "odd" }),
    },
  },
  {
    log: "paper",
    page: "log-format-guarded",
    changes: {
      "an even draw": learner({ draw: "even" }),
      "a prior": learner({ prior: { kind: "constants", none: "0.1", all: "0.1" } }),
    },
  },
  {
    log: "known",
    page: "log-format-classes",
    changes: {
      "an unknown class": rules("guesses", { cuts: [] }),
      "a key more in a class": rules("thresholds", { cuts: [], also: 1 }),
      "cuts that descend": cuts({ cut: "5" }, { cut: "4" }),
      "a cut twice": cuts({ cut: "5" }, { cut: "5" }),
      "a cut that is no decimal": cuts({ cut: "five" }),
      "cuts of an unknown column": rules("thresholds", { cuts: [{ column: "age", cut: "5" }] }),
      "an unknown side": cuts({ cut: "5", side: "below" }),
      "an unknown answer of blanks": cuts({ cut: "5", side: "above", blank: "fail" }),
      "blanks that pass both sides": cuts({ cut: "5", blank: "pass" }),
      "blanks that pass at one cut only": cuts(
        { cut: "5", side: "above", blank: "pass" },
        { cut: "6", side: "above" },
      ),
      "a range with a step of 0": cuts({ from: "1", step: "0", count: 2 }),
      "a range of no cut": cuts({ from: "1", step: "1", count: 0 }),
      "too many cuts": cuts({ from: "1", step: "1", count: 5_000_001 }),
      "cuts of a column apart": rules(
        "thresholds",
        { cuts: ["score", "age", "score"].map((column, at) => ({ column, cut: String(5 + at) })) },
        ["score", "age"].map((name) => ({ name, type: "number" })),
      ),
      "a predicate twice": rules("conjunctions", { predicates: [above("5"), above("5")] }),
      "an unknown test": rules("conjunctions", {
        predicates: [{ column: "score", test: "near", value: "5" }],
      }),
      "a test of a blank with a value": rules("conjunctions", {
        predicates: [{ column: "score", test: "is-blank", value: "5" }],
      }),
      "too many predicates": rules("signed-conjunctions", {
        predicates: Array.from({ length: 13 }, (_, at) => above(String(at))),
      }),
      "decision lists of no step": rules("decision-lists", { predicates: [above("5")], longest: 0 }),
      "decision lists of seven steps": rules("decision-lists", { predicates: [above("5")], longest: 7 }),
      "trees of depth 4": rules("trees", { predicates: [above("5")], depth: 4 }),
      "too many trees": rules("trees", {
        predicates: Array.from({ length: 30 }, (_, at) => above(String(at))),
        depth: 2,
      }),
      "scorecards of no point": rules("scorecards", { predicates: [above("5")], largestPoints: 0 }),
      "too many scorecards": rules("scorecards", {
        predicates: Array.from({ length: 8 }, (_, at) => above(String(at))),
        largestPoints: 3,
      }),
      "a class of no rule": rules("explicit", { rules: [] }),
      "a rule of a class that has fewer": rules("explicit", {
        rules: [{ from: { kind: "conjunctions", version: 1, predicates: [above("5")] }, rule: 3 }],
      }),
    },
  },
];

type Log = {
  readonly entries: Entries;
  readonly features: () => string;
  readonly totals?: () => string;
  readonly rules?: string;
};

const erased = knownLog({ erased: "p3" }).log;
const logs: Readonly<Record<string, Log>> = {
  ...{ known: knownLog().log, paper: paperLog(), ix: ixLog(), average: averageLog() },
  ...{ records: recordsLog(), guarded: guardedLog().log, audit: auditLog(), ftpl: ftplPaperLog() },
  erased: { entries: erased.entries, features: () => erased.features(["p3"]), totals: () => erased.totals() },
  beacon: beaconLog("close"),
  drawn: beaconLog("opening"),
  "ftpl-known": ftplLog(),
  noted: notedLog(),
  lost: lostLog(),
  points: auditLog({ said: POINTS, asksTolerance: true }),
  asked: auditLog({ said: POINTS, asked: ASKED }),
  quiet: auditLog({ said: POINTS, asked: ASKED, closesWithoutPairs: true }),
};

/** With its rules in a list of the record. */
const listed = { ...logOf(listedLog()), rules: rulesPart(RULE_LIST) };

function logOf(log: Log): Log {
  return { entries: log.entries, features: () => log.features() };
}

/** A record that no verifier may accept. */
export type Forgery = {
  /** The log, and how it is forged. */
  readonly name: string;
  /** The page of docs/ that forbids it. */
  readonly page: string;
  readonly record: string;
  /** The record as it was. */
  readonly honest: string;
  /** Whether the record has a forged list of rules. */
  readonly isOfList?: true;
};

/** A log that was forged, without the file around it. */
type ForgedLog = Omit<Forgery, "record" | "honest"> & { readonly log: Log; readonly forged: Entries };

export const forgedLogs: readonly ForgedLog[] = groups.flatMap(({ log: name, page, changes }) => {
  const log = logs[name];
  if (log === undefined) throw new Error(`there is no log ${name}`);
  return Object.entries(changes).map(([what, change]) => {
    return { name: `${name}, ${what}`, page, log, forged: change(log.entries) };
  });
});

/** Changes that the format allows. */
export const allowed = ["known, a ballot before an extended deadline", "known, an outcome after the end"];

/** All of them, as files. */
export function forgeries(): Forgery[] {
  const ofLogs = forgedLogs
    .filter(({ name }) => !allowed.includes(name))
    .map(({ name, page, log, forged }) => {
      return { name, page, record: fileOf(log, forged), honest: fileOf(log, log.entries) };
    });
  const { log } = knownLog();
  const honest = fileOf(log, log.entries);
  const ofFiles = Object.entries(files).map(([what, forge]) => {
    return { name: `file, ${what}`, page: "log-format", record: forge(honest, log), honest };
  });
  const withList = fileOf(listed, listed.entries);
  const ofLists = Object.entries(lists).map(([what, forged]) => {
    const record =
      typeof forged === "string"
        ? fileOf({ ...listed, rules: forged }, listed.entries)
        : fileOf(forged, forged.entries);
    return {
      name: `listed, ${what}`,
      page: "log-format-classes",
      record,
      honest: withList,
      isOfList: true as const,
    };
  });
  return [...ofLogs, ...ofFiles, ...ofLists];
}

/** Rows that the verifier in Python does not check: numbers of FTPL, and signatures of public numbers. */
export const notInPython = ["ftpl, more resamples", "drawn, a draw with another number"];

/**
 * Returns the first entry with a problem that the honest record does not have; 0: the file around the log; null: none.
 * Some honest records were computed by hand and differ from the verifier's in the last digit. A list of rules is a part
 * of the file, wherever a verifier finds that it is another one.
 */
export function refusedAt(
  { isOfList }: Forgery,
  found: readonly (ProblemText & { readonly seq: number })[],
  honest: readonly ProblemText[],
): number | null {
  const known = new Set(honest.map(({ text }) => text));
  const seqs = found.filter(({ text }) => !known.has(text)).map(({ seq }) => seq);
  const entries = seqs.filter((seq) => seq > 0 && !isOfList);
  if (entries.length > 0) return Math.min(...entries);
  return seqs.length > 0 ? 0 : null;
}

type ProblemText = { readonly text: string };

function fileOf(log: Log, entries: Entries, ...more: Body[]): string {
  const lines = more.map((line) => `${text(line)}\n`).join("");
  return recordOf(sealed(entries), `${log.features()}${lines}`, log.totals?.(), log.rules);
}
