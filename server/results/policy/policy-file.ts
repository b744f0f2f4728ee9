import { findEntry, findLastSeqOf } from "#db/queries/log.ts";
import { listRoundFeatures } from "#db/queries/round-people.ts";
import { findRound, listRounds, type RoundRow } from "#db/queries/rounds.ts";
import type { Reader } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { readLine } from "#server/audit-log/chain.ts";
import type { Entry, LearningSettings } from "#server/audit-log/entries.ts";
import { readCells } from "#server/audit-log/features.ts";
import { DomainError } from "#server/errors.ts";
import type { Features } from "#server/learner/config/spec.ts";
import type { App } from "#server/platform/app/app.ts";
import { loadRuleList } from "#server/platform/app/rule-lists.ts";
import { madeOnce, processCache } from "#server/platform/process/process-wide.ts";
import { readFieldWords } from "#server/studies/labels.ts";
import { replayState } from "#server/studies/learner/rebuild-state.ts";
import { learningOf, requireStudy, settingsOf } from "#server/studies/settings.ts";
import type { ChanceRule } from "#server/study/policy/chances.ts";
import { chancesFor, type GivenChances, type GivenPerson, peopleInCsv } from "#server/study/policy/people.ts";
import { mostListedRules, type PolicyFile } from "#server/study/policy/policy-file.ts";
import type { FieldWords } from "#server/study/words.ts";
import type { PolicyFacts } from "#server/workers/policy-file-tasks.ts";

type PolicyOfRound = { readonly studyId: string; readonly round: number };

const mostValues = 100;

/**
 * Makes the policy file of a round: its rules with their weights, from the state of the learner at the opening, replayed
 * from the log.
 *
 * @throws DomainError "study-audits"; "not-found"; "round-cancelled"; "policy-lost" for a round before an erasure;
 *   "policy-too-large"
 */
export async function readPolicyFile(
  app: App,
  { studyId, round: number }: PolicyOfRound,
): Promise<PolicyFile> {
  const opened = await app.store.read((db) => readRound(db, studyId, number));
  const key = `${studyId} ${number} ${opened.erasedSeq}`;
  // A policy never changes while no further person is erased.
  const kept = processCache<Promise<PolicyFile>>("policy-files", { max: 20 });
  return madeOnce(kept, key, () => makePolicy(app, studyId, opened));
}

/**
 * Computes the chances of people under a round's policy.
 *
 * @throws DomainError as readPolicyFile; "bad-input" as chancesFor
 */
export async function readPolicyChances(
  app: App,
  { people, rule, ...of }: PolicyOfRound & { people: readonly GivenPerson[]; rule: ChanceRule },
): Promise<GivenChances> {
  return chancesFor(await readPolicyFile(app, of), people, rule);
}

/**
 * Computes the chances of the people of a CSV file under a round's policy; rows are those of the file.
 *
 * @throws DomainError as readPolicyChances; "bad-input" as peopleInCsv
 */
export async function readPolicyChancesOfFile(
  app: App,
  { csv, rule, ...of }: PolicyOfRound & { csv: string; rule: ChanceRule },
): Promise<GivenChances & { readonly rows: readonly number[] }> {
  const policy = await readPolicyFile(app, of);
  const { people, rows } = peopleInCsv(csv);
  return { rows, ...chancesFor(policy, people, rule, rows) };
}

type OpenedRound = {
  readonly settings: LearningSettings;
  readonly round: RoundRow;
  readonly erasedSeq: number;
};

async function readRound(db: Reader, studyId: string, number: number): Promise<OpenedRound> {
  const settings = learningOf(settingsOf(await requireStudy(db, studyId)));
  const round = await findRound(db, studyId, number);
  if (round === undefined) throw new DomainError("not-found", t.noRoundHere());
  if (round.state === "cancelled") {
    throw new DomainError("round-cancelled", t.policyOfCancelled({ round: number }));
  }
  const erasedSeq = await findLastSeqOf(db, studyId, "person.erased");
  if (erasedSeq > round.openedSeq) {
    throw new DomainError("policy-lost", t.policyBeforeErasure({ round: number }));
  }
  return { settings, round, erasedSeq };
}

async function readFacts(
  db: Reader,
  studyId: string,
  { settings, round }: OpenedRound,
): Promise<{ facts: PolicyFacts; people: Features[] }> {
  const row = await findEntry(db, studyId, round.openedSeq);
  const { body } = readLine(row?.entry ?? "") as Entry<"round.opened">;
  const rounds = (await listRounds(db, studyId)).flatMap((each) =>
    each.state !== "cancelled" && each.number <= round.number ? [each.number] : [],
  );
  const rows = (await listRoundFeatures(db, studyId, rounds)).flatMap(({ features, ...row }) =>
    features === null ? [] : [{ ...row, cells: readCells(features) }],
  );
  const fields = await readFieldWords(db, studyId, settings);
  const seen = rows.map(({ cells }) => cells);
  return {
    people: rows.flatMap((each) => (each.round === round.number ? [each.cells] : [])),
    facts: {
      ...{ study: studyId, round: round.number },
      opening: { seq: round.openedSeq, hash: round.openedHash },
      ...{ eta: round.eta, noiseSeed: round.noiseSeed },
      ...{ guard: body.guard ?? null, picks: body.picks ?? null },
      chances: body.people.map(({ chance }) => chance),
      columns: fields.map((field, place) => columnOf(field, seen, place)),
    },
  };
}

function columnOf(
  { name, type, label, unit, isDate, words }: FieldWords,
  people: readonly Features[],
  place: number,
): PolicyFile["columns"][number] {
  const cells = new Set(people.flatMap((person) => person[place] ?? []));
  const values = type === "category" && cells.size <= mostValues ? [...cells].sort() : null;
  let range: { from: string; to: string } | null = null;
  if (type === "number") {
    for (const cell of cells) {
      range ??= { from: cell, to: cell };
      if (Number(cell) < Number(range.from)) range = { ...range, from: cell };
      if (Number(cell) > Number(range.to)) range = { ...range, to: cell };
    }
  }
  return { name, type, label, unit, isDate, words, range, values: values?.length === 0 ? null : values };
}

async function makePolicy(app: App, studyId: string, opened: OpenedRound): Promise<PolicyFile> {
  const { learner: spec } = opened.settings;
  const { appliedSeq } = opened.round;
  const { facts, people } = await app.store.read((db) => readFacts(db, studyId, opened));
  await loadRuleList(app, spec);
  const snapshot = appliedSeq === 0 ? null : await replayState(app, { studyId, spec, appliedSeq });
  const policy = await app.pool.run("makePolicyFile", { spec, snapshot, facts, people });
  if (policy !== null) return policy;
  throw new DomainError("policy-too-large", t.policyTooLarge({ most: mostListedRules }));
}
