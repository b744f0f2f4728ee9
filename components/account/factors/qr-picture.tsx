import * as t from "#messages/factors.ts";

const BORDER = 4;

/** QR code, drawn dark on light in every theme because cameras expect that. */
export function QrPicture({ rows }: { rows: readonly string[] }) {
  const size = rows.length + 2 * BORDER;
  const path = rows
    .flatMap((row, y) =>
      [...row].map((sign, x) => (sign === "1" ? `M${x + BORDER} ${y + BORDER}h1v1h-1z` : "")),
    )
    .join("");
  return (
    <svg
      role="img"
      aria-label={t.qrCode()}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-60 max-w-full rounded-sm border border-hair"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
