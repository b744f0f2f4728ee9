import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { hex64Pattern } from "#server/audit-log/hex.ts";
import { parseJson } from "#server/platform/process/parse-json.ts";
import { StartError } from "#server/platform/process/start-error.ts";
import { createSecretsFile, readSecretsFile, replaceSecretsFile } from "./file.ts";

/** 32 random bytes, hex. */
const secretSchema = z.string().regex(hex64Pattern);
const fileSchema = z
  .strictObject({
    /** Encrypts the sign-in cookies; can be replaced. */
    sessionSecret: secretSchema,
    /** Encrypts the secrets of authenticator apps and hides which addresses tried to sign in. */
    accountKey: secretSchema,
    /** The root of every study's seed tree. */
    seedMaster: secretSchema,
    /** Signs the checkpoints of every study's log (Ed25519). */
    checkpointKey: secretSchema,
  })
  .readonly();

/**
 * Secrets that are not in the database, so that a copy of the database allows neither signing in nor predicting a draw.
 */
export type Secrets = z.output<typeof fileSchema>;

/** Reads <dataFolder>/secrets.json; the first start creates it. Safe when two processes start at once. */
export function loadSecrets(dataFolder: string): Secrets {
  return readSecrets(createSecretsFile(dataFolder, newSecrets));
}

/** Replaces the key of the sign-in cookies in the file; every later read returns the new key. */
export function changeCookieKeyIn(dataFolder: string): void {
  const secrets = { ...loadSecrets(dataFolder), sessionSecret: random() };
  replaceSecretsFile(dataFolder, textOf(secrets));
}

/** Refuses secrets of another server. @throws StartError if they differ in more than the cookie key */
export function refuseOtherSecrets(own: string, other: string): void {
  const [here, there] = [readSecrets(own), readSecrets(other)];
  if (isDeepStrictEqual({ ...here, sessionSecret: "" }, { ...there, sessionSecret: "" })) return;
  throw new StartError(
    `${own} and ${other} are not of one server: move the one that does not belong to this backup away. Nothing was changed.`,
  );
}

function readSecrets(path: string): Secrets {
  const parsed = fileSchema.safeParse(parseJson(readSecretsFile(path)));
  if (!parsed.success) {
    throw new StartError(
      `${path} is not a whole secrets file: put it back from a backup, because without it running studies cannot draw.`,
    );
  }
  return parsed.data;
}

function newSecrets(): string {
  return textOf({
    sessionSecret: random(),
    accountKey: random(),
    seedMaster: random(),
    checkpointKey: random(),
  });
}

function random(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("hex");
}

function textOf(secrets: Secrets): string {
  return `${JSON.stringify(secrets, null, 2)}\n`;
}
