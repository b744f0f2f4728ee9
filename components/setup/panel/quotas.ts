import type { Attributes, PanelQuota, PanelSelection } from "#server/audit-log/panel-schemas.ts";

/** A row of the table of quotas, as it is typed: both fields empty for no quota. */
export type QuotaRow = {
  readonly attribute: string;
  readonly value: string;
  /** Available auditors with this value. */
  readonly available: number;
  readonly least: string;
  readonly most: string;
};

type Member = { readonly attributes: Attributes; readonly restReason: string | null };

/** Returns a row for each value that an auditor has or that has a quota, by attribute and value. */
export function quotaRows(selection: PanelSelection, members: readonly Member[]): QuotaRow[] {
  const quotas = selection.how === "stratified" ? selection.quotas : [];
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
        ...{ least: quota ? String(quota.least) : "", most: quota ? String(quota.most) : "" },
      };
    })
    .sort((a, b) => a.attribute.localeCompare(b.attribute) || a.value.localeCompare(b.value));
}

/**
 * Reads the quotas that were typed. An empty field means 0, or the size of the panel.
 *
 * @returns "range" if a field is no whole number, or the least is above the most; "none" if there is no quota
 */
export function readQuotas(rows: readonly QuotaRow[], size: number): PanelQuota[] | "range" | "none" {
  const quotas = rows
    .filter(({ least, most }) => least.trim() !== "" || most.trim() !== "")
    .map(({ attribute, value, least, most }) => ({
      ...{ attribute, value, least: Number(least), most: most.trim() === "" ? size : Number(most) },
    }));
  const isCount = (value: number) => Number.isInteger(value) && value >= 0;
  if (!quotas.every(({ least, most }) => isCount(least) && isCount(most) && least <= most)) return "range";
  return quotas.length === 0 ? "none" : quotas;
}
