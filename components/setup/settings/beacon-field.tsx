"use client";

import * as t from "#messages/setupSettings.ts";
import { useDraft } from "../draft-context.tsx";
import { useSettings } from "./use-settings.ts";

/** Setting for whether draws use a public number, if the server has a beacon. */
export function BeaconField() {
  const { hasBeacon } = useDraft();
  const { settings, set, errorOf } = useSettings();
  const error = errorOf("restsOnBeacon");
  return (
    <div>
      <label className="flex items-start gap-3">
        <input
          type="checkbox"
          className="mt-1 size-4 flex-none accent-accent"
          checked={settings.restsOnBeacon}
          disabled={!hasBeacon && !settings.restsOnBeacon}
          onChange={(event) => set({ restsOnBeacon: event.target.checked })}
        />
        <span>
          {t.beacon()}
          <span className="block text-sm text-ink-2">{hasBeacon ? t.hasBeacon() : t.noBeacon()}</span>
        </span>
      </label>
      {error && (
        <p role="alert" className="mt-1 text-sm font-[560] text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
