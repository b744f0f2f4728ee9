/** Classes of all controls for text or choices. Separate from the fields, which some pages do not load. */
export const controlClass =
  "min-h-11 w-full text-ellipsis rounded-sm border border-edge bg-sheet px-3 text-ink hover:border-ink-2 aria-invalid:border-2 aria-invalid:border-bad";
