import type { ReactNode } from "react";

/**
 * Illustration of one point of the instructions, drawn with the elements of the pages. The text next to it says the
 * same.
 */
export function PointPicture({ point }: { point: number }) {
  return (
    <svg
      viewBox={`${lefts[point]} 0 160 72`}
      aria-hidden="true"
      className="h-18 w-40 text-ink-2"
      fill="none"
      stroke="currentColor"
    >
      {pictures[point]}
    </svg>
  );
}

const seats = [16, 48, 80, 112, 144];

/** Figure of a standing person. */
function Figure({ x, isDashed = false }: { x: number; isDashed?: boolean }) {
  return (
    <g strokeWidth="2" strokeDasharray={isDashed ? "3 3" : undefined}>
      <circle cx={x} cy="24" r="8" />
      <path d={`M${x - 13} 60c0-14 5-22 13-22s13 8 13 22`} />
    </g>
  );
}

function Bar({ y, share, isHatched = false }: { y: number; share: number; isHatched?: boolean }) {
  return (
    <>
      <rect x="8" y={y} width="144" height="14" className="fill-sunken stroke-hair" />
      <rect
        x="8"
        y={y}
        width={144 * share}
        height="14"
        className={isHatched ? "fill-sheet stroke-person-low" : "fill-person-high stroke-none"}
        strokeDasharray={isHatched ? "3 2" : undefined}
      />
    </>
  );
}

/** Left edge of each illustration, so that it begins where its text does. */
const lefts = [7, 26, 7, 16, 7, 30];

/** Illustrations in the order of the points. */
const pictures: readonly ReactNode[] = [
  <Bar key="tickets" y={29} share={0.62} />,
  <g key="none-picked">
    <Figure x={40} isDashed />
    <Figure x={80} isDashed />
    <Figure x={120} isDashed />
  </g>,
  <g key="alike">
    <Bar y={16} share={0.75} />
    <Bar y={42} share={0.25} isHatched />
  </g>,
  <g key="beside-each-other" strokeWidth="2">
    <path d="M80 12v48M60 60h40M32 22h96M32 22l-14 24h28zM128 22l-14 24h28z" />
  </g>,
  <g key="needed-flags" strokeWidth="2">
    {seats.map((x, index) => (
      <g key={x}>
        <circle cx={x} cy="54" r="8" />
        {index < 3 && <path d={`M${x} 40V12l12 5-12 6`} className="fill-unfair stroke-unfair" />}
      </g>
    ))}
  </g>,
  <g key="what-is-learned" strokeWidth="2">
    <Figure x={44} />
    <Figure x={116} isDashed />
    <path d="M60 22l5 5 10-12" className="stroke-good" />
    <path d="M132 18q0-5 5-5t5 5q0 4-5 6m0 5v1" />
  </g>,
];
