import type { Refusal } from "#components/ui/api/refusal.ts";

/** Reason why verdicts are stored on the device and not on the server. */
export type SaveFailure = {
  readonly reason: "unreachable" | "busy" | "signed-out" | "somebody-else" | "ended" | "refused";
  readonly message: string;
  /** Whether retrying is useless. */
  readonly isFinal: boolean;
};

export function saveFailureOf({ code, message }: Refusal): SaveFailure {
  switch (code) {
    case "not-signed-in":
      return { reason: "signed-out", message, isFinal: false };
    case "forbidden":
    case "not-on-panel":
      return { reason: "somebody-else", message, isFinal: false };
    case "round-closed":
    case "deadline-passed":
      return { reason: "ended", message, isFinal: true };
    case "pair-not-eligible":
    case "bad-input":
      return { reason: "refused", message, isFinal: true };
    case "busy":
    case "clock-behind":
    case "clock-jumped":
    case "too-many-calls":
      return { reason: "busy", message, isFinal: false };
    default:
      return { reason: "unreachable", message, isFinal: false };
  }
}

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;

/** Returns the delay before the next attempt: 2, 4, 8 ... at most 30 seconds. */
export function backOff(failedAttempts: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failedAttempts);
}
