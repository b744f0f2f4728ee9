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
  if (tokens.length === 0) return <p className="text-ink-2">There is none.</p>;
  const head = (
    <tr>
      <HeaderCell>Name</HeaderCell>
      <HeaderCell>For</HeaderCell>
      <HeaderCell>Last used</HeaderCell>
      <HeaderCell>Ends</HeaderCell>
      <HeaderCell>
        <span className="sr-only">End it</span>
      </HeaderCell>
    </tr>
  );
  return (
    <div className="grid gap-4">
      <Sheet>
        <Table caption={isEverybodys ? "Tokens of everybody" : "Your tokens"} head={head} fold>
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
      <Cell label="For">
        {studyId === null ? "All studies of its owner" : studyName}
        <span className="block text-ink-2">{scopeWords(scopes)}</span>
      </Cell>
      <Cell label="Last used">{lastUsedAt === null ? "never" : <RelativeTime at={lastUsedAt} />}</Cell>
      <Cell label="Ends">
        {hasRunOut ? (
          <Tag tone="warn" icon={Ban}>
            Has run out
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
            aria-label={`${hasRunOut ? "Remove" : "End"} ${name}${isEverybodys ? ` of ${ownerName}` : ""}`}
          >
            {hasRunOut ? "Remove" : "End"}
          </Button>
        </span>
      </Cell>
    </Row>
  );
}
