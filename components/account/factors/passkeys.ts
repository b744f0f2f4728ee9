import { TRPCClientError } from "@trpc/client";
import { refusalOf } from "#components/ui/api/refusal.ts";
import * as t from "#messages/factors.ts";

type Answer = { readonly clientExtensionResults: object };
type Plain<T extends Answer> = Omit<T, "clientExtensionResults"> & {
  clientExtensionResults: Record<string, unknown>;
};

/** Removes absent properties from a device's answer, as JSON does. */
export function plain<T extends Answer>(answer: T): Plain<T> {
  return JSON.parse(JSON.stringify(answer)) as Plain<T>;
}

/**
 * Describes why a passkey failed: the server's refusal, or the browser's error. Browsers name their reasons only in
 * error codes.
 */
export function passkeyProblem(error: Error): string {
  if (error instanceof TRPCClientError) return refusalOf(error).message;
  if (error.name === "InvalidStateError") return t.hasPasskey();
  return t.noPasskey();
}
