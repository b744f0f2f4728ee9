/** How whatever takes text or a choice looks: apart from the fields, which a page may do without. */
export const controlClass =
  "min-h-11 w-full rounded-sm border border-edge bg-sheet px-3 text-ink hover:border-ink-2 aria-invalid:border-2 aria-invalid:border-bad";
