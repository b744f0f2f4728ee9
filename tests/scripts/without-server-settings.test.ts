import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withoutServerSettings } from "../../scripts/lib/without-server-settings.mjs";

const rows = readFileSync("docs/operations.md", "utf8").matchAll(/^\| `(\w+)` \|/gm);
const documented = [...rows].map(([, name]) => name ?? "");

test("settings of a real server do not reach tests or npm run dev, except those of the log", () => {
  const env = Object.fromEntries(documented.map((name) => [name, "set"]));
  expect(documented).toContain("DATABASE_URL");
  expect(withoutServerSettings({ ...env, HOME: "/home/ada", NODE_ENV: "test" })).toEqual({
    EVENHAND_LOG_FORMAT: "set",
    EVENHAND_LOG_LEVEL: "set",
    HOME: "/home/ada",
  });
});
