import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { BackupState } from "#components/account/administration/backup-state.tsx";

const day = 86_400_000;
const good = { madeAt: 20_000 * day, isReplayed: true, problem: null };
const status = { hours: 24, keep: 14, keptCount: 2, last: good, lastGoodAt: good.madeAt, isLate: false };

function shown(changed: Partial<NonNullable<Parameters<typeof BackupState>[0]["status"]>> = {}) {
  return renderToStaticMarkup(
    createElement(BackupState, { status: { ...status, failure: null, ...changed } }),
  );
}

it("names the last restorable backup only if the last one cannot be restored", () => {
  const bad = { ...good, madeAt: 20_001 * day, problem: "entry 5 differs" };
  const label = "Last restorable backup";
  expect(shown()).not.toContain(label);
  expect(shown({ last: null, lastGoodAt: null })).not.toContain(label);
  expect(shown({ last: bad })).toMatch(/Last restorable backup[\s\S]*2024-10-04/);
  expect(shown({ last: bad, lastGoodAt: null })).toMatch(/Last restorable backup[\s\S]*None yet/);
});
