import type { Outputs } from "#server/http/outputs.ts";

/* Converts answers of procedures to pages into answers to programs (answer-schemas.ts). */

/** Null for a study in which the owner is an auditor: programs get nothing from there. */
export function studyItem({
  id,
  name,
  state,
  role,
  played,
}: Outputs["accounts"]["myStudies"]["studies"][number]) {
  if (role === "auditor") return [];
  const { closedCount = null, plannedCount = null, reportCount = null } = played ?? {};
  return [
    {
      id,
      name,
      state,
      role,
      closedRounds: closedCount,
      plannedRounds: plannedCount,
      roundsWithAReport: reportCount,
    },
  ];
}

/** A table with its columns, and the scope that a token needs for it. */
export function tableAnswer({
  name,
  about,
  files,
  hasFeatures,
  columns,
}: Outputs["results"]["data"]["tables"][number]) {
  const explained = columns.map(({ name, type, nullable = false, unit = null, about }) => ({
    ...{ name, type, nullable, unit, about },
  }));
  return { name, about, files, asks: askedFor(hasFeatures), columns: explained };
}

export function descriptionAnswer({ file, hasFeatures }: Outputs["results"]["data"]["descriptions"][number]) {
  return { file, asks: askedFor(hasFeatures) };
}

function askedFor(hasFeatures: boolean) {
  return hasFeatures ? ("features" as const) : ("read" as const);
}

/** A round in a list. */
export function roundItem(round: Outputs["results"]["rounds"]["rounds"][number]) {
  const { number, state, openedAt, deadlineAt, closedAt, openedSeq, closedSeq, result } = round;
  const { neededFlags, seatCount, personCount } = round;
  return {
    ...{ round: number, state, openedAt, deadlineAt, closedAt, openedSeq, closedSeq },
    ...{ neededFlags, seatCount, personCount },
    reportedPairs: result?.reported.length ?? null,
    pickedCount: result?.pickedCount ?? null,
    outcomes: result?.outcomes ?? null,
  };
}

/** A single round; fields that identify people outside the study are left out. */
export function roundAnswer({ round, panel, people, result }: Outputs["rounds"]["board"]) {
  const { number, state, openedAt, deadlineAt, closesAt, closedAt, openedSeq, closedSeq } = round;
  const { pairCount, neededFlags, rule, seatCount, panelChosen } = round;
  return {
    ...{ round: number, state, openedAt, deadlineAt, closesAt, closedAt, openedSeq, closedSeq },
    ...{ pairCount, neededFlags, rule, seatCount, panelChosen },
    sealedCount: panel.filter(({ sealedAt }) => sealedAt !== null).length,
    people: people.map(({ position, personId, chance, selected, isErased, outcome, override }) => ({
      ...{ position, person: personId, chance, isSelected: selected, isErased, override },
      outcome: outcome?.value ?? null,
    })),
    reported:
      result?.violations.map(({ high, low, flagCount, weight, annulledIn }) => ({
        high,
        low,
        flags: flagCount,
        weight,
        annulledIn,
      })) ?? null,
    tolerances:
      result?.tolerances?.map(({ high, low, tolerances }) => ({ high, low, points: [...tolerances] })) ??
      null,
  };
}

/** An outcome as it was recorded. */
export function recordedItem({
  round,
  position,
  version,
  value,
  seq,
}: Outputs["outcomes"]["record"][number]) {
  return { round, position, version, value, seq };
}
