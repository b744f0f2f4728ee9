/**
 * Returns the sum of numbers, one for each rule, in four parts that do not wait for each other's additions: part i has
 * the rules h with h mod 4 = i, in catalogue order.
 *
 *   (part 0 + part 2) + (part 1 + part 3)
 */
export function sumInParts(values: Float64Array): number {
  const parts = new Float64Array(4);
  let [first, second, third, fourth] = [0, 0, 0, 0];
  const whole = values.length - (values.length % 4);
  for (let h = 0; h < whole; h += 4) {
    first += values[h] as number;
    second += values[h + 1] as number;
    third += values[h + 2] as number;
    fourth += values[h + 3] as number;
  }
  parts.set([first, second, third, fourth]);
  for (let h = whole; h < values.length; h++)
    parts[h - whole] = (parts[h - whole] as number) + (values[h] as number);
  return sumOfParts(parts);
}

/** Returns the sum of four parts. */
export function sumOfParts(parts: Float64Array): number {
  const [first, second, third, fourth] = parts as unknown as [number, number, number, number];
  return first + third + (second + fourth);
}
