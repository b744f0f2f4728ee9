import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Attendance } from "#components/rounds/attendance.tsx";

it("says of each seat whether it sealed, did not, or has ended", () => {
  const panel = [
    { seatId: "s1", sealedAt: 1, hasEnded: false },
    { seatId: "s2", sealedAt: null, hasEnded: false },
    { seatId: "s3", sealedAt: null, hasEnded: true },
  ];
  const rows = renderToStaticMarkup(createElement(Attendance, { panel })).split("<tbody")[1]?.split("</tr>");
  const words = ["Sealed", "Not sealed", "Seat has ended"];
  expect(words.map((word) => rows?.findIndex((row) => row.includes(`>${word}<`)))).toEqual([0, 1, 2]);
});
