/** Describes why signing in with the provider failed, from the code in the address. */
export function providerRefusal(why: string, name: string): string {
  const sentences: Readonly<Record<string, string>> = {
    "no-account": `Nobody here has the e-mail address that ${name} tells of you. Make your account from your invitation first, with that address.`,
    "email-not-verified": `${name} has not verified your e-mail address, so it does not show who you are here. Sign in with your password.`,
    "linked-to-another": `The account with your e-mail address belongs to somebody else at ${name}. Ask an administrator about it.`,
    "account-suspended": "This account is suspended. Ask an administrator about it.",
  };
  const known = Object.hasOwn(sentences, why) ? sentences[why] : undefined;
  return known ?? `Signing in by ${name} did not work. Try again, or sign in with your password.`;
}
