"use client";

import { useMutation } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { useTRPC } from "#components/api/provider.tsx";
import { refusalOf } from "#components/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { DeliveryWords } from "./delivery-words.tsx";

/** Sends a link that was just made to the address it was made for. */
export function SendLink({ token }: { token: string }) {
  const send = useMutation(useTRPC().mail.sendLink.mutationOptions());
  return (
    <span className="mt-3 flex flex-wrap items-center gap-3">
      {!send.data?.isSent && (
        <Button busy={send.isPending} onClick={() => send.mutate({ token })}>
          <Mail aria-hidden />
          {send.isPending ? "Sending" : "Send by e-mail"}
        </Button>
      )}
      {send.data && <DeliveryWords delivery={send.data} instead="Copy the link and send it yourself." />}
      {send.error && <span className="text-sm text-bad">{refusalOf(send.error).message}</span>}
    </span>
  );
}
