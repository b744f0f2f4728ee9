type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let asking: Promise<boolean> | undefined;

/** The dialog says that it is there. @returns what to call when it is gone */
export function answerWith(dialog: Ask): () => void {
  ask = dialog;
  return () => {
    if (ask === dialog) ask = undefined;
  };
}

/** Asks the person at the browser who they are, once for all calls that wait. @returns whether they have shown it */
function askWhoIsThere(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined;
  });
  return asking;
}

/** What the server answers when all calls of a request are refused for want of a confirmation (error-codes.ts). */
const STEP_UP_NEEDED = 412;

/**
 * `fetch`, which asks who is there where the server wants to know it, and then sends the request once more. Nothing in it
 * was done before: of a batch in which something was, the status is another.
 */
export async function fetchAfterStepUp(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (response.status !== STEP_UP_NEEDED) return response;
  return (await askWhoIsThere()) ? fetch(input, init) : response;
}
