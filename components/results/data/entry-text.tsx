import * as t from "#messages/data.ts";

const longest = 20_000;

/** The entry's JSON, formatted; a very long one is cut to its first 20,000 characters. */
export function EntryText({ line }: { line: string }) {
  const text = JSON.stringify(JSON.parse(line), null, 2);
  return (
    <>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls
        tabIndex={0}
        aria-label={t.entryJson()}
        className="max-h-[36rem] overflow-auto border border-hair bg-sunken px-4 py-3"
      >
        <pre className="whitespace-pre-wrap break-all font-mono text-sm">{text.slice(0, longest)}</pre>
      </section>
      {text.length > longest && <p className="mt-2 text-sm text-ink-2">{t.entryCut()}</p>}
    </>
  );
}
