import * as t from "#messages/ui.ts";

/** A key as keyboards of the page's language name it. */
export function KeyCap({ children: key }: { children: string }) {
  return (
    <kbd className="inline-block min-w-6 rounded-md border border-b-2 border-edge bg-sheet px-1.5 text-center font-sans text-xs leading-[1.375rem] font-medium text-ink-2">
      {t.keyCap({ key })}
    </kbd>
  );
}
