import * as t from "#messages/signIn.ts";

const sentences = new Map([
  ["no-account", t.noAccountFor],
  ["email-not-verified", t.emailNotVerified],
  ["linked-to-another", t.linkedToAnother],
  ["account-suspended", t.suspended],
]);

/** Describes why signing in with the provider failed, from the code in the address. */
export function providerRefusal(why: string, provider: string): string {
  return (sentences.get(why) ?? t.providerFailed)({ provider });
}
