import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { DeviceList } from "#components/setup/panel/device-list.tsx";
import { SeatRow } from "#components/setup/panel/seat-row.tsx";
import * as t from "#messages/setupPanel.ts";
import type { Device } from "#server/studies/devices.ts";

const row = (hasRole: boolean, isOver: boolean) => {
  const who = { id: "s1", accountId: "amina", displayName: "Amina", seatedAt: 1 };
  const facts = {
    wayIn: "account" as const,
    filledBy: null,
    restReason: null,
    devices: [],
    waiting: [],
    attributes: [],
    chance: null,
  };
  const seat = { ...who, ...facts, hasRole };
  return renderToStaticMarkup(createElement(SeatRow, { seat, isOver, busy: false, onEnd: () => {} }));
};

it("offers to end a seat, or only the role in an ended study, and nothing afterwards", () => {
  expect(row(true, false)).toContain('aria-label="End the seat: Amina, seat\u00a0s1"');
  expect(row(true, true)).toContain('aria-label="End the role: Amina, seat\u00a0s1"');
  const done = row(false, true);
  expect(done).not.toContain("<button");
  expect(done).toContain("No longer an auditor of this study.");
});

it("shows each device's log entry and proof", () => {
  const key = "ab".repeat(32);
  const device = { seat: "s1", key, seq: 3, addedAt: 1, isProven: true, provenSeq: 3, beganWith: null };
  const words = (change: Partial<Device>) => {
    const devices = [{ ...device, confirmedBy: null, ...change }];
    return renderToStaticMarkup(createElement(DeviceList, { devices })).replaceAll(/<[^>]*>/g, "");
  };
  expect(words({})).toMatch(/^Device abababab abababab, since entry\s3 .*Proven by the invitation link\.$/);
  expect(words({ provenSeq: 9, confirmedBy: "s1" })).toMatch(/another device of this seat, entry\s9\.$/);
  expect(words({ provenSeq: 9, confirmedBy: "s3" })).toMatch(/Confirmed by seat\ss3, entry\s9\.$/);
  expect(words({ isProven: false, provenSeq: null })).toMatch(/Unproven: only the server vouches for it\.$/);
});

it("names no successor for a place that only a replacement fills", () => {
  expect(t.placeStaysEmpty({ name: "Amina" })).toMatch(/In an open round the place stays empty to its end/);
  expect(t.keepsReceipts({ name: "Amina" })).not.toMatch(/empty|replace/);
});
