"use client";

import { Check } from "lucide-react";
import { classNames } from "#components/ui/class-names.ts";
import { Link } from "#components/ui/link.tsx";
import * as t from "#messages/setup.ts";
import type { StepName } from "#server/study/draft.ts";
import { useDraft } from "./draft-context.tsx";
import { useSeenSteps } from "./seen-steps.ts";
import { draftPath, stepsOf } from "./steps.ts";

/** List of the steps: the current one, those that were opened and are complete, and a link to each. */
export function StepList({ current }: { current: StepName }) {
  const { studyId, draft, missing } = useDraft();
  const seen = useSeenSteps(studyId);
  return (
    <nav aria-label={t.steps()} className="mb-8">
      <ol className="flex flex-wrap gap-x-6 gap-y-2 text-sm max-md:gap-x-2">
        {stepsOf(draft.kind).map(({ name, word }, index) => {
          const isNow = name === current;
          const isDone =
            name !== "publish" && seen.includes(name) && !missing.some(({ step }) => step === name);
          return (
            <li key={name}>
              <Link
                href={draftPath(studyId, name)}
                aria-current={isNow ? "step" : undefined}
                className={classNames(
                  "flex min-h-9 items-center gap-2 no-underline",
                  isNow ? "font-[620] text-ink hover:text-ink" : "text-ink-2 hover:text-ink",
                )}
              >
                <span
                  className={classNames(
                    "grid size-7 place-items-center rounded-sm border-[1.5px] font-[620]",
                    isNow ? "border-ink bg-ink text-on-ink" : isDone ? "border-ink-2" : "border-edge",
                  )}
                >
                  {isDone && !isNow ? <Check aria-hidden className="size-4" /> : index + 1}
                </span>
                <span className={isNow ? "" : "max-md:sr-only"}>{word}</span>
                {isDone && <span className="sr-only">{t.complete()}</span>}
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
