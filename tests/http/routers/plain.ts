import { expect } from "vitest";

type Call = (...input: unknown[]) => unknown;

/** Wraps a caller so that an answer that JSON would change on its way to a browser fails the test. */
export function answersOf<Caller extends object>(caller: Caller): Caller {
  return new Proxy(caller, {
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name);
      return typeof found === "function" ? answersOf(found as Call) : found;
    },
    apply: (call, self, input) => plainly(Reflect.apply(call as unknown as Call, self, input)),
  });
}

async function plainly(call: unknown): Promise<unknown> {
  const answer = await call;
  const isStream = typeof answer === "object" && answer !== null && Symbol.asyncIterator in answer;
  if (answer !== undefined && !isStream) expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
  return answer;
}
