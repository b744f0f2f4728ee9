import type { WriteStream } from "node:tty";

/** A progress bar with the remaining time on one line of a terminal; nothing elsewhere. */
export type Progress = {
  /** Starts a cell. */
  begin(label: string): void;
  /** Sets the number of rounds played in that cell. */
  update(rounds: number): void;
  /** Skips rounds that need not be played. */
  skip(rounds: number): void;
  end(): void;
};

const WIDTH = 24;
const REDRAW_MILLISECONDS = 100;

/**
 * Opens a progress bar.
 *
 * @param stream where to draw, if it is a terminal
 * @param totalRounds of all cells
 */
export function openProgress(stream: Pick<WriteStream, "isTTY" | "write">, totalRounds: number): Progress {
  const started = performance.now();
  let before = 0;
  let skipped = 0;
  let current = 0;
  let label = "";
  let lastDrawn = Number.NEGATIVE_INFINITY;
  const draw = () => {
    const now = performance.now();
    if (!stream.isTTY || now - lastDrawn < REDRAW_MILLISECONDS) return;
    lastDrawn = now;
    stream.write(
      `\r\u001b[K${progressLine({ done: before + current, skipped, totalRounds, milliseconds: now - started, label })}`,
    );
  };
  return {
    begin(next) {
      before += current;
      current = 0;
      label = next;
      draw();
    },
    update(rounds) {
      current = rounds;
      draw();
    },
    skip(rounds) {
      before += rounds;
      skipped += rounds;
    },
    end() {
      if (stream.isTTY) stream.write("\r\u001b[K");
    },
  };
}

/**
 * Returns the text of the bar. The remaining time assumes that the other rounds cost as much as those played.
 *
 * @internal
 */
export function progressLine(at: {
  readonly done: number;
  readonly skipped: number;
  readonly totalRounds: number;
  readonly milliseconds: number;
  readonly label: string;
}): string {
  const { done, skipped, totalRounds, milliseconds, label } = at;
  const share = totalRounds === 0 ? 1 : done / totalRounds;
  const filled = Math.floor(share * WIDTH);
  const bar = "#".repeat(filled) + ".".repeat(WIDTH - filled);
  const played = done - skipped;
  const left = played > 0 ? timeText(((totalRounds - done) * milliseconds) / played) : "?";
  return `[${bar}] ${Math.floor(100 * share)} %, ${left} left, ${label}`;
}

function timeText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}
