import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const folder = join(/* turbopackIgnore: true */ process.cwd(), "docs");

/** The files of docs/ for each reader of the index, in its order. Readers with a help page read that first. */
export const documentsOf = {
  auditor: ["help/auditor.en.md", "verifying.md"],
  operator: ["help/operator.en.md", "simulations.md", "report-forms.md"],
  researcher: [
    "help/researcher.en.md",
    ...["data.md", "verifying.md", "log-format.md", "worked-example/README.md", "log-format-classes.md"],
    ...[
      "log-format-learners.md",
      "log-format-guarded.md",
      "log-format-picks.md",
      "log-format-panels.md",
      "log-format-annulments.md",
      "log-format-audit.md",
      "log-format-docket.md",
    ],
    ...[
      "log-format-checkpoints.md",
      "log-format-receipts.md",
      "log-format-beacon.md",
      "log-format-restore.md",
    ],
    ...["log-format-state.md", "verifier-must-refuse.md", "theory.md", "paper-to-code.md", "promises.md"],
  ],
  administrator: ["operations.md", "security.md", "security-log.md", "security-asvs.md", "limits.md"],
  programmer: [
    ...[
      "programs.md",
      "policy-file.md",
      "glossary.md",
      "recipes.md",
      "decisions/README.md",
      "performance.md",
      "trials.md",
    ],
  ],
} as const;

let known: ReadonlyMap<string, string> | undefined;

/** Returns the address of each file of docs/, by its path there. Listed once: the files come with the program. */
export function documentAddresses(): ReadonlyMap<string, string> {
  known ??= new Map(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.\w+$/.test(file))
      .map((file) => [file, `/docs/${nameOf(file)}`]),
  );
  return known;
}

/** Returns the file at an address below /docs, in this language where it has several; undefined if there is none. */
export function findDocument(name: string, language: string): string | undefined {
  const files = [...documentAddresses().keys()].filter((file) => nameOf(file) === name);
  return (
    files.find((file) => languageOf(file) === language) ?? files.find((file) => languageOf(file) === "en")
  );
}

/** Returns the language that a document is written in: the help pages have three, all others English. */
export function languageOf(file: string): string {
  return /\.(de|es)\.md$/.exec(file)?.[1] ?? "en";
}

/**
 * Reads a text of docs/ by a path that `documentAddresses` lists. Cells of a notebook become texts and blocks of code;
 * any other file becomes a block of code.
 */
export async function readDocument(file: string): Promise<string> {
  const text = await readFile(join(folder, file), "utf8");
  if (file.endsWith(".ipynb")) return notebookText(text);
  return file.endsWith(".md") ? text : `# ${file}\n\n\`\`\`\n${text}\`\`\`\n`;
}

type Notebook = { cells: { cell_type: "markdown" | "code"; source: string[] }[] };

function notebookText(text: string): string {
  const { cells }: Notebook = JSON.parse(text);
  const parts = cells.map(({ cell_type, source }) =>
    cell_type === "code" ? `\`\`\`python\n${source.join("")}\n\`\`\`` : source.join(""),
  );
  return `${parts.join("\n\n")}\n`;
}

/** Answers with a picture of docs/screens, for anyone. */
export async function answerPicture(name: string): Promise<Response> {
  const file = `screens/${name}`;
  if (!documentAddresses().has(file)) return new Response("There is no such picture.\n", { status: 404 });
  return new Response(await readFile(join(folder, file)), {
    headers: { "content-type": "image/png", "cache-control": "public, max-age=3600" },
  });
}

function nameOf(file: string): string {
  return file.replace(/^help\/(\w+)\.\w+\.md$/, "$1").replace(/(?:\/README)?\.md$/, "");
}
