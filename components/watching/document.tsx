import { Markdown } from "#components/guidelines/markdown.tsx";
import { type DocumentPart, splitDocument } from "./split-document.ts";

/** A page of documentation that comes with the program, below a title of its own. */
export function Document({ source }: { source: string }) {
  const parts = splitDocument(source).filter((part) => part.kind !== "heading" || part.level > 1);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the document never changes while it is shown
        <Part key={index} part={part} />
      ))}
    </div>
  );
}

function Part({ part }: { part: DocumentPart }) {
  if (part.kind === "heading") {
    return part.level === 2 ? (
      <h2 className="mt-6 border-t-2 border-rule pt-4">{part.text}</h2>
    ) : (
      <h3>{part.text}</h3>
    );
  }
  if (part.kind === "text") {
    return (
      <div className="max-w-[46rem] break-words">
        <Markdown source={part.source} />
      </div>
    );
  }
  return <DocumentTable {...part} />;
}

function DocumentTable({ head, rows }: { head: readonly string[]; rows: readonly string[][] }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways
      tabIndex={0}
      aria-label={`Table: ${head.filter(Boolean).join(", ")}`}
      className="overflow-x-auto"
    >
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr>
            {head.map((cell) => (
              <th
                key={cell}
                scope="col"
                className="border-b border-rule px-3 py-2 text-left text-xs font-normal text-ink-3"
              >
                <Markdown source={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={cells.join("|")} className="border-b border-hair align-top">
              {cells.map((cell, index) => (
                <td key={head[index]} className="min-w-28 px-3 py-2">
                  <Markdown source={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
