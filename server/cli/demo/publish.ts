import type { App } from "#server/platform/app/app.ts";
import type { DraftParts } from "#server/schemas/drafts.ts";
import { plainReading } from "#server/study/cells/notation.ts";
import type { ColumnChoice } from "#server/study/draft.ts";
import { applicantColumns, applicantsFile, outcomeColumn } from "./applicants.ts";
import { type Answered, publishFile } from "./publish-file.ts";

const name = "Small loans (demo)";

const guidelines = `Look for two people who should be treated about alike, where one has a much better chance.

* Income, the amount asked for and late payments may make a difference.
* Housing should not make a difference by itself.
* You do not choose who gets a loan. You judge whether the difference in chances is fair.`;

/** Publishes the demo study as an operator would: file, steps, button. */
export function publishDemo(app: App, operatorId: string): Promise<string> {
  return publishFile(app, { operatorId, name, isDemo: true, bytes: applicantsFile(1, 240), answers });
}

/**
 * The answers: a panel of five of which three must agree, six people a round, 32 rules and one that picks no person.
 */
function answers({ people, rules, settings }: Answered): DraftParts {
  return {
    purpose: {
      name,
      decision: "who gets a small loan",
      purpose: "Who gets a small loan? All people here are made up.",
      guidelines,
    },
    people: { ...people, columns: people.columns.map(decided) },
    rules: {
      ...rules,
      kind: "conjunctions",
      predicates: [
        { source: sourceOf("monthly income"), test: "above", value: "2500" },
        { source: sourceOf("loan amount"), test: "at-most", value: "12000" },
        { source: sourceOf("years in job"), test: "above", value: "1" },
        { source: sourceOf("housing"), test: "is-not", value: "family" },
        { source: sourceOf("late payments"), test: "at-most", value: "1" },
      ],
    },
    settings: {
      ...settings,
      // its rounds are played without waiting
      restsOnBeacon: false,
      roundSize: "6",
      seats: "5",
      neededFlags: "3",
      quorum: "3",
      alphaPoints: "10",

      horizon: "40",
      afterHorizon: "anytime",
    },
  };
}

function decided(column: ColumnChoice): ColumnChoice {
  const isOutcome = column.name === outcomeColumn;
  if (isOutcome) return { ...column, role: "outcome", yes: ["yes"], no: ["no"] };
  const type = applicantColumns[column.source]?.type ?? column.type;
  return { ...column, role: "both", ...plainReading(type) };
}

function sourceOf(column: string): number {
  return applicantColumns.findIndex((each) => each.name === column);
}
