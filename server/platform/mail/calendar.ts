type Deadline = {
  /** Identifies the event: a calendar replaces an earlier event with the same one. */
  readonly id: string;
  /** UTC milliseconds. */
  readonly at: number;
  readonly summary: string;
  readonly address: string;
  readonly madeAt: number;
};

/** Returns a calendar file (RFC 5545) with one event: a moment by which something is to be done. */
export function deadlineCalendar({ id, at, summary, address, madeAt }: Deadline): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Evenhand//Evenhand//EN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:${id}`,
    `DTSTAMP:${moment(madeAt)}`,
    `DTSTART:${moment(at)}`,
    `DTEND:${moment(at)}`,
    `SUMMARY:${escaped(summary)}`,
    `URL:${address}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

/** Formats a time as 20260131T170000Z. */
function moment(at: number): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d+/g, "");
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&");
}

/** Splits a line where it would exceed 75 bytes; each further line begins with a space. */
function folded(line: string): string {
  const parts = [""];
  let size = 0;
  for (const character of line) {
    const bytes = Buffer.byteLength(character);
    if (size + bytes > 75) {
      parts.push(" ");
      size = 1;
    }
    parts[parts.length - 1] += character;
    size += bytes;
  }
  return parts.join("\r\n");
}
