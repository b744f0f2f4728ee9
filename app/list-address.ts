import { invitationRefSchema } from "#server/schemas/accounts.ts";
import { idSchema } from "#server/schemas/ids.ts";
import { type ReportKind, reportKinds } from "#server/study/report-forms.ts";

type Params = Record<string, string | string[] | undefined>;

/** Reads the text of `?search=`, cut to the longest search allowed. A parameter given twice is ignored. */
export function searchIn({ search }: Params): string {
  return typeof search === "string" && search.isWellFormed()
    ? search.replaceAll("\0", "").trim().slice(0, 200)
    : "";
}

/** Reads an id from a cursor in the address. Anything else means the first page. */
export function idIn(value: string | string[] | undefined): string | undefined {
  return idSchema.safeParse(value).data;
}

/** Reads a hash from a cursor in the address. Anything else means the first page. */
export function hashIn(value: string | string[] | undefined): string | undefined {
  return invitationRefSchema.shape.ref.safeParse(value).data;
}

/** Builds the address of a page of a list. Empty parameters are left out. */
export function listAddress(address: string, params: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(params).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return given.length === 0 ? address : `${address}?${new URLSearchParams(given)}`;
}

/** Reads which form of a report `?show=` names. Anything else means the whole report. */
export function reportKindIn(value: string | string[] | undefined): ReportKind {
  return reportKinds.find((kind) => kind === value) ?? "whole";
}
