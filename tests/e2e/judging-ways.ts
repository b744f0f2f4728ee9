import { expect, type Page } from "@playwright/test";

const words = ["unfair", "acceptable", "unsure"] as const;
export type Word = (typeof words)[number];
const names: Record<Word, string> = { unfair: "Unfair", acceptable: "Acceptable", unsure: "Not sure" };
const keys: Record<Word, string> = { unfair: "f", acceptable: "a", unsure: "u" };

/** The verdict of every auditor in these tests on a pair, by the people's numbers on the screen. */
export function opinionOf(high: number, low: number): Word {
  return words[(2 * high + low) % 3] ?? "unsure";
}

/** Reads two people from a text, in its order. */
function pairIn(text: string): [number, number] {
  const [high, low] = [...text.matchAll(/Person\s(\d+)/g)].map(([, number]) => Number(number));
  if (high === undefined || low === undefined) throw new Error(`no pair in: ${text}`);
  return [high, low];
}

export const said = (page: Page) => page.locator("p[role=status].sr-only");

export type View = "queue" | "against" | "grid";

/** An input method, for any view. */
export type Way = {
  /** The pair of the next verdict; undefined once the whole docket was judged. */
  readonly present: () => Promise<[high: number, low: number] | undefined>;
  readonly give: (word: Word) => Promise<void>;
  readonly review: () => Promise<void>;
  readonly seal: () => Promise<void>;
};

const verdicts = (page: Page) => page.getByRole("group", { name: /unfair/ });

/** Reads the pair from the question above the three answers. */
async function currentPair(page: Page): Promise<[number, number]> {
  const question = (await verdicts(page).getAttribute("aria-labelledby")) ?? "";
  return pairIn(await page.locator(`[id="${question}"]`).innerText());
}

async function announcement(page: Page, [high, low]: readonly [number, number]): Promise<string> {
  await expect(said(page)).toContainText(`. Person ${high} over Person ${low}. `);
  return said(page).innerText();
}

/** Only keys: one gives the verdict, another leads to the next unjudged pair. */
export function byKeyboard(page: Page, view: View): Way {
  let isDone = false;
  return {
    present: async () => (isDone ? undefined : currentPair(page)),
    give: async (word) => {
      const pair = await currentPair(page);
      await page.keyboard.press(keys[word]);
      isDone = (await announcement(page, pair)).includes("the whole docket looked at");
      if (!isDone && view !== "queue") await page.keyboard.press("x");
    },
    review: () => page.keyboard.press("Control+Enter"),
    seal: async () => {
      const seal = page.getByRole("button", { name: "Seal my verdicts" });
      for (let presses = 0; presses < 80; presses += 1) {
        if (await seal.evaluate((element) => element === document.activeElement)) break;
        await page.keyboard.press("Tab");
      }
      await page.keyboard.press("Enter");
    },
  };
}

/** Only taps: on buttons, and on rows and cells of the docket. */
export function byTouch(page: Page, view: View): Way {
  /** Selects a docket pair without a verdict; in the queue it is already selected. */
  async function find(): Promise<boolean> {
    if (view === "queue") return true;
    const part = view === "grid" ? "gridcell" : "rowheader";
    const open = page.getByRole(part, { name: /Not looked at, on the docket$/ }).first();
    const anchors = page.getByRole("combobox", { name: "Compare everyone with" });
    const choices = view === "grid" ? [] : [0, 1];
    for (const index of choices) {
      if ((await open.count()) > 0) break;
      await anchors.selectOption({ index });
    }
    if ((await open.count()) === 0) return false;
    await open.tap();
    return true;
  }
  let isDone = false;
  let taps = 0;
  return {
    present: async () => (!isDone && (await find()) ? currentPair(page) : undefined),
    give: async (word) => {
      const pair = await currentPair(page);
      // Two quick taps on one place count as one verdict, so each tap is next to the previous one.
      taps += 1;
      const position = { x: taps % 2 === 0 ? 15 : 85, y: 20 };
      await verdicts(page).getByRole("button", { name: names[word] }).tap({ position });
      isDone = (await announcement(page, pair)).includes("the whole docket looked at");
    },
    review: () => page.getByRole("button", { name: "Review", exact: true }).tap(),
    seal: () => page.getByRole("button", { name: "Seal my verdicts" }).tap(),
  };
}

type Node = { readonly role: string; readonly name: string; readonly element: number | undefined };

/**
 * Only the accessibility tree of the page, like a screen reader: the question is a group's name, what is
 * pressed a button with a name, what happened a text that was announced.
 */
export async function byTree(page: Page, view: View): Promise<Way> {
  const session = await page.context().newCDPSession(page);
  async function tree(): Promise<Node[]> {
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    return nodes.flatMap(({ ignored, role, name, backendDOMNodeId }) =>
      ignored
        ? []
        : [{ role: String(role?.value), name: String(name?.value ?? ""), element: backendDOMNodeId }],
    );
  }
  async function press(name: RegExp): Promise<void> {
    const button = (await tree()).find((node) => node.role === "button" && name.test(node.name));
    if (button?.element === undefined) throw new Error(`no button ${name}`);
    await session.send("DOM.focus", { backendNodeId: button.element });
    await page.keyboard.press("Enter");
  }
  async function question(): Promise<[number, number]> {
    let name: string | undefined;
    await expect(async () => {
      name = (await tree()).find(
        (node) => node.role === "group" && /Is it unfair that/.test(node.name),
      )?.name;
      expect(name).toBeDefined();
    }).toPass();
    return pairIn(name ?? "");
  }
  let isDone = false;
  return {
    present: async () => (isDone ? undefined : question()),
    give: async (word) => {
      const [high, low] = await question();
      await press(new RegExp(`^${names[word]}`));
      let text = "";
      await expect(async () => {
        text =
          (await tree())
            .map(({ name }) => name.replaceAll("\u00a0", " "))
            .find((name) => name.includes(`. Person ${high} over Person ${low}. `)) ?? "";
        expect(text).not.toBe("");
      }).toPass();
      isDone = text.includes("the whole docket looked at");
      if (!isDone && view !== "queue") await press(/^Next not looked at/);
    },
    review: () => press(/^Review and seal/),
    seal: async () => {
      await expect(async () => {
        expect((await tree()).some(({ name }) => /^Seal my verdicts/.test(name))).toBe(true);
      }).toPass();
      await press(/^Seal my verdicts/);
    },
  };
}
