import type { Instrumentation } from "next";
import type { RequestListener } from "#server/http/edge/request-guard.ts";

/**
 * Runs once when the server starts. Opens the database before the first request, and fails loudly if it cannot. Until
 * then requests are refused, with a hint to retry.
 */
export async function register() {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { enterPhase } = await import("#server/platform/process/phase.ts");
  const { installRequestGuard } = await import("#server/http/edge/request-guard.ts");
  const { failToStart } = await import("#server/platform/process/start-error.ts");
  const { publicOrigin } = await import("#server/platform/process/public-address.ts");
  process.env.NEXTAUTH_URL = publicOrigin();
  enterPhase("starting");
  // Loaded at the first call only: refusals must be possible before everything is open.
  const answerCall: RequestListener = async (request, response) => {
    const calls = await import("#server/http/answer-call.ts");
    await calls.answerCall(request, response);
  };
  // In development Next answers calls, because it loads a procedure again when its file changes.
  installRequestGuard(process.env.NODE_ENV === "production" ? answerCall : undefined);
  const { openServer } = await import("#server/http/open-server.ts");
  await openServer().catch(failToStart);
  if (process.env.NODE_ENV !== "production") return enterPhase("serving");
  enterPhase("warming");
  const { warmUp } = await import("#server/http/warm-up.ts");
  // Next passes requests on once this returns, also those of the warm-up.
  void warmUp().then(() => enterPhase("serving"));
}

/** Logs the error of a page under the number that its reader can quote (its digest) and the request's. */
export const onRequestError: Instrumentation.onRequestError = async (error, _request, { routePath }) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { notePageError } = await import("#server/platform/process/page-error.ts");
  notePageError(error, routePath);
};
