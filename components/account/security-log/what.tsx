import { detailWords, eventWords } from "./event-words.ts";

/** Description of an event with its details below. */
export function What({
  kind,
  detail,
  study,
}: {
  kind: string;
  detail: Readonly<Record<string, unknown>> | null;
  study: string | null;
}) {
  const more = [study, detailWords(detail)].filter(Boolean).join("; ");
  return (
    <span>
      {eventWords(kind)}
      {more && <span className="block max-w-measure text-xs font-normal text-ink-2">{more}</span>}
    </span>
  );
}
