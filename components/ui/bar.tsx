type Props = {
  label: string;
  done: number;
  total: number;
  words: string;
  /** Whether the words are read out as they change. */
  isReadOut?: boolean;
};

/** Progress of long work: a bar, and the same in words below. */
export function Bar({ label, done, total, words, isReadOut = false }: Props) {
  return (
    <div className="w-full">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={words}
        className="mb-1 h-2 w-full border border-edge bg-sunken"
      >
        <div className="h-full bg-ink" style={{ width: `${total === 0 ? 0 : (100 * done) / total}%` }} />
      </div>
      <p role={isReadOut ? "status" : undefined} className="text-sm text-ink-2 tabular-nums">
        {words}
      </p>
    </div>
  );
}
