import type { Instrumentation } from "next";

/**
 * Runs once when the server starts: opens the database before the first request, and fails loudly if it cannot. Until then
 * whoever asks is told to come again.
 */
export async function register() {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { enterPhase } = await import("#server/platform/process/phase.ts");
  const { installRequestGuard } = await import("#server/http/auth/request-guard.ts");
  const { failToStart } = await import("#server/platform/process/start-error.ts");
  const { publicOrigin } = await import("#server/platform/process/public-address.ts");
  process.env.NEXTAUTH_URL = publicOrigin();
  enterPhase("starting");
  installRequestGuard();
  const { openServer } = await import("#server/http/open-server.ts");
  await openServer().catch(failToStart);
  if (process.env.NODE_ENV !== "production") return enterPhase("serving");
  enterPhase("warming");
  const { warmUp } = await import("#server/http/warm-up.ts");
  // Next hands requests on once this returns, also those of the warm-up.
  void warmUp().then(() => enterPhase("serving"));
}

/** What a page failed with, under the number that whoever looks at it can quote (its digest) and the request's. */
export const onRequestError: Instrumentation.onRequestError = async (error, _request, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { notePageError } = await import("#server/platform/process/page-error.ts");
  notePageError(error, routePath);
};
