import type { Attributes, PanelQuota } from "#server/audit-log/panel-schemas.ts";

/**
 * Returns the attributes of the simulated auditors of a stratified lot. Each value that has a quota is given in turn, and
 * none in turn too if the quotas of an attribute leave seats for others; each attribute goes on where the one before
 * begins again, so that all combinations are as frequent.
 *
 * @param size of a panel
 */
export function spreadAttributes(
  quotas: readonly PanelQuota[],
  { size, memberCount }: { readonly size: number; readonly memberCount: number },
): Attributes[] {
  let combinations = 1;
  const given = [...Map.groupBy(quotas, ({ attribute }) => attribute)].map(([name, own]) => {
    const isFilled = own.reduce((sum, { least }) => sum + least, 0) >= size;
    const values = [...own.map(({ value }) => value), ...(isFilled ? [] : [null])];
    const step = combinations;
    combinations *= values.length;
    return { name, valueAt: (member: number) => values[Math.floor(member / step) % values.length] ?? null };
  });
  return Array.from({ length: memberCount }, (_, member) =>
    given.flatMap(({ name, valueAt }) => {
      const value = valueAt(member);
      return value === null ? [] : [{ name, value }];
    }),
  );
}
