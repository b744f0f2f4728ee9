/** Look of each series, which is identified by colour, by dashes and by the label at its end. */
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

/** Label at the end of a series: the value in ink, its name below. */
export type EndLabel = {
  readonly at: number;
  readonly figure: string;
  readonly name: string;
  readonly look: SeriesLook;
};

/** What a horizontal axis counts. */
export type Across = "round" | "person" | "reports";

/** Shape of a chart: rounds or people across, few ticks, and zero at the bottom unless a value is below it. */
export type ChartShape = {
  readonly rounds: readonly number[];
  /** Horizontal axis, if it is not rounds. */
  readonly across?: Across;
  /** Whether both scales are logarithmic: then `bottom` is above zero, and the horizontal ticks are powers of ten. */
  readonly isLog?: boolean;
  readonly top: number;
  readonly bottom?: number;
  readonly ticks: readonly number[];
  readonly tickWords: (tick: number) => string;
  readonly labels: readonly EndLabel[];
};

/** Shape of a chart of rows: values from left to right, rows from top to bottom. */
export type RowsShape = {
  /** Height of all rows, in pixels; a mark's y counts from the top. */
  readonly rowsHeight: number;
  readonly left: number;
  readonly right: number;
  readonly ticks: readonly number[];
  readonly tickWords: (tick: number) => string;
  readonly labels: readonly EndLabel[];
};
