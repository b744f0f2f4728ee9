import type { App } from "#server/platform/app/app.ts";
import type { DraftParts } from "#server/schemas/drafts.ts";
import { plainReading } from "#server/study/cells/notation.ts";
import type { ColumnChoice } from "#server/study/draft.ts";
import { applicantColumns, applicantsFile, chanceColumn, groupColumn, outcomeColumn } from "./applicants.ts";
import { type Answered, publishFile } from "./publish-file.ts";

const decision = "who gets a small loan";

const guidelines = `Look for two people who should be treated about alike, where one has a much better chance.

* Income, the amount asked for and late payments may make a difference.
* Housing should not make a difference by itself.
* You do not choose who gets a loan. You judge whether the difference in chances is fair.`;

/** Publishes a demo study that learns, as an operator would: file, steps, button. @param seed of its people */
export function publishLoans(
  app: App,
  operatorId: string,
  { name, seed, count }: { name: string; seed: number; count: number },
): Promise<string> {
  const answers = (draft: Answered): DraftParts => ({
    ...sharedAnswers(draft, name, outcomeColumn),
    rules: {
      ...draft.rules,
      kind: "conjunctions",
      predicates: [
        { source: sourceOf("monthly income"), test: "above", value: "2500" },
        { source: sourceOf("loan amount"), test: "at-most", value: "12000" },
        { source: sourceOf("years in job"), test: "above", value: "1" },
        { source: sourceOf("housing"), test: "is-not", value: "family" },
        { source: sourceOf("late payments"), test: "at-most", value: "1" },
      ],
    },
  });
  return publishFile(app, { operatorId, name, isDemo: true, bytes: applicantsFile(seed, count), answers });
}

/** Publishes a demo study that audits a rule in force. */
export function publishAudit(app: App, operatorId: string): Promise<string> {
  const name = "Loan rule in force (demo)";
  const answers = (draft: Answered) => sharedAnswers(draft, name, chanceColumn);
  const bytes = applicantsFile(3, 60);
  return publishFile(app, { operatorId, name, kind: "audit", isDemo: true, bytes, answers });
}

/** A panel of five of which three must agree, six people a round. @param used the column that is not a feature */
function sharedAnswers({ people, settings }: Answered, name: string, used: string) {
  return {
    purpose: { name, decision, purpose: "Who gets a small loan? All people here are simulated.", guidelines },
    people: { ...people, columns: people.columns.map((column) => decided(column, used)) },
    settings: {
      ...settings,
      // its rounds are played without waiting
      restsOnBeacon: false,
      roundSize: "6",
      picks: { rule: "exactly", count: "3" },
      seats: "5",
      neededFlags: "3",
      quorum: "3",
      alphaPoints: "10",
      // Early rounds show large differences, so the panel has pairs to report, and what they change can be seen.
      guarded: { ...settings.guarded, tauStartPoints: "40" },
      horizon: "40",
      afterHorizon: "anytime",
    },
  } satisfies DraftParts;
}

function decided(column: ColumnChoice, used: string): ColumnChoice {
  const { name, source } = column;
  if (name === groupColumn) return { ...column, role: "group" };
  if (name === outcomeColumn || name === chanceColumn) {
    if (name !== used) return { ...column, role: "ignored" };
    if (name === outcomeColumn) return { ...column, role: "outcome", yes: ["yes"], no: ["no"] };
    return { ...column, ...plainReading("number"), role: "chance", chanceUnit: "percent" };
  }
  return { ...column, role: "both", ...plainReading(applicantColumns[source]?.type ?? column.type) };
}

function sourceOf(column: string): number {
  return applicantColumns.findIndex((each) => each.name === column);
}
