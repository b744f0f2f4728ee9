import { EyeOff } from "lucide-react";
import { ButtonLink } from "#components/ui/button.tsx";

/** Page for a missing permission: names the role that can see the page, and links back. */
export function RefusedPage({ needed, present }: { needed: string; present: string }) {
  return (
    <div className="grid justify-items-start gap-5 border-t-4 border-rule pt-5">
      <h1>Only {needed} can see this page</h1>
      <p className="flex items-start gap-2 text-ink-2">
        <EyeOff aria-hidden className="mt-1 size-4 flex-none" />
        <span>You are {present}. If you should be able to see it, ask whoever invited you.</span>
      </p>
      <ButtonLink href="/">Go to your studies</ButtonLink>
    </div>
  );
}
