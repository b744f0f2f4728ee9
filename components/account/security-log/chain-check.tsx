"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPCClient } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { emptySecurityHead } from "#server/audit-log/security/entry.ts";
import { formatNumber, plural } from "#server/format.ts";
import type { Outputs } from "#server/http/outputs.ts";

type Part = Outputs["securityLog"]["check"];

/** Verifies the whole hash chain in parts, so that no single request takes long. */
export function ChainCheck() {
  const client = useTRPCClient();
  const [part, setPart] = useState<Part | null>(null);
  const check = useMutation({
    mutationFn: async () => {
      let part: Part;
      let head = emptySecurityHead;
      do {
        part = await client.securityLog.check.query(head);
        head = part.head;
        setPart(part);
      } while (!part.isDone);
    },
  });
  return (
    <div className="grid gap-4">
      <div>
        <Button busy={check.isPending} onClick={() => check.mutate()}>
          {check.isPending ? "Checking the chain" : "Check the chain"}
        </Button>
      </div>
      {check.error && <Notice tone="bad" title={refusalOf(check.error).message} live />}
      {part && !check.error && <Result {...part} />}
    </div>
  );
}

function Result({ head, end, isDone, flaw }: Part) {
  if (flaw !== null) {
    return (
      <Notice tone="bad" title={`Event ${flaw.line} does not continue the chain.`} live>
        <span className="break-words">
          {flaw.message}. Somebody changed the log past this program. Compare it with a copy you kept.
        </span>
      </Notice>
    );
  }
  const count = formatNumber(head.seq);
  if (!isDone) return <p role="status">{`${count} of ${formatNumber(end.seq)} events checked.`}</p>;
  return (
    <Notice
      tone="good"
      title={plural(head.seq, "The one event is whole.", `All ${count} events are one chain.`)}
      live
    >
      Keep the hash of the last one elsewhere, to notice if the whole log is ever written anew:{" "}
      <span className="font-mono text-xs break-all">{head.hash}</span>
    </Notice>
  );
}
