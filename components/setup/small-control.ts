/** Classes of a field of 36 px, inside rows of tables and lists. */
export const smallControl =
  "min-h-9 text-ellipsis rounded-sm border border-edge bg-sheet px-2 text-sm text-ink hover:border-ink-2 aria-invalid:border-2 aria-invalid:border-bad disabled:cursor-not-allowed disabled:border-dashed disabled:bg-sunken disabled:text-ink-3";
