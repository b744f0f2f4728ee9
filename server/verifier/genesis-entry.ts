import type { Entry } from "#server/audit-log/entries.ts";
import { digestLeaf } from "#server/audit-log/features.ts";
import { ordinalOf, personIdOf } from "#server/audit-log/pseudonyms.ts";
import { treeRoot } from "#server/audit-log/tree/root.ts";
import { checkBeacon } from "./beacon.ts";
import { firstKey } from "./seat-keys.ts";
import type { StudyState } from "./study.ts";
import { keysToTrust } from "./trust.ts";

/** Checks what is settled before and between rounds: settings, guidelines, people, seats, the end. */

export function studyCreated(study: StudyState, { seq, body }: Entry<"study.created">): void {
  study.findings.same("place of study.created", 1, seq);
  study.settle(body.settings);
  study.checkpointKeys = keysToTrust(body.checkpoints, study.trusted);
  study.beacon = body.beacon;
  checkBeacon(study, body.beacon);
  study.link = body.seedChain.anchor;
  study.linkCount = body.seedChain.length;
  study.guidelineVersion = body.guidelines.version;
}

export function settingsRevised(study: StudyState, { body }: Entry<"settings.revised">): void {
  const isEarly = study.ended.size === 0 && study.open === null;
  if (study.findings.require(isEarly, "settings", "no change after the first opening", "a change")) {
    study.settle(body.settings);
  }
}

export function guidelinesRevised(study: StudyState, { body }: Entry<"guidelines.revised">): void {
  study.findings.same("version of the guidelines", study.guidelineVersion + 1, body.version);
  study.guidelineVersion = body.version;
}

export function peopleImported(study: StudyState, { body }: Entry<"people.imported">): void {
  const [first, last] = [ordinalOf(body.first), ordinalOf(body.last)];
  const { findings } = study;
  findings.same("number of people imported", last - first + 1, body.count);
  const isNew = study.imported.every((range) => last < range[0] || range[1] < first);
  findings.require(isNew && first <= last, "people imported", "pseudonyms that are new", [
    body.first,
    body.last,
  ]);
  study.imported.push([first, last]);
  if (!study.hasFeatures) return;
  const digests = Array.from({ length: body.count }, (_, index) =>
    study.people.digests.get(personIdOf(first + index)),
  );
  const known = digests.filter((digest) => digest !== undefined);
  findings.same("features file: people imported here", body.count, known.length);
  if (known.length === body.count)
    findings.same("root of the people", treeRoot(known.map(digestLeaf)), body.root);
}

export function personErased(study: StudyState, entry: Entry<"person.erased">): void {
  const { findings, learning } = study;
  const { person, state } = entry.body;
  findings.require(study.hasImported(person), "person erased", "somebody imported", person);
  findings.require(!study.erased.has(person), "person erased", "once", person);
  findings.require(study.open === null, "person erased", "while no round is open", person);
  const isHeld = learning !== null && study.roundOf.has(person);
  const fits = findings.same(
    "state of an erasure",
    isHeld ? "a state" : "none",
    state === null ? "none" : "a state",
  );
  if (fits && state !== null) learning?.resume(state, study.totals.kept.get(state.totals));
  study.erased.add(person);
  learning?.effect(entry);
}

export function seatAdded(study: StudyState, entry: Entry<"seat.added">): void {
  const { findings, seats } = study;
  const { seat, replaces } = entry.body;
  findings.require(!seats.has(seat), "seat added", "a new seat", seat);
  if (replaces !== null) {
    const mayReplace = seats.get(replaces) === "removed" && !study.replaced.has(replaces);
    findings.require(mayReplace, "seat replaced", "a seat that was removed, once", replaces);
    study.replaced.add(replaces);
  }
  seats.set(seat, "active");
  firstKey(study, entry);
}

export function seatRemoved(study: StudyState, { body }: Entry<"seat.removed">): void {
  const { findings, seats, open } = study;
  findings.same("seat removed", "active", seats.get(body.seat) ?? "none");
  const isJudging = open !== null && open.sealed.size > 0 && open.panel.includes(body.seat);
  findings.require(!isJudging, "seat removed", "no seat of an open round with ballots", body.seat);
  seats.set(body.seat, "removed");
}

export function studyEnded(study: StudyState): void {
  study.findings.require(!study.hasEnded, "end of the study", "once", "again");
  study.hasEnded = true;
}
