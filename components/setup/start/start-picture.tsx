"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "#components/ui/api/provider.tsx";
import { refusalOf } from "#components/ui/api/refusal.ts";
import { AskAgain } from "#components/ui/ask-again.tsx";
import { Box, Boxes } from "#components/ui/boxes.tsx";
import { KindBadge } from "#components/ui/charts/kind-badge.tsx";
import { Sheet, SheetBody, SheetFooter, SheetHeader } from "#components/ui/sheet.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import * as t from "#messages/setupStart.ts";
import { formatMean } from "#server/format.ts";
import { choosesStart } from "#server/study/settings/prior.ts";
import { useDraft } from "../draft-context.tsx";
import { problemWords } from "../problem-words.ts";
import { typedDecimal } from "../typed-decimal.ts";
import { Cures } from "./cures.tsx";
import { PeopleAtEnds } from "./people-at-ends.tsx";
import { PickedFigure, StartHistogram } from "./start-figures.tsx";

import { inHundred, pairsSentence, type StartSummary, scoreSentence, startSentence } from "./start-words.ts";

/** Picture of the study's start, before anything is learned. Computed again after every change. */
export function StartChart() {
  const { missing } = useDraft();
  const { data, error, isFetching, refetch } = useStart();
  const open = missing.filter(({ step }) => step !== "purpose");
  return (
    <Sheet ruled>
      <section aria-labelledby="picture" aria-busy={isFetching}>
        <SheetHeader>
          <h2 id="picture">{t.startingPicture()}</h2>
          {data && <KindBadge kind={data.drawnCount === null ? "exact" : "estimated"} />}
        </SheetHeader>
        <SheetBody className="grid grid-cols-[minmax(0,1fr)] gap-6 pt-0">
          {error !== null ? (
            <AskAgain refusal={refusalOf(error).message} onAsk={() => void refetch()} />
          ) : data === null || (data === undefined && open.length > 0) ? (
            <p className="text-ink-2">
              {t.appearsOnce()}
              {open[0] !== undefined && ` ${t.missingFirst({ message: problemWords(open[0]) })}`}
            </p>
          ) : data === undefined ? (
            <Waiting />
          ) : (
            <Shown start={data} />
          )}
        </SheetBody>
      </section>
      <SheetFooter>
        <span role="status">{isFetching && data ? t.recounting() : t.recounted()}</span> {t.nothingLogged()}
      </SheetFooter>
    </Sheet>
  );
}

function Waiting() {
  return (
    <>
      <p className="sr-only">{t.computing()}</p>
      <Skeleton className="h-6 w-4/5" />
      <Skeleton className="h-36 w-full" />
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-24 w-full" />
    </>
  );
}

function Shown({ start }: { start: StartSummary }) {
  const { draft } = useDraft();
  const { settings, people } = draft;
  const drawn = start.drawnCount === null ? null : t.drawnRules({ count: start.drawnCount });
  const more = [drawn, scoreSentence(start)].filter((sentence) => sentence !== null);
  const { roundSize, picked, pairs } = start;
  const picks = picked.reduce((sum, share, count) => sum + share * count, 0);
  return (
    <>
      <Cures start={start} />
      <div aria-live="polite">
        <p className="text-lg">{startSentence(start)}</p>
        {more.map((sentence) => (
          <p key={sentence} className="mt-1 text-sm text-ink-2">
            {sentence}
          </p>
        ))}
      </div>
      <StartHistogram columns={start.columns} />
      <div>
        <Boxes>
          <Box label={t.picksARound()} unit={t.ofSize({ size: roundSize })}>
            {formatMean(picks)}
          </Box>
          <Box label={t.pairsARound()}>
            {pairs.map((figure) => (
              <span key={figure.round} className="block">
                {formatMean(figure.pairs)}
                {figure.round !== null && (
                  <small className="text-sm font-normal tracking-normal text-ink-2">
                    {" "}
                    {t.inRound({ round: figure.round })}
                  </small>
                )}
              </span>
            ))}
          </Box>
        </Boxes>
        <p className="mt-2 text-sm text-ink-2">{pairsSentence(start, typedDecimal(settings.alphaPoints))}</p>
      </div>
      <PickedFigure start={start} isEven={choosesStart(settings) && settings.draw === "even"} />
      {people !== null && <PeopleAtEnds start={start} columns={people.columns} />}
    </>
  );
}

/** Summary of the picture in one line with a link to it, always in sight below the form. */
export function StartMini() {
  const { data } = useStart();
  if (!data) return null;
  const { smallest, largest, roundSize, picked, warnings } = data;
  const picks = picked.reduce((sum, share, count) => sum + share * count, 0);
  return (
    <p className="sticky bottom-0 z-10 -mx-4 flex items-center justify-between gap-4 border-t border-rule bg-sheet px-4 py-2.5 text-sm md:-mx-6 md:px-6 xl:mx-0">
      <span>
        {t.mini({
          low: inHundred(smallest),
          high: inHundred(largest),
          picks: formatMean(picks),
          size: roundSize,
          b: (text) => <b>{text}</b>,
        })}
      </span>
      <a href="#picture">{warnings.length > 0 ? t.warning() : t.picture()}</a>
    </p>
  );
}

/**
 * Loads the starting picture, which the server computes from the saved draft. It is requested again after each save;
 * an outdated request is cancelled.
 */
function useStart() {
  const { studyId, saveState } = useDraft();
  return useQuery({
    ...useTRPC().drafts.start.queryOptions({ studyId }, { trpc: { abortOnUnmount: true } }),
    enabled: saveState.kind === "saved",
    retry: false,
  });
}
