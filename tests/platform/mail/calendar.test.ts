import { expect, it } from "vitest";
import { deadlineCalendar } from "#server/platform/mail/calendar.ts";

const deadline = {
  id: "study-1@evenhand.example",
  at: Date.UTC(2026, 0, 31, 17, 0, 0, 250),
  address: "https://evenhand.example/studies/1/judging/2",
  madeAt: Date.UTC(2026, 0, 2, 3, 4, 5),
};

it("is one event at the deadline, in UTC", () => {
  expect(deadlineCalendar({ ...deadline, summary: "Deadline: round 2" }).split("\r\n")).toEqual([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Evenhand//Evenhand//EN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    "UID:study-1@evenhand.example",
    "DTSTAMP:20260102T030405Z",
    "DTSTART:20260131T170000Z",
    "DTEND:20260131T170000Z",
    "SUMMARY:Deadline: round 2",
    "URL:https://evenhand.example/studies/1/judging/2",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]);
});

it("escapes special characters, and folds long lines between characters", () => {
  const summary = `a,b;c\\d ${"ü".repeat(100)}`;
  const lines = deadlineCalendar({ ...deadline, summary }).split("\r\n");
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const whole = lines.join("\n").replaceAll("\n ", "");
  expect(whole).toContain(`SUMMARY:a\\,b\\;c\\\\d ${"ü".repeat(100)}\n`);
});
