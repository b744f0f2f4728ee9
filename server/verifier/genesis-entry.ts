import * as say from "#messages/differences.ts";
import { parseVerifierKey } from "#server/audit-log/checkpoints/keys.ts";
import {
  type AuditSettings,
  type Entry,
  type EntryType,
  isAudit,
  type StudySettings,
} from "#server/audit-log/entries.ts";
import { digestLeaf } from "#server/audit-log/features.ts";
import { groupColumns } from "#server/audit-log/groups.ts";
import { ordinalOf, personIdOf } from "#server/audit-log/pseudonyms.ts";
import { seedTreeSize } from "#server/audit-log/seeds.ts";
import { treeRoot } from "#server/audit-log/tree/root.ts";
import { compareDecimals } from "#server/learner/numeric/decimal.ts";
import { neededFlags } from "#server/learner/panel/needed-flags.ts";
import { checkBeacon } from "./beacon.ts";
import { requireDue } from "./retention.ts";
import { firstKey } from "./seat-keys.ts";
import type { StudyState } from "./study.ts";
import { keysToTrust } from "./trust.ts";

/** Checks entries before and between rounds: settings, guidelines, people, seats, the end. */

export function studyCreated(study: StudyState, entry: Entry<"study.created">): void {
  const { seq, body } = entry;
  const { findings } = study;
  findings.same(say.positionOfCreated(), 1, seq);
  findings.same(say.sizeOfSeedTree(), seedTreeSize, body.seedTree.size);
  findings.same(say.versionOfGuidelines(), 1, body.guidelines.version);
  checkSigners(study, entry);
  settle(study, body.settings);
  study.checkpointKeys = keysToTrust(body.checkpoints, study.trusted);
  study.beacon = body.beacon;
  checkBeacon(study, body.beacon);
  study.seedRoot = body.seedTree.root;
  study.guidelineVersion = body.guidelines.version;
}

export function settingsRevised(study: StudyState, { body }: Entry<"settings.revised">): void {
  const isEarly = study.ended.size === 0 && study.openRounds.size === 0;
  if (study.findings.require(isEarly, say.settings(), say.noLateChange(), say.aChange())) {
    settle(study, body.settings);
  }
}

/** Applies settings and checks them at once, even if no round uses them. */
function settle(study: StudyState, settings: StudySettings): void {
  const { findings } = study;
  study.settle(settings);
  const names = settings.learner.columns.map(({ name }) => name);
  const isShown = settings.presentation.fields.every((field) => names.includes(field));
  findings.require(isShown, say.columnsShown(), say.columnsOfFile(), settings.presentation.fields);
  const groups = groupColumns(settings);
  const areApart = new Set([...names, ...groups]).size === names.length + groups.length;
  findings.require(areApart, say.groupColumns(), say.notColumnsOfLearner(), groups);
  findings.guard(say.settings(), () => {
    neededFlags(settings.panel.gamma, 1);
    // A learner checks its settings when it is created.
    if (isAudit(settings)) checkAuditSettings(study, settings.learner);
    else findings.require(study.learning !== null, say.settings(), say.ofALearner(), say.none());
  });
}

function checkAuditSettings({ findings }: StudyState, { alpha, columns, chance }: AuditSettings["learner"]) {
  const isShare = compareDecimals(alpha, "0") >= 0 && compareDecimals(alpha, "1") < 0;
  findings.require(isShare, "alpha", say.alphaRange(), alpha);
  const names = columns.map(({ name }) => name);
  findings.same(say.differentColumns(), names.length, new Set(names).size);
  findings.require(names.includes(chance.column), say.columnOfChances(), say.oneOfColumns(), chance.column);
}

/** Checks the name under which checkpoints of this study are signed, and the keys of its witnesses. */
function checkSigners({ findings }: StudyState, { study, body }: Entry<"study.created">): void {
  const { origin, witnesses } = body.checkpoints;
  const name = `/studies/${study}`;
  findings.require(origin.endsWith(name), say.originOfCheckpoints(), say.nameEndingWith({ name }), origin);
  findings.same(say.differentWitnesses(), witnesses.length, new Set(witnesses).size);
  for (const witness of witnesses) {
    findings.guard(say.witness(), () => {
      findings.same(say.typeOfWitness(), "ed25519-cosignature", parseVerifierKey(witness).type);
    });
  }
}

export function guidelinesRevised(study: StudyState, { body }: Entry<"guidelines.revised">): void {
  study.findings.same(say.versionOfGuidelines(), study.guidelineVersion + 1, body.version);
  study.guidelineVersion = body.version;
}

export function peopleImported(study: StudyState, { body }: Entry<"people.imported">): void {
  const [first, last] = [ordinalOf(body.first), ordinalOf(body.last)];
  const { findings } = study;
  findings.same(say.peopleImported(), last - first + 1, body.count);
  const next = (study.imported.at(-1)?.[1] ?? 0) + 1;
  findings.same(say.firstImported(), personIdOf(next), body.first);
  study.imported.push([first, last]);
  if (!study.hasFeatures) return;
  const digests = Array.from({ length: body.count }, (_, index) =>
    study.people.digests.get(personIdOf(first + index)),
  );
  const known = digests.filter((digest) => digest !== undefined);
  findings.same(say.featuresFilePeople(), body.count, known.length);
  if (known.length === body.count)
    findings.same(say.rootOfPeople(), treeRoot(known.map(digestLeaf)), body.root);
}

export function personErased(study: StudyState, entry: Entry<"person.erased">): void {
  const { findings, learning } = study;
  const { person, state } = entry.body;
  findings.require(study.hasImported(person), say.personErased(), say.importedPerson(), person);
  findings.require(!study.erased.has(person), say.personErased(), say.once(), person);
  findings.require(study.openRounds.size === 0, say.personErased(), say.noRoundOpen(), person);
  requireDue(study, entry);
  const isHeld = learning !== null && study.roundOf.has(person);
  const fits = findings.presence(say.stateOfErasure(), isHeld, state !== null, say.aState());
  if (fits && state !== null) learning?.resume(state, study.totals.kept.get(state.totals));
  study.erased.add(person);
  learning?.effect(entry);
}

export function seatAdded(study: StudyState, entry: Entry<"seat.added">): void {
  const { findings, seats } = study;
  const { seat, replaces } = entry.body;
  findings.same(say.seatAdded(), `s${seats.size + 1}`, seat);
  if (replaces !== null) {
    const mayReplace = seats.get(replaces) === "removed" && !study.replaced.has(replaces);
    findings.require(mayReplace, say.seatReplaced(), say.removedSeatOnce(), replaces);
    study.replaced.add(replaces);
  }
  seats.set(seat, "active");
  firstKey(study, entry);
}

export function seatRemoved(study: StudyState, { body }: Entry<"seat.removed">): void {
  const { findings, seats, openRounds } = study;
  findings.same(
    say.seatRemoved(),
    say.status({ status: "active" }),
    say.status({ status: seats.get(body.seat) ?? "none" }),
  );
  const isJudging = [...openRounds.values()].some(
    ({ sealed, seated }) => sealed.size > 0 && seated.panel.includes(body.seat),
  );
  findings.require(!isJudging, say.seatRemoved(), say.notJudgingSeat(), body.seat);
  seats.set(body.seat, "removed");
}

/** The entries that may follow the end of a study. */
export const afterTheEnd: readonly EntryType[] = [
  ...(["outcome.recorded", "decision.overridden", "learner.updated", "person.erased"] as const),
  ...(["retention.changed", "log.restored"] as const),
];

export function studyEnded(study: StudyState, { at }: Entry<"study.ended">): void {
  study.findings.same(say.openAtEnd(), say.none(), study.openNumbers);
  study.endedAt = at;
}
