import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";
import { fingerprint, isStamped, writeStamp } from "../../scripts/lib/fingerprint.mjs";

function sources() {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "app/rounds"), { recursive: true });
  writeFileSync(join(folder, "app/rounds/page.tsx"), "one");
  return { folder, take: () => fingerprint(folder, ["app", "not-there"]) };
}

test("the fingerprint is stable while no file changes", () => {
  const { take } = sources();
  expect(take()).toBe(take());
});

test("a changed, added or renamed file below a folder changes the fingerprint", () => {
  const { folder, take } = sources();
  const seen = new Set([take()]);
  writeFileSync(join(folder, "app/rounds/page.tsx"), "two");
  seen.add(take());
  writeFileSync(join(folder, "app/layout.tsx"), "");
  seen.add(take());
  renameSync(join(folder, "app/layout.tsx"), join(folder, "app/icon.svg"));
  seen.add(take());
  expect(seen.size).toBe(4);
});

test("a stamp is valid for its own fingerprint only", () => {
  const { folder, take } = sources();
  const stamp = join(folder, "stamp");
  expect(isStamped(stamp, take())).toBe(false);
  writeStamp(stamp, take());
  expect(isStamped(stamp, take())).toBe(true);
  writeFileSync(join(folder, "app/rounds/page.tsx"), "three");
  expect(isStamped(stamp, take())).toBe(false);
});
