import type { Token } from "markdown-it";
import { type Nested, nest } from "./nest.ts";
import type { Inline } from "./tree.ts";

const DEEPEST = 16;

/** Parses the words of a line with their markup. */
export function inlineOf(tokens: readonly Token[]): Inline[] {
  return nest(tokens, DEEPEST).flatMap((nested) => partOf(nested, false));
}

function partOf({ token, inside }: Nested, isInLink: boolean): Inline[] {
  const inline = () => inside.flatMap((nested) => partOf(nested, isInLink));
  switch (token.type) {
    case "text":
      return token.content === "" ? [] : [{ kind: "text", text: token.content }];
    case "softbreak":
      return [{ kind: "text", text: "\n" }];
    case "hardbreak":
      return [{ kind: "break" }];
    case "code_inline":
      return [{ kind: "code", text: token.content }];
    case "strong_open":
      return [{ kind: "strong", inline: inline() }];
    case "em_open":
      return [{ kind: "emphasis", inline: inline() }];
    case "link_open": {
      const href = String(token.attrGet("href") ?? "");
      return [{ kind: "link", href, inline: inside.flatMap((nested) => partOf(nested, true)) }];
    }
    case "image": {
      const href = String(token.attrGet("src") ?? "");
      const text = token.content || href;
      return [isInLink ? { kind: "text", text } : { kind: "image", href, text }];
    }
    default:
      throw new Error(`no such part of a line: ${token.type}`);
  }
}
