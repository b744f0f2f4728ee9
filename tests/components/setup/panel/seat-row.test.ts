import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SeatRow } from "#components/setup/panel/seat-row.tsx";
import * as t from "#messages/setupPanel.ts";

const row = (hasRole: boolean, isOver: boolean) => {
  const who = { id: "s1", accountId: "amina", displayName: "Amina", seatedAt: 1 };
  const seat = { ...who, restReason: null, wayIn: "account" as const, filledBy: null, waiting: [], hasRole };
  return renderToStaticMarkup(createElement(SeatRow, { seat, isOver, busy: false, onEnd: () => {} }));
};

it("offers the end of a seat, in a study that is over of the role alone, and nothing once that is done", () => {
  expect(row(true, false)).toContain('aria-label="End the seat: Amina, seat s1"');
  expect(row(true, true)).toContain('aria-label="End the role: Amina, seat s1"');
  const done = row(false, true);
  expect(done).not.toContain("<button");
  expect(done).toContain("No longer an auditor of this study.");
});

it("promises nobody for a place that only a replacement fills", () => {
  expect(t.placeStaysEmpty({ name: "Amina" })).toMatch(/In an open round the place stays empty to its end/);
  expect(t.keepsReceipts({ name: "Amina" })).not.toMatch(/empty|replace/);
});
