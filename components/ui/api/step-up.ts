type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let asking: Promise<boolean> | undefined;

/** Registers the mounted dialog. @returns a function that unregisters it */
export function answerWith(dialog: Ask): () => void {
  ask = dialog;
  return () => {
    if (ask === dialog) ask = undefined;
  };
}

/** Requests a confirmation of identity, once for all waiting calls. @returns whether it was given */
function requestConfirmation(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined;
  });
  return asking;
}

/** Status of the server's answer if all calls of a request need a confirmation (error-codes.ts). */
const STEP_UP_NEEDED = 412;

/**
 * Wraps `fetch`: if the server needs a confirmation of identity, it requests one and then sends the request again.
 * The refused request changed nothing: a batch in which a call took effect has a different status.
 */
export async function fetchAfterStepUp(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (response.status !== STEP_UP_NEEDED) return response;
  return (await requestConfirmation()) ? fetch(input, init) : response;
}
