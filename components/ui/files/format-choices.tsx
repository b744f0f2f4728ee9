import * as t from "#messages/files.ts";
import type { FormatChoices as Format, PeopleReading } from "#server/study/reading.ts";
import { delimiters, encodings } from "#server/study/text-formats.ts";
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
        options={delimiters.map((delimiter) => [delimiter, delimiterWords(delimiter)])}
        isBusy={isBusy}
        choose={(delimiter) => choose({ delimiter })}
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
        options={encodings.map((encoding) => [encoding, encodingWords(encoding)])}
        isBusy={isBusy}
        choose={(encoding) => choose({ encoding })}
      />
    </div>
  );
}

function Choice<Value extends string>({
  label,
  value,
  options,
  isBusy,
  choose,
}: {
  label: string;
  value: Value | undefined;
  options: readonly (readonly [Value, string])[];
  isBusy: boolean;
  choose: (value: Value) => void;
}) {
  return (
    <Select
      label={label}
      value={value ?? ""}
      aria-busy={isBusy}
      onChange={(event) => {
        const [chosen] = options.find(([known]) => known === event.target.value) ?? [];
        if (chosen !== undefined) choose(chosen);
      }}
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
