export type DocumentPart =
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "table"; readonly head: string[]; readonly rows: string[][] }
  | { readonly kind: "text"; readonly source: string };

/** A Markdown page of ours in parts: headings, tables, and whatever stands between them. */
export function splitDocument(source: string): DocumentPart[] {
  const parts: DocumentPart[] = [];
  let text: string[] = [];
  let table: string[] = [];
  const end = () => {
    if (text.join("").trim() !== "") parts.push({ kind: "text", source: text.join("\n") });
    if (table.length > 0) parts.push(tableOf(table));
    text = [];
    table = [];
  };
  for (const line of plainLinks(source).replaceAll("\r", "").split("\n")) {
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    const isRow = line.startsWith("|");
    if (heading || (isRow && table.length === 0) || (!isRow && table.length > 0)) end();
    if (heading) parts.push({ kind: "heading", level: heading[1]?.length ?? 1, text: heading[2] ?? "" });
    else if (isRow) table.push(line);
    else text.push(line);
  }
  end();
  return parts;
}

/** The document's own title; its address stands in for one that has none. */
export function titleOf(source: string): string {
  const [first] = splitDocument(source);
  return first?.kind === "heading" ? first.text.replaceAll("`", "") : "The format of the log";
}

/** The documents name each other by their files; here they stand in a row at the top of each page. */
function plainLinks(source: string): string {
  return source.replaceAll(/\[[^\]]+\]\(([\w-]+\.md)\)/g, "`$1`");
}

function tableOf([head = "", _rule, ...rows]: readonly string[]): DocumentPart {
  return { kind: "table", head: cellsOf(head), rows: rows.map(cellsOf) };
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());
}
