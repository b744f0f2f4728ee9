"use client";

import { useQuery } from "@tanstack/react-query";
import { GiveFactor } from "#components/account/factors/give-factor.tsx";
import { ProviderSignIn } from "#components/account/provider-sign-in.tsx";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import * as t from "#messages/factors.ts";

export function StepUpDialog({ onEnd }: { onEnd: (isShown: boolean) => void }) {
  const ways = useQuery(useTRPC().factors.ways.queryOptions({}, { staleTime: 0 }));
  return (
    <Dialog title={t.isItYou()} isOpen onClose={() => onEnd(false)}>
      <p className="mb-5 max-w-measure text-ink-2">{t.isItYouText()}</p>
      <ErrorNotice error={ways.error} />
      {ways.isPending && <p aria-live="polite">{t.lookingUp()}</p>}
      {ways.data && <GiveFactor ways={ways.data} onDone={() => onEnd(true)} />}
      {ways.data?.password && ways.data.provider !== null && (
        <ProviderSignIn name={ways.data.provider} next={location.pathname} />
      )}
    </Dialog>
  );
}
