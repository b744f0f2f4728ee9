import localFont from "next/font/local";

/**
 * Inter with its optical size axis, requested before the style sheet. A page whose font comes too late keeps the
 * fallback font: swapping it would break lines at other words and move the page.
 */
export const inter = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2",
  weight: "100 900",
  display: "optional",
  variable: "--font-inter",
  adjustFontFallback: false,
});

/** The further letters of Latin alphabets, requested only by pages that show one. */
export const interExtended = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-ext-opsz-normal.woff2",
  weight: "100 900",
  display: "optional",
  variable: "--font-inter-extended",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF",
    },
  ],
});
