/** A series is told apart by colour, by dashes and by the label at its end. */
export const series = {
  first: { stroke: "var(--series-1)", strokeWidth: 2 },
  second: { stroke: "var(--series-2)", strokeWidth: 2, strokeDasharray: "6 3" },
  /** Limits, references, raw values behind a mean. */
  rest: { stroke: "var(--series-6)", strokeWidth: 1.5, strokeDasharray: "4 4" },
  /** Pairs that the panel reported, and pairs that it accepted. */
  reported: { stroke: "var(--unfair)", strokeWidth: 2 },
  accepted: { stroke: "var(--acceptable)", strokeWidth: 2 },
} as const;

export type SeriesLook = (typeof series)[keyof typeof series];

/** What stands at a series' end: the figure in ink, its name below. */
export type EndLabel = {
  readonly at: number;
  readonly figure: string;
  readonly name: string;
  readonly look: SeriesLook;
};

/** What a chart draws: the rounds across, or people; zero at the bottom unless something lies below it; few ticks. */
export type ChartShape = {
  readonly rounds: readonly number[];
  /** What stands across, if not rounds. */
  readonly across?: "person" | "reports";
  /** Both scales logarithmic: then `bottom` is above zero, and the ticks across are powers of ten. */
  readonly isLog?: boolean;
  readonly top: number;
  readonly bottom?: number;
  readonly ticks: readonly number[];
  readonly tickWords: (tick: number) => string;
  readonly labels: readonly EndLabel[];
};

/** What a chart of rows draws: shares or figures from the left to the right, rows from the top down. */
export type RowsShape = {
  /** Of all rows, in pixels; a mark's y counts from the top. */
  readonly rowsHeight: number;
  readonly left: number;
  readonly right: number;
  readonly ticks: readonly number[];
  readonly tickWords: (tick: number) => string;
  readonly labels: readonly EndLabel[];
};
