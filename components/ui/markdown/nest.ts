import type { Token } from "markdown-it";

/** A token with the tokens between it and its closing one. */
export type Nested = { readonly token: Token; readonly inside: Nested[] };

/**
 * Turns the parser's flat list into a tree.
 *
 * @param deepest maximum nesting of inline markup; markup beyond it is dropped and its words are kept
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
