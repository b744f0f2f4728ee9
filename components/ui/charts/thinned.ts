/** Points that a chart can show: one for each 4 or 5 pixels of its width. */
export const mostPoints = 120;

/**
 * Chooses as many points as a chart can show, evenly spread, with the first and the last: a page does not grow with its
 * study.
 *
 * @param measure chooses the point with the least value of each stretch, so that a chart keeps its dips
 */
export function thinned<Point>(
  points: readonly Point[],
  measure: (point: Point) => number = () => 0,
): readonly Point[] {
  if (points.length <= mostPoints) return points;
  const placeOf = (index: number) => Math.round((index * (points.length - 1)) / (mostPoints - 1));
  return Array.from({ length: mostPoints }, (_, index) => {
    const isLast = index === mostPoints - 1;
    const stretch = points.slice(placeOf(index), isLast ? undefined : placeOf(index + 1));
    return stretch.reduce((least, point) => (measure(point) < measure(least) ? point : least));
  });
}
