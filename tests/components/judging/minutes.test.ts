import { expect, it } from "vitest";
import { minutesInWords } from "#components/judging/minutes.ts";

it("says how long pairs take at somebody's own pace, and never less than a minute", () => {
  expect(minutesInWords(24, 20_000)).toBe("about 8 minutes at your own pace");
  expect(minutesInWords(2, 20_000)).toBe("about 1 minute at your own pace");
  expect(minutesInWords(1, 1_000)).toBe("about 1 minute at your own pace");
});
