import { z } from "zod";
import * as t from "#messages/accountForms.ts";
import { idSchema } from "./ids.ts";
import { passwordLength } from "./password-length.ts";

const nameSchema = z
  .string()
  .trim()
  .min(1, { error: t.factorName })
  .max(60, { error: () => t.atMost({ count: 60 }) })
  .regex(/^\P{C}*$/u, { error: t.plainText });

const codeSchema = z
  .string()
  .transform((code) => code.replace(/\s/g, ""))
  .pipe(z.string().regex(/^\d{6}$/, { error: t.sixDigits }));

const recoveryCodeSchema = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9 -]{16,40}$/, { error: t.recoveryCode });

const base64UrlSchema = z
  .string()
  .regex(/^[\w-]*$/)
  .max(20_000);
const extensionsSchema = z.record(z.string().max(100), z.unknown());

/** A browser's answer (WebAuthn, 5.1). The library reads it, so only its size and its form are checked here. */
const answer = {
  id: base64UrlSchema.max(2_000),
  rawId: base64UrlSchema.max(2_000),
  type: z.literal("public-key"),
  clientExtensionResults: extensionsSchema,
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).exactOptional(),
};

const newPasskeySchema = z.strictObject({
  ...answer,
  response: z.strictObject({
    clientDataJSON: base64UrlSchema,
    attestationObject: base64UrlSchema,
    authenticatorData: base64UrlSchema.exactOptional(),
    transports: z.array(z.string().max(30)).max(10).exactOptional(),
    publicKeyAlgorithm: z.number().exactOptional(),
    publicKey: base64UrlSchema.exactOptional(),
  }),
});

const usedPasskeySchema = z.strictObject({
  ...answer,
  response: z.strictObject({
    clientDataJSON: base64UrlSchema,
    authenticatorData: base64UrlSchema,
    signature: base64UrlSchema,
    userHandle: base64UrlSchema.exactOptional(),
  }),
});

const passkeyProofSchema = z.strictObject({ kind: z.literal("passkey"), response: usedPasskeySchema });

export const authenticatorProofSchema = z.strictObject({
  kind: z.literal("authenticator"),
  code: codeSchema,
});

export const recoveryProofSchema = z.strictObject({
  kind: z.literal("recovery-code"),
  code: recoveryCodeSchema,
});

export const passwordProofSchema = z.strictObject({
  kind: z.literal("password"),
  password: z.string().min(1, { error: t.passwordMissing }).max(passwordLength.max),
});

export const giveFactorSchema = z.strictObject({
  proof: z.discriminatedUnion("kind", [
    passkeyProofSchema,
    authenticatorProofSchema,
    recoveryProofSchema,
    passwordProofSchema,
  ]),
});

export const addPasskeySchema = z.strictObject({ name: nameSchema, response: newPasskeySchema });
export const addAuthenticatorSchema = z.strictObject({ name: nameSchema, code: codeSchema });
export const renameFactorSchema = z.strictObject({ id: idSchema, name: nameSchema });
export const factorIdSchema = z.strictObject({ id: idSchema });
