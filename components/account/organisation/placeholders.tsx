import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/organisation.ts";
import { formatList } from "#server/format.ts";

/** Returns what a text still has in brackets, such as "[street and number]". Links of Markdown do not count. */
function placeholdersIn(text: string): string[] {
  return [...new Set(text.match(/\[[^[\]\n]{2,}\](?!\()/g))];
}

/** Warns that a public text still has the placeholders of its draft. */
export function PlaceholdersLeft({ text }: { text: string }) {
  const places = placeholdersIn(text);
  if (places.length === 0) return null;
  return (
    <Notice tone="warn" live title={t.placeholdersLeft({ count: places.length })}>
      {t.placeholdersShown({ places: formatList(places) })}
    </Notice>
  );
}
