import { expect, it, vi } from "vitest";
import { demoPassword } from "#server/accounts/demo-people.ts";
import { requireGoodPassword } from "#server/accounts/password-rules.ts";
import { newPasswordSchema } from "#server/schemas/accounts.ts";
import { refused } from "#tests/setup/refusal.ts";

const choose = (password: string, email: string | null = "karin.holm@example.org") =>
  requireGoodPassword(password, { email, field: "password" });

it.each([
  ["is on the list", "1234567890987654321"],
  ["is on the list, in capitals", "PASSWORDPASSWORD"],
  ["repeats one of the list", "letmeinletmeinletmein"],
  ["is one of the list with symbols for letters", "p@$$w0rd p@$$w0rd"],
  ["is two of the list joined", "iloveyou123456789"],
  ["is two of the list after four letters that are on it too", "lovedragonfootball"],
  ["has symbols for one letter: @", "b@sketb@ll b@sketb@ll"],
  ["has symbols for one letter: 4", "b4seb4ll b4seb4ll"],
  ["has symbols for one letter: 3", "j3nnif3r j3nnif3r"],
  ["has symbols for one letter: 1", "m1dn1ght m1dn1ght"],
  ["has symbols for one letter: !", "cal!forn!a cal!forn!a"],
  ["has symbols for one letter: 0", "marlb0r0 marlb0r0"],
  ["has symbols for one letter: 5", "5un5hine 5un5hine"],
  ["has symbols for one letter: $", "web$olution$ web$olution$"],
  ["has symbols for one letter: 7", "corve77e corve77e"],
  ["is two of the list with a year", "dragonfootball2024"],
  ["is two of the list with letters before, between and after", "vqbasketballxlovez"],
  ["is one of the list with full stops between", "password.password."],
  ["walks along the keyboard", "qwertyuiopasdfgh"],
  ["is the best-known example of a passphrase", "correcthorsebatterystaple"],
  ["is that example with blanks and a year", "Correct Horse Battery Staple 2026"],
  ["is one character", "aaaaaaaaaaaaaaaaaa"],
  ["has too few different characters", "wzxkwxzkxkwzzwxk"],
  ["repeats one short part", "xk7qvzbxk7qvzbxk7qvzb"],
])("refuses one that %s", async (_, password) => {
  const { message } = await refused(choose(password), "bad-input");
  expect(message).toMatch(/^This password is made of words that many people choose/);
});

it.each([
  "correct horse battery",
  "an entirely new one",
  "jumping green kettle",
  "Vier Züge nach Łódź",
  "zT8#kq!vLw2@pXr9$",
  "correct horse battery correct horse battery",
  // five other characters; no word of three letters is on the list
  "dragonfootballvqxzj",
  "basketball-dog-vx1",
  "wzxkwxzkxkwzzwxq",
  "xk7qvzbpxk7qvzbp",
  // one short part once: the characters around it are symbols
  "vq7xj(){}[]/&%#;:",
])("accepts %j", async (password) => {
  expect(newPasswordSchema.safeParse(password).success).toBe(true);
  await choose(password);
});

it.each([
  ["the name of the address", "my name is karin.holm", "karin.holm"],
  ["half of it, in capitals", "HOLM sweet holm and so", "holm"],
  ["the product", "the evenhand panel of May", "evenhand"],
  ["the product in wide letters", "the \uff25venhand panel of May", "evenhand"],
])("refuses one with %s in it", async (_, password, word) => {
  expect((await refused(choose(password), "bad-input")).message).toContain(`“${word}”`);
});

it("allows names of three letters, which too many words contain", async () => {
  await choose("a badly lit canal", "ada@example.org");
});

it("refuses the password of the demonstration", async () => {
  expect(newPasswordSchema.safeParse(demoPassword).success).toBe(false);
  await refused(choose(demoPassword), "bad-input");
});

it("takes bounded work, whatever the length and the number of common passwords in it", async () => {
  const lookups = vi.spyOn(Set.prototype, "has");
  const lookupsFor = async (length: number) => {
    lookups.mockClear();
    await choose("passwordwordpass1234567890love".repeat(7).slice(0, length));
    return lookups.mock.calls.length;
  };
  // Two parts of 24 characters and four others reach 52 places, each the beginning of 21 parts, in three readings.
  const long = await lookupsFor(99);
  expect(long).toBeLessThan(3 * 53 * 21);
  expect(await lookupsFor(199)).toBe(long);
});
