import { invitationRefSchema } from "#server/schemas/accounts.ts";
import { idSchema } from "#server/schemas/ids.ts";
import { type ReportKind, reportKinds } from "#server/study/report-forms.ts";

/** Reads an id from a cursor in the address. Anything else means the first page. */
export function idIn(value: string | string[] | undefined): string | undefined {
  return idSchema.safeParse(value).data;
}

/** Reads a hash from a cursor in the address. Anything else means the first page. */
export function hashIn(value: string | string[] | undefined): string | undefined {
  return invitationRefSchema.shape.ref.safeParse(value).data;
}

/** Reads which form of a report `?show=` names. Anything else means the whole report. */
export function reportKindIn(value: string | string[] | undefined): ReportKind {
  return reportKinds.find((kind) => kind === value) ?? "whole";
}
