import { expect, it } from "vitest";
import { quotaRows, readQuotas } from "#components/setup/panel/quotas.ts";

const member = (region: string, restReason: string | null = null) => ({
  attributes: [{ name: "region", value: region }],
  restReason,
});

it("lists each value with its available auditors and its quota, also a quota of a value that no auditor has", () => {
  const quotas = [{ attribute: "age", value: "old", least: 1, most: 2 }];
  const members = [member("south"), member("north"), member("south", "on-leave")];
  expect(quotaRows({ how: "stratified", size: 3, quotas }, members)).toEqual([
    { attribute: "age", value: "old", available: 0, least: "1", most: "2" },
    { attribute: "region", value: "north", available: 1, least: "", most: "" },
    { attribute: "region", value: "south", available: 1, least: "", most: "" },
  ]);
  expect(quotaRows({ how: "everyone", size: null }, [])).toEqual([]);
});

it("reads quotas: an empty field is no bound, an empty row no quota", () => {
  const row = { attribute: "region", value: "north", available: 3 };
  const read = (least: string, most: string) => readQuotas([{ ...row, least, most }], 5);
  const named = { attribute: "region", value: "north" };
  expect(read("2", "")).toEqual([{ ...named, least: 2, most: 5 }]);
  expect(read(" ", "2")).toEqual([{ ...named, least: 0, most: 2 }]);
  expect(read("", "")).toBe("none");
  for (const [least, most] of [
    ["3", "2"],
    ["a", ""],
    ["1.5", "3"],
    ["-1", "1"],
  ] as const) {
    expect(read(least, most)).toBe("range");
  }
});
