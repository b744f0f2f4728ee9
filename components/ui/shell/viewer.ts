import * as t from "#messages/ui.ts";
/** Data about the viewer for the frame around each page. */
export type Viewer = {
  readonly displayName: string;
  readonly email: string;
  readonly platformRole: "administrator" | "operator" | "member";
};

export function roleName({ platformRole }: Viewer): string {
  return t.platformRole({ role: platformRole });
}

export function mayAdminister({ platformRole }: Viewer): boolean {
  return platformRole === "administrator";
}

/** Returns initials: "AD" for Amina Diallo. */
export function initialsOf(displayName: string): string {
  const words = displayName.split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends.map((word) => [...(word ?? "")][0]?.toUpperCase() ?? "").join("");
}
