"use client";

import { Moon } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { savePreference } from "#components/ui/preferences/preferences.ts";
import * as t from "#messages/ui.ts";

/**
 * Switch between light and dark; the system's setting applies until the user chooses. The choice is a cookie, so the
 * server renders it at once.
 */
export function ThemeToggle() {
  function toggle() {
    const root = document.documentElement;
    const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    const next = (root.dataset.theme ?? system) === "dark" ? "light" : "dark";
    root.dataset.theme = next;
    savePreference("theme", next);
  }
  return (
    <Button look="ghost" onClick={toggle} aria-label={t.switchTheme()}>
      <Moon aria-hidden />
    </Button>
  );
}
