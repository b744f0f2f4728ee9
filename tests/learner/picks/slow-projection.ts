/** Computes the shares of weights multiplied by e^(ν s/n). */
export function tilted(sums: Float64Array, nu: number): number[] {
  const people = sums.length - 1;
  const weights = Array.from(sums, (weight, count) => weight * Math.exp((nu * count) / people));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/**
 * Finds the distribution of least relative entropy to the weights with this mean: iterative scaling (Darroch and Ratcliff,
 * 1972), which moves between the numbers and their complements without bisection or exponents. Ends within 1e-9 of
 * the mean.
 */
export function leastDivergence(sums: Float64Array, mean: number): number[] {
  const people = sums.length - 1;
  let shares = tilted(sums, 0);
  for (;;) {
    const now = shares.reduce((sum, share, count) => sum + count * share, 0);
    if (Math.abs(now - mean) < 1e-9) return shares;
    const [up, down] = [mean / now, (people - mean) / (people - now)];
    const scaled = shares.map(
      (share, count) => share * up ** (count / people) * down ** ((people - count) / people),
    );
    const total = scaled.reduce((sum, share) => sum + share, 0);
    shares = scaled.map((share) => share / total);
  }
}
