import type { WayIn } from "#db/queries/seats.ts";

const words: Record<WayIn, string> = {
  account: "given by this server to an account it had",
  "link-copied": "taken by a link that whoever made it saw and could copy",
  "link-mailed": "taken by a link that was mailed to its address, and shown to nobody else",
};

/** Describes how an auditor came to a seat, for readers who check whether the panel is independent. */
export function wayInWords(wayIn: WayIn): string {
  return words[wayIn];
}
