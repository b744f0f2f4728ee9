import { delimiterSchema, encodingSchema, type FormatChoices as Format } from "#server/study/reading.ts";
import { Select } from "../select.tsx";
import { delimiterWords, encodingWords } from "./format-words.ts";

/** Choice of the file format, detected or chosen; "Detect it" if unknown. */
export function FormatFields({
  format,
  isBusy,
  choose,
}: {
  format: Format;
  isBusy: boolean;
  choose: (choice: Format) => void;
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      <Choice
        label="Columns are separated by"
        value={format.delimiter}
        options={Object.entries(delimiterWords)}
        isBusy={isBusy}
        choose={(value) => choose({ delimiter: delimiterSchema.parse(value) })}
      />
      <Choice
        label="First row"
        value={format.hasHeader === undefined ? undefined : format.hasHeader ? "header" : "person"}
        options={[
          ["header", "Names the columns"],
          ["person", "Is a person"],
        ]}
        isBusy={isBusy}
        choose={(value) => choose({ hasHeader: value === "header" })}
      />
      <Choice
        label="Quotes"
        value={format.quote === undefined ? undefined : format.quote === null ? "letters" : "edges"}
        options={[
          ["edges", "Hold cells together"],
          ["letters", "Are letters like others"],
        ]}
        isBusy={isBusy}
        choose={(value) => choose({ quote: value === "edges" ? '"' : null })}
      />
      <Choice
        label="Encoding"
        value={format.encoding}
        options={Object.entries(encodingWords)}
        isBusy={isBusy}
        choose={(value) => choose({ encoding: encodingSchema.parse(value) })}
      />
    </div>
  );
}

function Choice({
  label,
  value,
  options,
  isBusy,
  choose,
}: {
  label: string;
  value: string | undefined;
  options: readonly (readonly [string, string])[];
  isBusy: boolean;
  choose: (value: string) => void;
}) {
  return (
    <Select
      label={label}
      value={value ?? ""}
      aria-busy={isBusy}
      onChange={(event) => choose(event.target.value)}
      options={options}
    >
      {value === undefined && (
        <option value="" disabled>
          Detect it
        </option>
      )}
    </Select>
  );
}
