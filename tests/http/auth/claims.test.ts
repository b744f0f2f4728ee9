import { expect, it } from "vitest";
import { together } from "#server/http/auth/provider.ts";

const verified = { email: "own@example.org", email_verified: true };

it("who it is the checked token says, whatever was asked for later", () => {
  expect(together({ sub: "2", name: "Ada" }, { sub: "1", name: "Ben" })).toMatchObject({
    sub: "1",
    name: "Ben",
  });
});

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
