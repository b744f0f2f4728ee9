import type { WriteStream } from "node:tty";

/** A bar with the time left, on one line of a terminal; nothing at all anywhere else. */
export type Progress = {
  /** The cell that is being played. */
  begin(label: string): void;
  /** Rounds played of that cell. */
  update(rounds: number): void;
  /** Rounds that need not be played. */
  skip(rounds: number): void;
  end(): void;
};

const WIDTH = 24;
const REDRAW_MILLISECONDS = 100;

/**
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
 * The text of the bar. Time left supposes that the rounds to come cost what those played did.
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
