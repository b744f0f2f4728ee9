import * as t from "#messages/files.ts";
import {
  delimiterSchema,
  encodingSchema,
  type FormatChoices as Format,
  type PeopleReading,
} from "#server/study/reading.ts";
import { Select } from "../select.tsx";
import { delimiterWords, encodingWords } from "./format-words.ts";

/** Choice of the file format, detected or chosen; "Detect it" if unknown. In a workbook, choice of the sheet. */
export function FormatFields({
  format,
  isBusy,
  choose,
}: {
  format: Format | PeopleReading["format"];
  isBusy: boolean;
  choose: (choice: Format) => void;
}) {
  const header = (
    <Choice
      label={t.firstRow()}
      value={format.hasHeader === undefined ? undefined : format.hasHeader ? "header" : "person"}
      options={[
        ["header", t.firstRowIs({ row: "header" })],
        ["person", t.firstRowIs({ row: "person" })],
      ]}
      isBusy={isBusy}
      choose={(value) => choose({ hasHeader: value === "header" })}
    />
  );
  if ("sheets" in format) {
    return (
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice
          label={t.sheet()}
          value={format.sheet}
          options={format.sheets.map(({ name, isHidden }) => [name, t.sheetName({ name, isHidden })])}
          isBusy={isBusy}
          choose={(sheet) => choose({ sheet })}
        />
        {header}
      </div>
    );
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      <Choice
        label={t.columnsSeparatedBy()}
        value={format.delimiter}
        options={delimiterSchema.options.map((delimiter) => [delimiter, delimiterWords(delimiter)])}
        isBusy={isBusy}
        choose={(value) => choose({ delimiter: delimiterSchema.parse(value) })}
      />
      {header}
      <Choice
        label={t.quotes()}
        value={format.quote === undefined ? undefined : format.quote === null ? "letters" : "edges"}
        options={[
          ["edges", t.quotesAre({ quotes: "edges" })],
          ["letters", t.quotesAre({ quotes: "letters" })],
        ]}
        isBusy={isBusy}
        choose={(value) => choose({ quote: value === "edges" ? '"' : null })}
      />
      <Choice
        label={t.encoding()}
        value={format.encoding}
        options={encodingSchema.options.map((encoding) => [encoding, encodingWords(encoding)])}
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
          {t.detectIt()}
        </option>
      )}
    </Select>
  );
}
