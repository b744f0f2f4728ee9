"use client";

import { X } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { BareSelect } from "#components/ui/select.tsx";
import { Section, Sheet } from "#components/ui/sheet.tsx";
import * as t from "#messages/setupRehearsal.ts";
import type { RehearsalProblem } from "#server/simulation/rehearsal/settings.ts";
import type { RehearsedChange } from "#server/study/draft.ts";
import { useDraft } from "../draft-context.tsx";
import { smallControl } from "../small-control.ts";
import { changeable, firstValue, settingName, valuesOf } from "./rehearsal-words.ts";

const most = 2;

/** Alternative settings, each different from the draft's in one value. */
export function OthersSection({ problems }: { problems: readonly RehearsalProblem[] }) {
  const { draft, change } = useDraft();
  const { rehearsal, settings } = draft;
  const { others } = rehearsal;
  const set = (next: readonly RehearsedChange[]) =>
    change({ rehearsal: { ...rehearsal, others: [...next] } });
  const known = changeable(settings);
  const replace = (place: number, next: RehearsedChange) =>
    set(others.map((each, index) => (index === place ? next : each)));
  return (
    <Section title={t.compare()} note={t.compareNote()}>
      <Sheet>
        <ul>
          <li className="border-b border-hair px-4 py-3 last:border-b-0 md:px-6">
            {t.baseSetting({ name: settingName(0), b: (text) => <b>{text}</b> })}
          </li>
          {others.map((other, place) => {
            const values = valuesOf(other.setting);
            const name = settingName(place + 1);
            const error = problems.find(({ field }) => field === `others.${place}`)?.message;
            return (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: a setting is identified by its place
                key={place}
                className="flex flex-wrap items-center gap-2 border-b border-hair px-4 py-2 text-sm last:border-b-0 md:px-6"
              >
                {t.changedSetting({ name, b: (text) => <b>{text}</b> })}
                <BareSelect
                  aria-label={t.whatChanges({ name })}
                  className={`${smallControl} max-w-full`}
                  value={other.setting}
                  onChange={(event) => {
                    const setting = event.target.value as RehearsedChange["setting"];
                    replace(place, { setting, value: firstValue(setting, settings) });
                  }}
                  options={known.map((setting) => [setting, t.change({ setting })])}
                />
                {values === null ? (
                  <input
                    aria-label={t.valueIn({ name })}
                    className={`${smallControl} w-20`}
                    inputMode="decimal"
                    maxLength={10}
                    value={other.value}
                    onChange={(event) => replace(place, { ...other, value: event.target.value })}
                  />
                ) : (
                  <BareSelect
                    aria-label={t.valueIn({ name })}
                    className={`${smallControl} max-w-full`}
                    value={other.value}
                    onChange={(event) => replace(place, { ...other, value: event.target.value })}
                    options={values.map(({ value, title }) => [value, title])}
                  />
                )}
                <Button
                  look="ghost"
                  aria-label={t.removeSetting({ name })}
                  onClick={() => set(others.filter((_, index) => index !== place))}
                >
                  <X aria-hidden />
                </Button>
                {error && <span className="w-full font-[560] text-bad">{error}</span>}
              </li>
            );
          })}
        </ul>
      </Sheet>
      {others.length < most && known[0] !== undefined && (
        <Button
          small
          className="mt-3"
          onClick={() => {
            const setting = known[0] ?? "neededFlags";
            set([...others, { setting, value: firstValue(setting, settings) }]);
          }}
        >
          {t.addSetting()}
        </Button>
      )}
    </Section>
  );
}
