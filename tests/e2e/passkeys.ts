import type { Page } from "@playwright/test";

export type Credential = {
  credentialId: string;
  isResidentCredential: boolean;
  rpId?: string;
  privateKey: string;
  signCount: number;
};

/** A virtual authenticator that answers at once (WebAuthn, 11). */
export async function plugIn(page: Page, credential?: Credential) {
  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable");
  const { authenticatorId } = await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  if (credential) await browser.send("WebAuthn.addCredential", { authenticatorId, credential });
  return {
    /** Returns its passkey, to use the same device in another browser. */
    credential: async (): Promise<Credential> => {
      const { credentials } = await browser.send("WebAuthn.getCredentials", { authenticatorId });
      const [only] = credentials;
      if (only === undefined) throw new Error("the device holds no passkey");
      return only;
    },
  };
}
