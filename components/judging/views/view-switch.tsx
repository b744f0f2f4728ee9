import { CommandCap } from "#components/account/keys/use-keys.tsx";
import { classNames } from "#components/ui/class-names.ts";
import * as t from "#messages/judging.ts";
import { type View, views } from "../state/use-view.ts";

/** Switch between the three views of the same pairs. */
export function ViewSwitch({ view, onView }: { view: View; onView: (view: View) => void }) {
  return (
    <span className="flex items-center gap-2">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form, and its legend would be shown */}
      <span
        role="group"
        aria-label={t.view()}
        className="flex overflow-hidden rounded-md border border-edge bg-sheet"
      >
        {views.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === view}
            onClick={() => onView(name)}
            className={classNames(
              "min-h-9 border-s border-hair px-1.5 text-xs whitespace-nowrap -outline-offset-3 first:border-s-0 md:px-3 md:text-sm",
              name === view ? "bg-ink font-[560] text-on-ink" : "text-ink-2 hover:bg-hover hover:text-ink",
            )}
          >
            {t.viewName({ view: name })}
          </button>
        ))}
      </span>
      <span className="max-md:hidden">
        <CommandCap command="changeView" />
      </span>
    </span>
  );
}
