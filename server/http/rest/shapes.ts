import type { Outputs } from "#server/http/outputs.ts";

/* Converts answers of procedures to pages into answers to programs (answer-schemas.ts). */

/** Nothing for a study in which the owner is an auditor: programs get nothing from there. */
export function studyItem({ role, played, ...study }: Outputs["accounts"]["myStudies"]["studies"][number]) {
  if (role === "auditor") return [];
  const { closedCount = null, plannedCount = null, reportCount = null } = played ?? {};
  const counts = { closedRounds: closedCount, plannedRounds: plannedCount, roundsWithAReport: reportCount };
  return [{ ...study, role, ...counts }];
}

/** A table with its columns, and the scope that a token needs for it. */
export function tableAnswer({ columns, ...table }: Outputs["results"]["data"]["tables"][number]) {
  const explained = columns.map(({ nullable = false, unit = null, ...column }) => {
    return { ...column, nullable, unit };
  });
  return { ...table, asks: askedFor(table.hasFeatures), columns: explained };
}

export function descriptionAnswer({ file, hasFeatures }: Outputs["results"]["data"]["descriptions"][number]) {
  return { file, asks: askedFor(hasFeatures) };
}

function askedFor(hasFeatures: boolean) {
  return hasFeatures ? ("features" as const) : ("read" as const);
}

export function roundItem({ number, result, ...round }: Outputs["results"]["rounds"]["rounds"][number]) {
  return {
    ...{ ...round, round: number },
    reportedPairs: result?.reported.length ?? null,
    pickedCount: result?.pickedCount ?? null,
    outcomes: result?.outcomes ?? null,
  };
}

/** A single round; fields that identify people outside the study are left out. */
export function roundAnswer({ round, panel, people, result }: Outputs["rounds"]["board"]) {
  return {
    ...{ ...round, round: round.number },
    sealedCount: panel.filter(({ sealedAt }) => sealedAt !== null).length,
    people: people.map(({ personId, selected, outcome, ...person }) => ({
      ...{ ...person, person: personId, isSelected: selected, outcome: outcome?.value ?? null },
    })),
    reported: result?.violations.map(({ flagCount, ...pair }) => ({ ...pair, flags: flagCount })) ?? null,
    tolerances:
      result?.tolerances?.map(({ tolerances, ...pair }) => ({ ...pair, points: tolerances })) ?? null,
  };
}
