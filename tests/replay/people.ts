/** People, seats, settings and guidelines (docs/log-format.md, sections 2 and 3). */

import { createHash } from "node:crypto";
import { readBeacon, requireTaking } from "./beacon.ts";
import type { Entry } from "./entries.ts";
import { goOn } from "./erasures.ts";
import type { Signers } from "./notes.ts";
import type { Fields } from "./read.ts";
import { Broken } from "./report.ts";
import { requireDue } from "./retention.ts";
import { firstKey } from "./seat-keys.ts";
import { readSettings, type Settings } from "./settings.ts";
import { LINKS, pseudonymNumber, type Study } from "./study.ts";

export function studyCreated(study: Study, { seq, body }: Entry): void {
  body.only(["settings", "seedTree", "checkpoints", "guidelines", "beacon"]);
  study.problems.same("place of study.created", 1, seq);
  const tree = body.object("seedTree").only(["root", "size"]);
  study.seedRoot = tree.hash("root");
  study.problems.same("size of the seed tree", LINKS, tree.whole("size", 1));
  const guidelines = body.object("guidelines").only(["version", "hash"]);
  guidelines.hash("hash");
  study.guidelineVersion = guidelines.whole("version");
  study.problems.same("version of the guidelines", 1, study.guidelineVersion);
  settle(study, readSettings(body.object("settings"), study));
  study.signers = checkpointsNamed(study, body.object("checkpoints"));
  study.beacon = readBeacon(study, body);
}

/** Reads the signers of checkpoints, those of public numbers and others stored elsewhere. */
function checkpointsNamed({ id, problems }: Study, checkpoints: Fields): Signers {
  checkpoints.only(["origin", "key", "witnesses"]);
  const key = checkpoints.hash("key");
  const origin = checkpoints.text("origin");
  const isName = /^[^\s+]+$/.test(origin) && origin.endsWith(`/studies/${id}`);
  problems.require(isName, "checkpoints: origin", `a name that ends with /studies/${id}`, origin);
  const witnesses = checkpoints.texts("witnesses");
  for (const witness of witnesses) {
    problems.require(isWitnessKey(witness), "checkpoints: witness", "a verifier key of type 4", witness);
  }
  problems.same("checkpoints: witnesses", witnesses.length, new Set(witnesses).size);
  return { origin, key, witnesses };
}

/** name+id+base64 (log-format-checkpoints.md, section 2). */
function isWitnessKey(text: string): boolean {
  const [, name = "", id, base64 = ""] = /^([^\s+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? [];
  const key = Buffer.from(base64, "base64");
  if (key.toString("base64") !== base64 || key.length !== 33 || key[0] !== 4) return false;
  const hash = createHash("sha256").update(`${name}\n`).update(key).digest("hex");
  return hash.slice(0, 8) === id;
}

export function settingsRevised(study: Study, { body }: Entry): void {
  body.only(["settings"]);
  if (study.rounds.size > 0) throw new Broken("settings.revised", "before the first opening", "after it");
  settle(study, readSettings(body.object("settings"), study));
}

function settle(study: Study, settings: Settings): void {
  study.settings = settings;
  study.selection = settings.selection;
  study.lottery = null;
}

export function guidelinesRevised(study: Study, { body }: Entry): void {
  body.only(["version", "hash"]);
  body.hash("hash");
  const version = body.whole("version");
  study.problems.same("version of the guidelines", study.guidelineVersion + 1, version);
  study.guidelineVersion = version;
}

export function peopleImported(study: Study, { seq, body }: Entry): void {
  body.only(["fileHash", "first", "last", "count", "root"]);
  body.hash("fileHash");
  const first = pseudonymNumber(body.text("first"));
  const last = pseudonymNumber(body.text("last"));
  const count = body.whole("count", 1);
  if (last - first + 1 !== count) throw new Broken("people imported", `${count} pseudonyms`, [first, last]);
  const next = (study.imported.at(-1)?.last ?? 0) + 1;
  study.problems.same("people imported: first", next, first);
  study.imported.push({ seq, first, last, root: body.hash("root") });
}

export function personErased(study: Study, { seq, at, body }: Entry): void {
  body.only(["person", "cause", "state"]);
  const person = body.text("person");
  study.problems.require(study.hasImported(person), "person erased", "an imported person", person);
  study.problems.require(!study.erased.has(person), "person erased", "once", person);
  study.problems.require(study.open.size === 0, "person erased", "while no round is open", person);
  if (body.word("cause", ["operator", "retention"]) === "retention") requireDue(study, at, person);
  goOn(study, seq, person, body);
  study.erased.add(person);
  study.effect(seq);
  if (study.rounds.size > 0 && study.settings?.guarded) study.knownGuarded().erase(person);
}

const waysIn = ["account", "link-copied", "link-mailed"];

export function seatAdded(study: Study, { body }: Entry): void {
  body.only(["seat", "replaces", "by", "key"]);
  const seat = body.text("seat");
  study.problems.same("seat added", `s${study.seats.size + 1}`, seat);
  const by = body.text("by");
  study.problems.require(waysIn.includes(by), "seat added", waysIn.join(" or "), by);
  if (!body.isNull("replaces")) {
    const replaced = body.text("replaces");
    const fits = isRemoved(study, replaced) && !study.replaced.has(replaced);
    study.problems.require(fits, "seat replaced", "a seat that is removed, once", replaced);
    study.replaced.add(replaced);
  }
  study.seats.set(seat, "active");
  firstKey(study, seat, body);
}

export function seatRemoved(study: Study, { body }: Entry): void {
  body.only(["seat"]);
  const seat = body.text("seat");
  study.problems.require(study.seats.get(seat) === "active", "seat removed", "a seat that exists", seat);
  const isFixed = [...study.open.values()].some(
    ({ panel, ballots }) => panel.includes(seat) && ballots.size > 0,
  );
  study.problems.require(!isFixed, "seat removed", "no ballot of its open rounds", seat);
  study.seats.set(seat, "removed");
}

export function roundExtended(study: Study, { at, body }: Entry): void {
  body.only(["round", "deadlineAt"]);
  const round = study.openRound(body.whole("round", 1));
  requireTaking(study, round, "deadline");
  const deadlineAt = body.whole("deadlineAt");
  if (round.deadlineAt === null) throw new Broken("deadline", "a round that has one", null);
  const before = Math.max(at, round.deadlineAt);
  study.problems.require(deadlineAt > before, "deadline", `after ${before}`, deadlineAt);
  round.deadlineAt = deadlineAt;
}

function isRemoved(study: Study, seat: string): boolean {
  return study.seats.get(seat) === "removed";
}

export function studyEnded(study: Study, { at, body }: Entry): void {
  body.only(["reason"]);
  const reason = body.text("reason");
  study.problems.require(reason === "operator", "study ended", "operator", reason);
  study.problems.require(study.open.size === 0, "study ended", "while no round is open", study.openNumbers);
  study.endedAt = at;
}
