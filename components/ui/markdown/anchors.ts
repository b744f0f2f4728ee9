/** Creates anchors for headings as code hosts do, so that a link between two files of docs/ works on both. */
export function anchorNamer(): (words: string) => string {
  const taken = new Map<string, number>();
  return (words) => {
    const name = words
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\s_-]/gu, "")
      .replaceAll(/\s/g, "-");
    const before = taken.get(name) ?? 0;
    taken.set(name, before + 1);
    return before === 0 ? name : `${name}-${before}`;
  };
}
