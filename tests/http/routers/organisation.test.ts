import { expect, it } from "vitest";
import { readOrganisation, readOrganisationText } from "#server/operations/organisation.ts";
import { readSecurityEvents } from "#server/platform/security-log/read-events.ts";
import { saveOrganisationSchema } from "#server/schemas/organisation.ts";
import { maxLogoBytes } from "#server/schemas/organisation-pages.ts";
import { makeStage } from "./stage.ts";

const { app, as, person } = makeStage();

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR4nGNgYGAAAAAEAAH2FzhVAAAAAElFTkSuQmCC";

it("an administrator describes the organisation, and every visitor reads it", async () => {
  const { organisation } = as(await person("olga", "administrator"));
  expect(await readOrganisation(app())).toEqual({ name: "", logoAt: null, has: [] });
  await organisation.save({ name: " Town of Here ", logo: png, privacy: "We keep **little**." });
  expect(await readOrganisation(app())).toMatchObject({ name: "Town of Here", logoAt: expect.any(Number) });
  await organisation.save({ privacy: "", imprint: "Town hall" });
  await organisation.save({ privacy: "", imprint: "Town hall", name: "Town of Here" });
  expect([...(await readOrganisation(app())).has].sort()).toEqual(["imprint", "logo", "name"]);
  expect(await readOrganisationText(app(), "imprint")).toBe("Town hall");
  expect(await readOrganisationText(app(), "privacy")).toBe("");
  expect(await organisation.texts({})).toMatchObject({ name: "Town of Here", contact: "", logo: png });
  const { events } = await readSecurityEvents(app(), { kind: "server.organisation-changed" });
  expect(events.map(({ detail }) => detail)).toEqual([
    { fields: "imprint privacy" },
    { fields: "name logo privacy" },
  ]);
});

it("accepts only a PNG picture of limited size and a complete e-mail address", () => {
  const takes = (input: object) => saveOrganisationSchema.safeParse(input).success;
  expect(takes({ logo: png })).toBe(true);
  expect(takes({ logo: Buffer.from("<svg onload='alert(1)'/>").toString("base64") })).toBe(false);
  expect(takes({ logo: png.slice(0, 12) + "A".repeat((maxLogoBytes / 3) * 4) })).toBe(false);
  expect(takes({ contact: "office" })).toBe(false);
  expect(takes({ contact: "office@example.org\nExpires: never" })).toBe(false);
});
