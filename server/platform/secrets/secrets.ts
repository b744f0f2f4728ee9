import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { hex64Pattern } from "#server/audit-log/hex.ts";
import { StartError } from "#server/platform/process/start-error.ts";
import { createSecretsFile, readSecretsFile, replaceSecretsFile } from "./file.ts";

/** What the server knows and the database does not: whoever copies the database can neither sign in nor foresee a draw. */
export type Secrets = {
  /** Encrypts the sign-in cookies; may be changed. 32 random bytes, hex. */
  readonly sessionSecret: string;
  /** Seals the secrets of authenticator apps, and hides who tried to sign in. 32 random bytes, hex. */
  readonly accountKey: string;
  /** The root of every study's seed chain. 32 random bytes, hex. */
  readonly seedMaster: string;
  /** Signs the checkpoints of every study's log (Ed25519). 32 random bytes, hex. */
  readonly checkpointKey: string;
};

const secretSchema = z.string().regex(hex64Pattern);
const fileSchema = z.strictObject({
  sessionSecret: secretSchema,
  accountKey: secretSchema,
  seedMaster: secretSchema,
  checkpointKey: secretSchema,
});

/** Reads <dataFolder>/secrets.json, made on the first start. Safe when two processes start at once. */
export function loadSecrets(dataFolder: string): Secrets {
  return readSecrets(createSecretsFile(dataFolder, newSecrets));
}

/** Puts another key of the sign-in cookies into the file; whoever reads it from now on takes that one. */
export function changeCookieKeyIn(dataFolder: string): void {
  const secrets = { ...loadSecrets(dataFolder), sessionSecret: random() };
  replaceSecretsFile(dataFolder, textOf(secrets));
}

/** @throws StartError unless two files of secrets are of one server; only the key of the cookies may have changed */
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
