"use client";

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
          Draws rest on a public beacon
          <span className="block text-sm text-ink-2">
            {hasBeacon
              ? "Each draw takes in a number that several organisations make public every few seconds and that nobody knows before. So nobody can say that a draw was chosen, not even of whoever runs this server. A round then closes in two steps, about a minute apart."
              : "Each draw would take in a number that nobody knows before, so that nobody could say it was chosen. This server knows no beacon: whoever runs it can set one up."}
          </span>
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
