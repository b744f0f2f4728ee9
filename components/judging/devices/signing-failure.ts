import { refusalOf } from "#components/ui/api/refusal.ts";

/** Returns why a key or a ballot could not be made or sent: the browser's reason, or the server's. */
export function signingFailure(error: unknown): string {
  return error instanceof Error && error.name === "CannotSign" ? error.message : refusalOf(error).message;
}
