import { expect } from "vitest";

type Call = (...input: unknown[]) => unknown;

/** The same procedures; each answer is looked at: what JSON would change on its way to a browser is refused. */
export function answersOf<Caller extends object>(caller: Caller): Caller {
  return new Proxy(caller, {
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name);
      return typeof found === "function" ? answersOf(found as Call) : found;
    },
    apply: (call, self, input) => plainly(Reflect.apply(call as unknown as Call, self, input)),
  });
}

async function plainly(asked: unknown): Promise<unknown> {
  const answer = await asked;
  const isStream = typeof answer === "object" && answer !== null && Symbol.asyncIterator in answer;
  if (answer !== undefined && !isStream) expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
  return answer;
}
