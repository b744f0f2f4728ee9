"use client";

import { useMutation } from "@tanstack/react-query";
import { Ban } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { LocalTime, RelativeTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/apiTokens.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { scopeWords } from "./scope-words.ts";

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
  const router = useRouter();
  const trpc = useTRPC();
  const onSuccess = () => router.refresh();
  const endOwn = useMutation(trpc.tokens.end.mutationOptions({ onSuccess }));
  const endAnyones = useMutation(trpc.tokens.endAnyones.mutationOptions({ onSuccess }));
  const end = isEverybodys ? endAnyones : endOwn;
  if (tokens.length === 0) return <p className="text-ink-2">{t.noTokens()}</p>;
  const head = (
    <tr>
      <HeaderCell>{t.name()}</HeaderCell>
      <HeaderCell>{t.forWhat()}</HeaderCell>
      <HeaderCell>{t.lastUsed()}</HeaderCell>
      <HeaderCell>{t.ends()}</HeaderCell>
      <HeaderCell>
        <span className="sr-only">{t.endIt()}</span>
      </HeaderCell>
    </tr>
  );
  return (
    <div className="grid gap-4">
      <Sheet>
        <Table caption={isEverybodys ? t.allTokens() : t.yourTokens()} head={head} fold>
          {tokens.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              isEverybodys={isEverybodys}
              busy={end.isPending}
              onEnd={() => end.mutate({ id: token.id })}
            />
          ))}
        </Table>
      </Sheet>
      {end.error && <Notice tone="bad" title={refusalOf(end.error).message} live />}
    </div>
  );
}

type RowProps = { token: Token; isEverybodys: boolean; busy: boolean; onEnd: () => void };

function TokenRow({ token, isEverybodys, busy, onEnd }: RowProps) {
  const { name, studyId, studyName, scopes, hasRunOut, expiresAt, lastUsedAt, ownerName, ownerEmail } = token;
  const about = { hasExpired: hasRunOut, name };
  return (
    <Row>
      <RowHead>
        <span className="break-words">{name}</span>
        {isEverybodys && (
          <span className="block text-sm font-normal text-ink-2">
            {ownerName}, <span className="break-all">{ownerEmail}</span>
          </span>
        )}
      </RowHead>
      <Cell label={t.forWhat()}>
        {studyId === null ? t.allStudiesOfOwner() : studyName}
        <span className="block text-ink-2">{scopeWords(scopes)}</span>
      </Cell>
      <Cell label={t.lastUsed()}>{lastUsedAt === null ? t.never() : <RelativeTime at={lastUsedAt} />}</Cell>
      <Cell label={t.ends()}>
        {hasRunOut ? (
          <Tag tone="warn" icon={Ban}>
            {t.expired()}{" "}
          </Tag>
        ) : (
          <LocalTime at={expiresAt} />
        )}
      </Cell>
      <Cell className="md:text-right">
        <span>
          <Button
            small
            busy={busy}
            onClick={onEnd}
            aria-label={isEverybodys ? t.endOfOther({ ...about, owner: ownerName }) : t.endOf(about)}
          >
            {t.end({ hasExpired: hasRunOut })}
          </Button>
        </span>
      </Cell>
    </Row>
  );
}
