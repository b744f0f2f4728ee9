import { languages } from "#server/locale.ts";

/** Options of a select for a language, each by the name that the language gives itself. */
export function LanguageOptions() {
  return Object.entries(languages).map(([tag, name]) => (
    <option key={tag} value={tag} lang={tag}>
      {name}
    </option>
  ));
}
