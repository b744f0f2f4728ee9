/**
 * Returns column names that every tool accepts without quotes: snake_case, beginning with a letter, each unique.
 *
 * @param titles as people wrote them; titles that become the same name are numbered
 * @param taken names that are already used
 */
export function columnNames(titles: readonly string[], taken: readonly string[]): string[] {
  const used = new Set(taken);
  return titles.map((title) => {
    const plain = snakeCase(title);
    let name = plain;
    for (let count = 2; used.has(name); count += 1) name = `${plain}_${count}`;
    used.add(name);
    return name;
  });
}

function snakeCase(title: string): string {
  const name = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z\d]+/g, "_")
    .replace(/^_+|_+$/g, "");
  if (name === "") return "column";
  return /^[a-z]/.test(name) ? name : `column_${name}`;
}
