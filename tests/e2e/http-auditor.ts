import { randomBytes } from "node:crypto";
import { type DeviceKey, makeDeviceKey, roundToSeal, sealedBallot } from "#server/audit-log/sealing.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { HttpClient } from "../trials/http-client.ts";
import { client } from "./signed-in.ts";

/** An auditor without a browser: an account, its requests, and the key that signs its ballots. */
export type HttpAuditor = { readonly ask: Awaited<ReturnType<typeof client>>; readonly device: DeviceKey };

const hex = () => randomBytes(32).toString("hex");

/** Joins a study by an invitation link, with an account of the demo or a new one. */
export async function joinOverHttp(
  url: string,
  { email, displayName, token }: { email: string; displayName: string; token: string },
): Promise<HttpAuditor> {
  const device = await makeDeviceKey();
  const { key } = device;
  if (email.endsWith("@demo.example")) {
    const ask = await client(url, email);
    await ask("accounts.joinWithAccount", { token, key });
    return { ask, device };
  }
  const password = hex();
  const account = { token, displayName, password, key };
  const answer = await new HttpClient(url).mutate("accounts.acceptInvitation", account);
  if (!("ok" in answer)) throw new Error(`${email} cannot join: ${JSON.stringify(answer)}`);
  return { ask: await client(url, email, password), device };
}

/** Seals a ballot with one word about all pairs, and one vote on all earlier reports. */
export async function sealOverHttp(
  { ask, device }: HttpAuditor,
  where: { readonly studyId: string; readonly round: number },
  { word, vote = "keep" }: { readonly word: "unfair" | "acceptable"; readonly vote?: "annul" | "keep" },
): Promise<void> {
  const judging = await ask<Outputs["rounds"]["judging"]>("rounds.judging", where, "query");
  const { pairs, reportsAgain, seat } = judging;
  const content = {
    verdicts: pairs.map(([high, low]) => [high, low, word] as const),
    ...(reportsAgain.length > 0 && { votes: reportsAgain.map(() => vote) }),
  };
  const random = { salt: hex(), nonce: hex() };
  const sealed = await sealedBallot(roundToSeal(where.studyId, judging), content, random, device);
  await ask("ballots.seal", { ...where, seat, idempotencyKey: hex(), ...sealed });
}
