import { expect, it } from "vitest";
import { quotaRows } from "#components/setup/panel/quotas.ts";

const member = (region: string, restReason: string | null = null) => ({
  attributes: [{ name: "region", value: region }],
  restReason,
});

it("lists each value with its available auditors and quota, also values without auditors", () => {
  const quotas = [{ attribute: "age", value: "old", least: "1", most: "2" }];
  const members = [member("south"), member("north"), member("south", "on-leave")];
  expect(quotaRows(quotas, members)).toEqual([
    { attribute: "age", value: "old", available: 0, least: "1", most: "2" },
    { attribute: "region", value: "north", available: 1, least: "", most: "" },
    { attribute: "region", value: "south", available: 1, least: "", most: "" },
  ]);
  expect(quotaRows([], [])).toEqual([]);
});
