import type { StudySettings } from "#server/log/entries.ts";
import type { App } from "#server/services/app/app.ts";
import { csvLine } from "#server/tables/formats/csv-line.ts";
import { findingsTables } from "../findings/tables.ts";
import { requireStudy, settingsOf } from "../studies/settings.ts";
import { changeTables } from "./change-tables.ts";
import { guardedTables } from "./guarded-tables.ts";
import { readOverview } from "./read-overview.ts";
import { readPolicyView } from "./read-policy.ts";
import { withRules } from "./read-watched-rounds.ts";
import { type RoundFacts, readRoundFacts } from "./round-facts.ts";

type Lines = AsyncGenerator<string>;

/**
 * A table of the watching page as a CSV file, line by line; undefined if there is no such table.
 * @throws DomainError "not-found", "study-not-ready", before anything was sent
 */
export async function readWatchTable(app: App, studyId: string, table: string): Promise<Lines | undefined> {
  await app.store.read(async (db) => settingsOf(await requireStudy(db, studyId)));
  return Object.hasOwn(tables, table) ? tables[table]?.(app, studyId) : undefined;
}

const tables: Readonly<Record<string, (app: App, studyId: string) => Lines>> = {
  rounds: roundLines,
  people: peopleLines,
  pairs: pairLines,
  reports: reportLines,
  entropy: entropyLines,
  loss: lossLines,
  picked: pickedLines,
  rules: ruleLines,
  ...guardedTables,
  ...changeTables,
  ...findingsTables,
};

const roundsAtOnce = 50;

type Batch = { readonly facts: RoundFacts[]; readonly settings: StudySettings };

/** The study's rounds in their order, a few at a time. */
async function* batches(app: App, studyId: string): AsyncGenerator<Batch> {
  for (let after = 0; ; after += roundsAtOnce) {
    const batch = await app.store.read(async (db) => {
      const study = await requireStudy(db, studyId);
      const count = Math.max(0, Math.min(roundsAtOnce, study.roundCount - after));
      const numbers = Array.from({ length: count }, (_, index) => after + 1 + index);
      return {
        settings: settingsOf(study),
        facts: await readRoundFacts(db, studyId, numbers, { pairs: true }),
      };
    });
    if (batch.facts.length === 0) return;
    yield batch;
  }
}

async function* roundLines(app: App, studyId: string): Lines {
  yield csvLine([
    ...["round", "state", "opened in entry", "closed in entry", "opened at", "closed at", "people"],
    ...["lowest chance", "mean chance", "highest chance", "seats", "needed flags", "flags", "flagged pairs"],
    ...["reported pairs", "rule drawn", "number drawn", "picked"],
    ...["outcome yes", "outcome no", "outcome lost", "outcome pending"],
  ]);
  for await (const { facts, settings } of batches(app, studyId)) {
    for (const round of await withRules(app, studyId, settings, facts)) {
      const { result, chances } = round;
      yield csvLine([
        ...[round.number, round.state, round.openedSeq, round.closedSeq],
        ...[isoTime(round.openedAt), isoTime(round.closedAt), round.personCount],
        ...[chances.lowest, chances.mean, chances.highest, round.seatCount, round.neededFlags],
        ...[result?.flagCount ?? null, result?.flaggedPairs.length ?? null, result?.reported.length ?? null],
        ...[result?.draw?.rule ?? null, result?.draw?.u ?? null, result?.pickedCount ?? null],
        ...[result?.outcomes.yes ?? null, result?.outcomes.no ?? null],
        ...[result?.outcomes.lost ?? null, result?.outcomes.pending ?? null],
      ]);
    }
  }
}

async function* peopleLines(app: App, studyId: string): Lines {
  yield csvLine(["round", "person", "in the log", "chance", "decision", "outcome", "outcome in entry"]);
  for await (const { facts } of batches(app, studyId)) {
    for (const { round, people } of facts) {
      for (const { position, personId, chance, selected, outcome } of people) {
        const decision = selected === null ? null : selected ? "picked" : "not picked";
        const known = selected === false ? "will never be known" : (outcome?.value ?? null);
        yield csvLine([round.number, position + 1, personId, chance, decision, known, outcome?.seq ?? null]);
      }
    }
  }
}

async function* pairLines(app: App, studyId: string): Lines {
  yield csvLine([
    ...["round", "higher chance: person", "lower chance: person", "unfair", "acceptable", "not sure"],
    ...["reported", "share of the lesson"],
  ]);
  for await (const { facts } of batches(app, studyId)) {
    for (const { round, closed } of facts) {
      for (const pair of closed?.pairs ?? []) {
        yield csvLine([
          ...[round.number, pair.high + 1, pair.low + 1, pair.unfair, pair.acceptable, pair.unsure],
          ...[pair.weight === null ? "no" : "yes", pair.weight],
        ]);
      }
    }
  }
}

async function* reportLines(app: App, studyId: string): Lines {
  const { closed, limit, guarded } = await readOverview(app, studyId);
  const last = guarded ? "most that were possible" : "proven limit";
  yield csvLine(["round", "t", "reported pairs", "rounds with a report so far", last]);
  for (const [index, { round, t, reportedPairs, reportsSoFar }] of closed.entries()) {
    const most = guarded ? guarded.promise.most[t] : limit?.values[index];
    yield csvLine([round, t, reportedPairs, reportsSoFar, most ?? null]);
  }
}

async function* entropyLines(app: App, studyId: string): Lines {
  const { points } = await readPolicyView(app, studyId);
  yield csvLine(["round", "entropy in bits", "as many equal rules"]);
  for (const { round, bits } of points) yield csvLine([round, bits, 2 ** bits]);
}

async function* lossLines(app: App, studyId: string): Lines {
  const { closed } = await readOverview(app, studyId);
  yield csvLine([
    ...["round", "people", "picked", "outcomes pending", "outcomes lost"],
    ...["wrong per person (estimate), at least", "wrong per person (estimate), at most"],
    ...["mean so far (estimate)", "95% interval from", "95% interval to", "settled rounds in the mean"],
    "known outcomes in the mean",
  ]);
  for (const { round, personCount, pickedCount, loss, meanLoss } of closed) {
    yield csvLine([
      ...[round, personCount, pickedCount, loss.pendingCount, loss.lostCount, loss.low, loss.high],
      ...[meanLoss?.mean ?? null, meanLoss?.interval?.low ?? null, meanLoss?.interval?.high ?? null],
      ...[meanLoss?.roundCount ?? 0, meanLoss?.outcomeCount ?? 0],
    ]);
  }
}

async function* pickedLines(app: App, studyId: string): Lines {
  const { closed } = await readOverview(app, studyId);
  yield csvLine(["round", "people", "picked", "share picked", "mean chance"]);
  for (const { round, personCount, pickedCount, expectedCount } of closed) {
    yield csvLine([round, personCount, pickedCount, pickedCount / personCount, expectedCount / personCount]);
  }
}

async function* ruleLines(app: App, studyId: string): Lines {
  const { comparison } = await readPolicyView(app, studyId);
  yield csvLine(["rule", "share", "share before"]);
  for (const { rule, share, before } of [...(comparison?.heaviest ?? []), ...(comparison?.fallen ?? [])]) {
    yield csvLine([rule, share, before]);
  }
}

function isoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
