import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Attendance } from "#components/rounds/attendance.tsx";

it("shows for each seat whether it sealed, did not seal, or ended", () => {
  const panel = [
    { seatId: "s1", sealedAt: 1, hasEnded: false },
    { seatId: "s2", sealedAt: null, hasEnded: false },
    { seatId: "s3", sealedAt: null, hasEnded: true },
  ];
  const rows = renderToStaticMarkup(createElement(Attendance, { panel, pairCount: 1 }))
    .split("<tbody")[1]
    ?.split("</tr>");
  const words = ["Sealed", "Not sealed", "Seat has ended"];
  expect(words.map((word) => rows?.findIndex((row) => row.includes(`>${word}<`)))).toEqual([0, 1, 2]);
});

it("lists no seat as not sealed in a round without a pair to judge", () => {
  const panel = [{ seatId: "s1", sealedAt: null, hasEnded: false }];
  expect(renderToStaticMarkup(createElement(Attendance, { panel, pairCount: 0 }))).toBe("");
});
