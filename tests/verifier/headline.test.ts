import { expect, it } from "vitest";
import { headline } from "#server/verifier/report.ts";
import type { ReservationKind } from "#server/verifier/reservations.ts";

const headlineOf = (...kinds: ReservationKind[]) =>
  headline({ answer: "holds-in-part", reservations: kinds.map((kind) => ({ kind, count: 1 })) });

it("calls a fully recomputed record correct, even if a round closed otherwise than announced", () => {
  expect(headlineOf("no-witness", "closed-otherwise")).toMatch(/^Everything in the log is correct\./);
  expect(headlineOf("no-witness", "no-features")).toMatch(
    /^The log is correct as far as it could be checked/,
  );
});
