import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { areas } from "./areas.ts";

it.each(Object.entries(areas))("names only folders that exist in area %s", (_name, { code, tests }) => {
  expect([...code, ...tests].filter((folder) => !existsSync(folder))).toEqual([]);
});
