import type { Column, Features } from "#server/learner/config/spec.ts";
import { columnNames } from "../base/column-names.ts";
import { decidedIn } from "../base/decided.ts";
import type { TableSource } from "../base/table.ts";

/**
 * Yields decisions as contextual-bandit examples of Vowpal Wabbit, one line each: `action:cost:probability tag|f
 * features`. Action 1 is to select; its cost is 0 for yes and 1 for no, its probability the logged chance, as logged.
 * People who were not selected, or whose outcome is unknown, have no label; such lines are not used for learning and
 * can be predicted. The tag `rROUND_PERSON` names the decision; people who were erased have no features.
 *
 * Memory: the features of all people whom a round showed.
 */
export async function* vowpalWabbitFile(
  source: TableSource,
  columns: readonly Column[],
): AsyncGenerator<string> {
  const names = columnNames(
    columns.map(({ name }) => name),
    [],
  );
  const featuresOf = new Map<string, string>();
  for await (const { person, features } of source.people()) {
    if (features !== null) featuresOf.set(person, featureText(features, columns, names));
  }
  for await (const { round, person, chance, isSelected, outcome } of decidedIn(source)) {
    const cost = isSelected ? costs[outcome] : undefined;
    const label = cost === undefined ? "" : `1:${cost}:${chance} `;
    yield `${label}r${round}_${person}|f${featuresOf.get(person) ?? ""}\n`;
  }
}

const costs: Readonly<Record<string, number>> = { yes: 0, no: 1 };

/**
 * Returns features as text. A number is a feature with a weight; a category is a feature of its own. Blanks and free
 * text are omitted.
 */
function featureText(features: Features, columns: readonly Column[], names: readonly string[]): string {
  let text = "";
  for (const [index, cell] of features.entries()) {
    const name = names[index];
    const type = columns[index]?.type;
    if (cell === null || type === "text") continue;
    text += type === "number" ? ` ${name}:${cell}` : ` ${name}=${cell.replace(/[\s:|]/gu, "_")}`;
  }
  return text;
}
