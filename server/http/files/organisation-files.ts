import { overBudget } from "#server/http/edge/over-budget.ts";
import { plainAnswer } from "#server/http/edge/plain-answer.ts";
import { readOrganisationText } from "#server/operations/organisation.ts";
import { getApp } from "#server/platform/app/app.ts";
import { publicAddress } from "#server/platform/process/public-address.ts";

const days = 24 * 60 * 60 * 1000;

/** Answers with the organisation's logo, for anyone. Its address changes with the picture. */
export async function answerLogo(): Promise<Response> {
  const logo = await readOrganisationText(await getApp(), "logo");
  if (logo === "") return plainAnswer("There is no logo.\n", 404);
  return new Response(Buffer.from(logo, "base64"), {
    headers: { "content-type": "image/png", "cache-control": "public, max-age=86400" },
  });
}

/** Answers with whom to tell about a weakness of this server, as RFC 9116 asks; 404 without a contact address. */
export async function answerSecurityText(): Promise<Response> {
  const refused = await overBudget("anonymous");
  if (refused !== null) return refused;
  const app = await getApp();
  const contact = await readOrganisationText(app, "contact");
  if (contact === "") return plainAnswer("This server names no contact.\n", 404);
  const lines = [
    `Contact: mailto:${contact}`,
    `Expires: ${new Date(app.now() + 90 * days).toISOString()}`,
    "Preferred-Languages: en, de, es",
    `Canonical: ${publicAddress("/.well-known/security.txt")}`,
  ];
  return plainAnswer(`${lines.join("\n")}\n`);
}
