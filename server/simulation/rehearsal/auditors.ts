import * as t from "#messages/rehearsalProblems.ts";
import { isOrdered } from "#server/audit-log/panel-ways.ts";
import type { AuditorSpec } from "#server/simulation/engine/auditors.ts";
import type { DistanceWeights } from "#server/simulation/engine/distances.ts";
import { isShown, shownColumns } from "#server/study/columns.ts";
import type { ColumnChoice, SimulatedAuditor, StudyDraft } from "#server/study/draft.ts";
import { firstAuditor } from "#server/study/empty-draft.ts";
import { numbersOf } from "#server/study/read-columns.ts";
import type { PeopleReading } from "#server/study/reading.ts";

/** The most auditors from whom the panels of a rehearsal are chosen. */
export const mostMembers = 100;

/** Returns one synthetic auditor for each planned seat; for each auditor of the study where a panel is a part of them. */
export function seatsOf({
  settings,
  rehearsal,
}: Pick<StudyDraft, "settings" | "rehearsal">): SimulatedAuditor[] {
  const typed = isOrdered(settings.panelSelection.how) ? rehearsal.members : settings.seats;
  const seats = /^[1-9]\d{0,2}$/.test(typed.trim()) ? Number(typed) : 0;
  return Array.from({ length: seats }, (_, seat) => rehearsal.auditors[seat] ?? firstAuditor);
}

/** Returns the columns that an auditor weighs: the chosen ones that are shown, or all that are shown. */
export function weighedColumns(
  { columns: chosen }: Pick<SimulatedAuditor, "columns">,
  columns: readonly ColumnChoice[],
): ColumnChoice[] {
  const shown = shownColumns(columns);
  const own = shown.filter(({ source }) => chosen.includes(source));
  return own.length === 0 ? shown : own;
}

/**
 * Returns the auditors in the form of the simulation. People at opposite ends of all weighed columns deserve to be
 * `deserves` points apart. Each column has an equal part of that, in proportion to the difference in it.
 *
 * @param seats without problems
 */
export function auditorSpecs(
  seats: readonly SimulatedAuditor[],
  columns: readonly ColumnChoice[],
  reading: PeopleReading,
): AuditorSpec[] {
  return seats.map((seat): AuditorSpec => {
    if (seat.kind === "silent") return { kind: "silent" };
    if (seat.kind === "copies") return { kind: "copy", of: Number(seat.of) - 1 };
    const weighed = weighedColumns(seat, columns);
    const part = Number(seat.deserves) / 100 / weighed.length;
    const weights = Object.fromEntries(
      weighed.map((column) => [column.name.trim(), part / spread(column, reading)]),
    );
    return {
      kind: "distance",
      weights,
      ...(seat.cutOff.trim() !== "" && { cutOff: Number(seat.cutOff) / 100 }),
      ...(seat.kind === "careless" && { wrong: Number(seat.wrong) / 100 }),
      ...(seat.kind === "first" && { looksAt: Number(seat.first) }),
    };
  });
}

/** Returns the weights of all shown columns with which people at opposite ends of all of them have distance 1. */
export function evenWeights(columns: readonly ColumnChoice[], reading: PeopleReading): DistanceWeights {
  const shown = shownColumns(columns);
  return Object.fromEntries(
    shown.map((column) => [column.name.trim(), 1 / shown.length / spread(column, reading)]),
  );
}

/** Returns what counts as a whole difference: the range of a number, any two different words. */
function spread(column: ColumnChoice, reading: PeopleReading): number {
  const numbers = column.type === "number" ? numbersOf(reading, column) : null;
  const width = numbers ? Number(numbers.largest) - Number(numbers.smallest) : 1;
  return width > 0 ? width : 1;
}

/** Returns the problems of the synthetic auditors, each at `seat.field`. */
export function auditorProblems(
  seats: readonly SimulatedAuditor[],
  columns: readonly ColumnChoice[],
): { readonly field: string; readonly message: string }[] {
  if (!columns.some(isShown)) return [{ field: "auditors", message: t.nothingShown() }];
  return seats.flatMap((auditor, seat) =>
    seatProblems(auditor, seat).map(({ field, message }) => ({ field: `${seat}.${field}`, message })),
  );
}

function seatProblems({ kind, deserves, cutOff, wrong, first, of }: SimulatedAuditor, seat: number) {
  const problems: { field: string; message: string }[] = [];
  const number = (field: string, value: string, from: number, to: number) => {
    const isWell = /^\d{1,6}(\.\d{1,6})?$/.test(value.trim()) && Number(value) >= from && Number(value) <= to;
    if (!isWell)
      problems.push({ field, message: t.seatNumber({ seat: seat + 1, from, to, value: value.trim() }) });
  };
  if (kind === "copies") {
    if (!/^[1-9]\d{0,2}$/.test(of.trim()) || Number(of) > seat)
      problems.push({ field: "of", message: t.seatCopies({ seat: seat + 1 }) });
    return problems;
  }
  if (kind === "silent") return problems;
  number("deserves", deserves, 0, 1_000);
  if (cutOff.trim() !== "") number("cutOff", cutOff, 1, 1_000);
  if (kind === "careless") number("wrong", wrong, 0, 100);
  if (kind === "first" && !/^\d{1,5}$/.test(first.trim())) number("first", "-", 0, 99_999);
  return problems;
}
