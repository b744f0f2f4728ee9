import { expect, it } from "vitest";
import { together } from "#server/auth/provider.ts";

const verified = { email: "own@example.org", email_verified: true };

it("an address is verified by the answer that names it, and by no other", () => {
  const told = { sub: "1", email: "victim@example.org" };
  expect(together({ sub: "1", ...verified }, told)).toEqual({
    sub: "1",
    email: "victim@example.org",
    email_verified: undefined,
  });
  expect(together({ sub: "1", ...verified }, { sub: "1", iss: "x" })).toEqual({
    sub: "1",
    iss: "x",
    ...verified,
  });
});
