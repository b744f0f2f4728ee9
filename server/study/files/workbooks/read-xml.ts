import { SaxesParser } from "saxes";
import * as t from "#messages/fileProblems.ts";
import { refuse } from "../limits.ts";
import { type Archive, broken } from "./archive.ts";

const deepest = 100;

export type XmlAttributes = Readonly<Record<string, string>>;

/** What to do at each element of a part. */
export type XmlReader = {
  readonly open: (name: string, attributes: XmlAttributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
};

/**
 * Reads one part of a workbook, element by element. The only caller of saxes, which fetches nothing and knows no
 * entities but those of XML itself. A document type, which could define others, is refused.
 *
 * @throws DomainError "bad-input" if the part is missing or broken
 */
export function readXml(archive: Archive, part: string, reader: XmlReader): void {
  const parser = new SaxesParser();
  let depth = 0;
  parser.on("error", broken);
  parser.on("doctype", () => refuse({ message: t.workbookDoctype() }));
  parser.on("opentag", ({ name, attributes }) => {
    depth += 1;
    if (depth > deepest) broken();
    reader.open(name, attributes);
  });
  parser.on("text", (text) => reader.text?.(text));
  parser.on("cdata", (text) => reader.text?.(text));
  parser.on("closetag", ({ name }) => {
    depth -= 1;
    reader.close?.(name);
  });
  for (const piece of archive.text(part)) parser.write(piece);
  parser.close();
}
