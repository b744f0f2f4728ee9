import { expect, it } from "vitest";
import { together } from "#server/http/auth/provider.ts";

const verified = { email: "own@example.org", email_verified: true };

it("takes the subject from the verified ID token, whatever the user info says", () => {
  expect(together({ sub: "2", name: "Ada" }, { sub: "1", name: "Ben" })).toMatchObject({
    sub: "1",
    name: "Ben",
  });
});

it("counts an address as verified only if the same response names and verifies it", () => {
  const userInfo = { sub: "1", email: "victim@example.org" };
  expect(together({ sub: "1", ...verified }, userInfo)).toEqual({
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
