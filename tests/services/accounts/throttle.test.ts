import { describe, expect, it } from "vitest";
import { SignInThrottle } from "#server/services/accounts/throttle.ts";

const tooMany = expect.objectContaining({ code: "too-many-attempts" });

function fail(throttle: SignInThrottle, times: number, account: string, network: string, now = 0) {
  for (let time = 0; time < times; time += 1) throttle.begin(account, network, now);
}

describe("login delays", () => {
  it("let five failures pass, then ask for a wait that doubles up to a minute", () => {
    const throttle = new SignInThrottle();
    fail(throttle, 5, "amina", "a");
    expect(() => throttle.begin("amina", "b", 999)).toThrow(tooMany);
    throttle.begin("amina", "b", 1_000);
    expect(() => throttle.begin("amina", "c", 2_999)).toThrow("Wait 1 second, then try again");
    throttle.begin("amina", "c", 3_000);
    let now = 3_000;
    for (let time = 0; time < 20; time += 1) {
      now += 60_000;
      throttle.begin("amina", `network ${time}`, now);
    }
    expect(() => throttle.begin("amina", "d", now + 59_999)).toThrow(tooMany);
  });

  it("count attempts that are still being looked at", () => {
    const throttle = new SignInThrottle();
    const succeeded = Array.from({ length: 5 }, () => throttle.begin("amina", "a", 0));
    expect(() => throttle.begin("amina", "a", 0)).toThrow(tooMany);
    succeeded[0]?.();
    throttle.begin("amina", "a", 0);
  });

  it("slow down a network that tries many accounts", () => {
    const throttle = new SignInThrottle();
    for (let time = 0; time < 20; time += 1) throttle.begin(`account ${time}`, "a", 0);
    expect(() => throttle.begin("account 20", "a", 0)).toThrow(tooMany);
    throttle.begin("account 20", "b", 0);
  });

  it("cannot be wiped out by signing in to an account of one's own in between", () => {
    const throttle = new SignInThrottle();
    for (let time = 0; time < 20; time += 1) {
      throttle.begin(`victim ${time}`, "a", 0);
      if (time < 19) throttle.begin("mine", "a", 0)();
    }
    expect(() => throttle.begin("victim 20", "a", 0)).toThrow(tooMany);
  });

  it("are forgotten after an hour, and after the right password", () => {
    const throttle = new SignInThrottle();
    fail(throttle, 4, "amina", "a");
    throttle.begin("amina", "a", 0)();
    fail(throttle, 5, "amina", "a");
    throttle.begin("amina", "a", 3_600_000);
  });
});
