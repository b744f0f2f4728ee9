import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Field } from "#components/ui/field.tsx";
import { Fold } from "#components/ui/fold.tsx";
import * as t from "#messages/whatIf.ts";
import type { PreparedRounds } from "#server/analysis/what-if/redecide.ts";
import type { ReadSetting, SettingSearch } from "./asked-setting.ts";
import { ruleInWords } from "./what-if-words.ts";

/** Form for when a pair counts as reported, and which pairs count at all. */
export function SettingForm({
  asked,
  own,
  prepared: { seats, mostSeats },
  read,
  onChange,
}: {
  asked: SettingSearch;
  own: SettingSearch;
  prepared: PreparedRounds;
  read: ReadSetting;
  onChange: (asked: SettingSearch) => void;
}) {
  const choices = [
    { rule: own.rule, word: t.asItWas({ rule: own.rule }) },
    ...Array.from({ length: mostSeats }, (_, index) => ({
      rule: String(index + 1),
      word: String(index + 1),
    })),
  ];
  return (
    <div className="grid gap-5">
      <fieldset>
        <legend className="mb-1 text-sm font-[560]">{t.neededFlags()}</legend>
        <div className="flex flex-wrap gap-2">
          {choices.map(({ rule, word }) => (
            <label
              key={word}
              className={classNames(
                "inline-flex min-h-11 min-w-11 cursor-pointer items-center justify-center rounded-sm border px-3 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
                rule === asked.rule
                  ? "border-ink bg-accent-soft font-[560]"
                  : "border-edge bg-sheet hover:bg-hover",
              )}
            >
              <input
                type="radio"
                name="needed"
                className="sr-only"
                checked={rule === asked.rule}
                onChange={() => onChange({ ...asked, rule })}
              />
              {word}
            </label>
          ))}
        </div>
      </fieldset>
      <Fold label={t.anotherRule()} isOpenAtFirst={!choices.some(({ rule }) => rule === asked.rule)}>
        <Field
          label={t.rule()}
          value={asked.rule}
          spellCheck={false}
          autoComplete="off"
          maxLength={1_000}
          error={read.wrong?.rule}
          hint={examples(seats)}
          onChange={({ target }) => onChange({ ...asked, rule: target.value })}
        />
      </Fold>
      <Field
        label={t.limit()}
        className="max-w-96"
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        value={asked.limit}
        error={read.wrong?.limit}
        hint={t.limitHint({ limit: own.limit })}
        onChange={({ target }) => onChange({ ...asked, limit: target.value })}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="min-w-0">
          {read.setting === null ? t.noSetting() : ruleInWords(read.setting.rule, seats)}
        </p>
        {(asked.rule !== own.rule || asked.limit !== own.limit) && (
          <Button small onClick={() => onChange(own)}>
            {t.reset()}
          </Button>
        )}
      </div>
    </div>
  );
}

function examples([first = "s1", second = "s2"]: readonly string[]): string {
  return t.ruleExamples({ first, second });
}
