import type { Refusal } from "#components/ui/api/refusal.ts";

/** Why verdicts are kept on the device instead of on the server. */
export type SaveFailure = {
  readonly reason: "unreachable" | "busy" | "signed-out" | "somebody-else" | "ended" | "refused";
  readonly message: string;
  /** Sending again would not help. */
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
    case "tolerance-wrong":
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

/** How long to wait before the next attempt: 2, 4, 8 ... at most 30 seconds. */
export function backOff(failedAttempts: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failedAttempts);
}
