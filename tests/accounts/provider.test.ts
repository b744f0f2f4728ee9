import { expect, it } from "vitest";
import { readProvider } from "#server/accounts/provider.ts";

const names = ["ISSUER", "CLIENT_ID", "CLIENT_SECRET", "NAME"].map((name) => `EVENHAND_OIDC_${name}`);
const given = (issuer: string) =>
  Object.fromEntries(names.map((name, at) => [name, at === 0 ? issuer : "x"]));

it("names all missing settings, and reveals no present one", () => {
  const [issuer = "", id = "", secret = "", name = ""] = names;
  expect(() => readProvider({ [secret]: "hush" })).toThrow(
    `To sign in by a provider of OpenID Connect set ${issuer}, ${id}, ${name} too (docs/operations.md).`,
  );
});

it.each([
  ["https://login.example.org", "https://login.example.org"],
  ["https://login.example.org/", "https://login.example.org"],
  ["https://login.example.org/realms/one/", "https://login.example.org/realms/one"],
  ["http://localhost:8080", "http://localhost:8080"],
  ["http://127.0.0.1:8080", "http://127.0.0.1:8080"],
])("accepts the issuer %s", (issuer, read) => {
  expect(readProvider(given(issuer))).toEqual({ issuer: read, clientId: "x", clientSecret: "x", name: "x" });
});

it.each([
  "http://login.example.org",
  "ftp://localhost",
  "https://login.example.org/#x",
  "https://login.example.org/?x=1",
  "nothing of the kind",
])("refuses the issuer %s", (issuer) => {
  expect(() => readProvider(given(issuer))).toThrow(/must be an address with https/);
});
