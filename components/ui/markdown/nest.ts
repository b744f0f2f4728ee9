import type { Token } from "markdown-it";

/** A token with those between it and its closing one. */
export type Nested = { readonly token: Token; readonly inside: Nested[] };

/**
 * The parser's flat list as a tree.
 *
 * @param deepest how many may stand in each other; what is marked further loses the mark and keeps its words
 */
export function nest(tokens: readonly Token[], deepest = Number.POSITIVE_INFINITY): Nested[] {
  const top: Nested[] = [];
  const open = [top];
  for (const token of tokens) {
    const here = open.at(-1) ?? top;
    if (token.nesting === -1) open.pop();
    else if (token.nesting === 1 && open.length > deepest) open.push(here);
    else {
      const nested: Nested = { token, inside: [] };
      here.push(nested);
      if (token.nesting === 1) open.push(nested.inside);
    }
  }
  return top;
}
