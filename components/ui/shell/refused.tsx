import { EyeOff } from "lucide-react";
import { ButtonLink } from "#components/ui/button.tsx";
import * as t from "#messages/refused.ts";

type Refused = {
  needed: Parameters<typeof t.onlyFor>[0]["needed"];
  present: string;
  /** Name of the sign-in provider that a study requires; null if it has none. */
  provider: string | null;
};

/** Page for a missing permission: names the role that can see the page, and links back. */
export function RefusedPage({ needed, present, provider }: Refused) {
  return (
    <div className="grid justify-items-start gap-5 border-t-4 border-rule pt-5">
      <h1>{t.onlyFor({ needed, provider: provider ?? t.studyProvider() })}</h1>
      <p className="flex items-start gap-2 text-ink-2">
        <EyeOff aria-hidden className="mt-1 size-4 flex-none" />
        <span>{t.youAre({ present })}</span>
      </p>
      <ButtonLink href="/">{t.goToStudies()}</ButtonLink>
    </div>
  );
}
