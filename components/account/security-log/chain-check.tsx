"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPCClient } from "#components/ui/api/provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/securityLog.ts";
import type { Outputs } from "#server/http/outputs.ts";

type Part = Outputs["securityLog"]["check"];

/** Verifies the whole hash chain in parts, so that no single request takes long. */
export function ChainCheck() {
  const client = useTRPCClient();
  const [part, setPart] = useState<Part | null>(null);
  const check = useMutation({
    mutationFn: async () => {
      let part: Part;
      let from: Part["head"] | null = null;
      do {
        part = await client.securityLog.check.query({ from });
        from = part.head;
        setPart(part);
      } while (!part.isDone);
    },
  });
  return (
    <div className="grid gap-4">
      <div>
        <Button busy={check.isPending} onClick={() => check.mutate()}>
          {check.isPending ? t.checkingChain() : t.checkChain()}
        </Button>
      </div>
      <ErrorNotice error={check.error} />
      {part && !check.error && <Result {...part} />}
    </div>
  );
}

function Result({ head, end, isDone, flaw }: Part) {
  if (flaw !== null) {
    return (
      <Notice tone="bad" title={t.broken({ seq: flaw.line })} live>
        {t.brokenText({ reason: flaw.reason, last: end.seq })}
      </Notice>
    );
  }
  if (!isDone) return <p role="status">{t.checkedSoFar({ count: head.seq, all: end.seq })}</p>;
  return (
    <Notice tone="good" title={t.chainHolds({ count: head.seq })} live>
      {t.keepHash({ hash: () => <span className="font-mono text-xs break-all">{head.hash}</span> })}
    </Notice>
  );
}
