import { TRPCClientError } from "@trpc/client";
import { refusalOf } from "#components/ui/api/refusal.ts";

type Answer = { readonly clientExtensionResults: object };
type Plain<T extends Answer> = Omit<T, "clientExtensionResults"> & {
  clientExtensionResults: Record<string, unknown>;
};

/** What a device answered as JSON has it: without what is not there. */
export function plain<T extends Answer>(answer: T): Plain<T> {
  return JSON.parse(JSON.stringify(answer)) as Plain<T>;
}

/** What the server refused, or what the browser did: it names its reasons for programs only. */
export function passkeyProblem(error: Error): string {
  if (error instanceof TRPCClientError) return refusalOf(error).message;
  if (error.name === "InvalidStateError") return "This device has a passkey for your account already.";
  return "The device did not give a passkey. Try again, or use another way.";
}
