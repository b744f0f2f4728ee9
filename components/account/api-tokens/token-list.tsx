"use client";

import { Ban } from "lucide-react";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { useChange } from "#components/ui/api/use-change.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { actions, TableSheet } from "#components/ui/table.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { LocalTime, RelativeTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/apiTokens.ts";
import type { Outputs } from "#server/http/outputs.ts";

type Token = Outputs["tokens"]["mine"][number];

/**
 * Table of the viewer's tokens, or of all tokens for an administrator: what each permits, when it expires, and a
 * button that revokes it at once.
 */
export function TokenList({
  tokens,
  isEverybodys = false,
}: {
  tokens: readonly Token[];
  isEverybodys?: boolean;
}) {
  const trpc = useTRPC();
  const endOwn = useChange(trpc.tokens.end);
  const endAnyones = useChange(trpc.tokens.endAnyones);
  const end = isEverybodys ? endAnyones : endOwn;
  if (tokens.length === 0) return <p className="text-ink-2">{t.noTokens({ isOwn: !isEverybodys })}</p>;
  return (
    <div className="grid gap-4">
      <TableSheet
        caption={isEverybodys ? t.allTokens() : t.yourTokens()}
        rows={tokens}
        keyOf={({ id }) => id}
        columns={[
          [t.name(), (token) => <TokenName token={token} isOwnerShown={isEverybodys} />],
          [t.forWhat(), (token) => <Permits {...token} />],
          [
            t.lastUsed(),
            ({ lastUsedAt }) => (lastUsedAt === null ? t.never() : <RelativeTime at={lastUsedAt} />),
          ],
          [t.ends(), (token) => <Ends {...token} />],
          [
            t.endIt(),
            ({ id, name, hasRunOut, ownerName }) => {
              const about = { hasExpired: hasRunOut, name };
              return (
                <span>
                  <Button
                    small
                    busy={end.isPending}
                    onClick={() => end.mutate({ id })}
                    aria-label={isEverybodys ? t.endOfOther({ ...about, owner: ownerName }) : t.endOf(about)}
                  >
                    {t.end({ hasExpired: hasRunOut })}
                  </Button>
                </span>
              );
            },
            actions,
          ],
        ]}
      />
      <ErrorNotice error={end.error} />
    </div>
  );
}

function TokenName({ token, isOwnerShown }: { token: Token; isOwnerShown: boolean }) {
  return (
    <>
      <span className="break-words">{token.name}</span>
      {isOwnerShown && (
        <span className="block text-sm font-normal text-ink-2">
          {token.ownerName}, <span className="wrap-anywhere">{token.ownerEmail}</span>
        </span>
      )}
    </>
  );
}

function Permits({ studyId, studyName, scopes }: Token) {
  return (
    <>
      {studyId === null ? t.allStudiesOfOwner() : studyName}
      <span className="block text-ink-2">{scopes.map((scope) => t.scopeShort({ scope })).join(", ")}</span>
    </>
  );
}

function Ends({ hasRunOut, expiresAt }: Token) {
  if (!hasRunOut) return <LocalTime at={expiresAt} />;
  return (
    <Tag tone="warn" icon={Ban}>
      {t.expired()}
    </Tag>
  );
}
