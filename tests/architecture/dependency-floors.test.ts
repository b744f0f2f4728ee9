import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { brokenFloors, type Floor, type Lock } from "./dependency-floors.ts";

const floors: readonly Floor[] = JSON.parse(readFileSync("scripts/dependency-floors.json", "utf8"));

it("no dependency is older than the fix of a known vulnerability (scripts/dependency-floors.json)", () => {
  const lock: Lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
  expect(floors.length).toBeGreaterThan(0);
  expect(brokenFloors(lock, floors)).toEqual([]);
});

it("each floor names an advisory and a reason", () => {
  for (const floor of floors) {
    expect(floor.least).toMatch(/^\d+\.\d+\.\d+$/);
    expect(floor.advisory).toMatch(/^(GHSA(-[0-9a-z]{4}){3}|CVE-\d{4}-\d{4,})$/);
    expect(floor.reason).toMatch(/^[A-Z].{20,}\.$/);
  }
});

describe("a floor", () => {
  const floor = {
    package: "door",
    least: "2.10.3",
    advisory: "GHSA-xxxx-xxxx-xxxx",
    reason: "It let all in.",
  };
  const lockOf = (packages: Record<string, string>): Lock => ({
    packages: Object.fromEntries(Object.entries(packages).map(([path, version]) => [path, { version }])),
  });

  it.each(["2.10.2", "2.9.9", "1.99.0", "2.10.3-rc.1", "2.10"])("is broken by %s", (version) => {
    expect(brokenFloors(lockOf({ "node_modules/door": version }), [floor])).toEqual([
      `node_modules/door is ${version}, and must be 2.10.3: GHSA-xxxx-xxxx-xxxx. It let all in.`,
    ]);
  });

  it.each(["2.10.3", "2.10.4", "2.11.0", "10.0.0", "2.10.3+build", "2.11.0-rc.1"])(
    "is met by %s",
    (version) => {
      expect(brokenFloors(lockOf({ "node_modules/door": version }), [floor])).toEqual([]);
    },
  );

  it("also applies to packages installed by another package", () => {
    const lock = lockOf({ "node_modules/door": "2.10.3", "node_modules/house/node_modules/door": "2.0.0" });
    expect(brokenFloors(lock, [floor])).toHaveLength(1);
  });

  it("must be removed if its package is not installed", () => {
    const lock = lockOf({ "node_modules/trapdoor": "1.0.0" });
    expect(brokenFloors(lock, [floor])).toEqual(["door is not installed: take its floor away"]);
  });
});
