import type { Attributes } from "#server/audit-log/panel-schemas.ts";
import type { QuotaDraft } from "#server/study/panel-selection-draft.ts";

/** A row of the table of quotas, with the auditors who are available; null before there are any. */
export type QuotaRow = QuotaDraft & { readonly available: number | null };

type Member = { readonly attributes: Attributes; readonly restReason: string | null };

/** Returns a row for each value that an auditor has or that has a quota, by attribute and value. */
export function quotaRows(quotas: readonly QuotaDraft[], members: readonly Member[]): QuotaRow[] {
  const owned = members.flatMap(({ attributes }) =>
    attributes.map(({ name, value }) => [name, value] as const),
  );
  const named = quotas.map(({ attribute, value }) => [attribute, value] as const);
  const values = new Map([...owned, ...named].map((one) => [JSON.stringify(one), one]));
  return [...values.values()]
    .map(([attribute, value]) => {
      const has = ({ attributes }: Member) =>
        attributes.some((one) => one.name === attribute && one.value === value);
      const quota = quotas.find((one) => one.attribute === attribute && one.value === value);
      return {
        ...{
          attribute,
          value,
          available: members.filter((one) => one.restReason === null && has(one)).length,
        },
        ...{ least: quota?.least ?? "", most: quota?.most ?? "" },
      };
    })
    .sort((a, b) => a.attribute.localeCompare(b.attribute) || a.value.localeCompare(b.value));
}
