import { useSearchParams } from "next/navigation";
import { useMemo, useState } from "react";
import { ResearchDetails } from "#components/ui/research-details.tsx";
import { Section } from "#components/ui/sheet.tsx";
import * as t from "#messages/whatIf.ts";
import { estimatePlayed } from "#server/analysis/what-if/estimates.ts";
import { frontier, judgeablePairs, redecide } from "#server/analysis/what-if/redecide.ts";
import { meanLoss } from "#server/analysis/what-if/summary.ts";
import type { WhatIfView } from "#server/results/what-if/read-what-if.ts";
import { ownSetting, readSetting, type SettingSearch, settingAddress, settingIn } from "./asked-setting.ts";
import { ExactResults } from "./exact-results.tsx";
import { WhatIfLossChart } from "./loss-chart.tsx";
import { ReplaySection } from "./replay-section.tsx";
import { SettingForm } from "./setting-form.tsx";
import { Theorems } from "./theorems.tsx";
import { useReplay } from "./use-replay.ts";
import type { LoadedRounds } from "./use-rounds.ts";

/** The page once the rounds of the study are here. */
export function WhatIfSections({
  studyId,
  study,
  loaded,
}: {
  studyId: string;
  study: WhatIfView;
  loaded: LoadedRounds;
}) {
  const { prepared, rounds } = loaded;
  const own = ownSetting(study, prepared.seats);
  const search = useSearchParams();
  // The address follows what is typed, and too late for a field that shows it.
  const [asked, setAsked] = useState(() => settingIn(search, own));
  const ask = (next: SettingSearch) => {
    setAsked(next);
    window.history.replaceState(null, "", settingAddress(next, own) || location.pathname);
  };
  const { rule, limit } = asked;
  const read = useMemo(
    () => readSetting({ rule, limit }, { ...prepared, alpha: study.alpha }),
    [rule, limit, prepared, study.alpha],
  );
  const { setting } = read;
  const redecided = useMemo(() => setting && redecide(prepared, setting), [prepared, setting]);
  const alpha = setting?.alpha;
  const byLimit = useMemo(
    () =>
      alpha === undefined ? null : { points: frontier(prepared, alpha), ...judgeablePairs(prepared, alpha) },
    [prepared, alpha],
  );
  const loss = useMemo(
    () => meanLoss(rounds.map((round) => ({ ...estimatePlayed(round), size: round.chances.length }))),
    [rounds],
  );
  const replay = useReplay(studyId, loaded);
  return (
    <>
      <Section title={t.setting()}>
        <SettingForm {...{ asked, own, prepared, read }} onChange={ask} />
      </Section>
      <Section title={t.wouldReport()}>
        {setting === null || redecided === null || byLimit === null ? (
          <p className="text-ink-2">{t.correctFirst()}</p>
        ) : (
          <ExactResults {...{ studyId, setting, redecided, byLimit, prepared }} />
        )}
      </Section>
      {study.learner !== null && (
        <>
          <Section id="loss" title={t.lossSection()}>
            {byLimit === null ? (
              <p className="text-ink-2">{t.correctFirst()}</p>
            ) : (
              <WhatIfLossChart
                loss={loss}
                points={byLimit.points}
                replays={replay.replays}
                seats={prepared.seats}
                own={study}
              />
            )}
          </Section>
          <Section id="replay" title={t.replaySection()}>
            <ReplaySection learner={study.learner} own={study} {...{ setting, loaded, replay }} />
          </Section>
          {study.learner.theorems !== null && (
            <ResearchDetails about={t.aboutTheorems()} isNamed>
              <Theorems figures={study.learner.theorems} />
            </ResearchDetails>
          )}
        </>
      )}
    </>
  );
}
