import { classNames } from "#components/ui/class-names.ts";
import * as t from "#messages/setupPeople.ts";
import { examples } from "#server/study/cells/read-cell.ts";
import type { ColumnReading } from "#server/study/cells/reading-schema.ts";
import { smallControl } from "../small-control.ts";

type Shape = Pick<ColumnReading, "type" | "notation">;

const shapes: readonly (Shape & { words: () => string })[] = [
  { type: "number", notation: "point", words: () => t.numberLike({ example: examples.point }) },
  { type: "number", notation: "comma", words: () => t.numberLike({ example: examples.comma }) },
  { type: "number", notation: "day-first", words: () => t.dateLike({ example: examples["day-first"] }) },
  { type: "number", notation: "month-first", words: () => t.dateLike({ example: examples["month-first"] }) },
  { type: "number", notation: "year-first", words: () => t.dateLike({ example: examples["year-first"] }) },
  { type: "category", notation: "yes-no", words: t.yesOrNo },
  { type: "category", notation: "as-it-stands", words: t.words },
  { type: "text", notation: "as-it-stands", words: t.freeText },
];
const unclear = { type: "number", notation: "unclear", words: t.sayHow } as const;

/** Choice of how the cells of a column are read; the detected way is preselected. */
export function ReadingSelect({
  control,
  reading,
  disabled,
  set,
}: {
  control: { id: string };
  reading: Shape;
  disabled: boolean;
  set: (shape: Shape) => void;
}) {
  const options = reading.notation === "unclear" ? [unclear, ...shapes] : shapes;
  return (
    <select
      {...control}
      className={classNames(smallControl, "w-full")}
      value={keyOf(reading)}
      disabled={disabled}
      onChange={(event) => {
        const chosen = shapes.find((shape) => keyOf(shape) === event.target.value);
        if (chosen !== undefined) set({ type: chosen.type, notation: chosen.notation });
      }}
    >
      {options.map((shape) => (
        <option key={keyOf(shape)} value={keyOf(shape)} disabled={shape.notation === "unclear"}>
          {shape.words()}
        </option>
      ))}
    </select>
  );
}

function keyOf({ type, notation }: Shape): string {
  return `${type} ${notation}`;
}
