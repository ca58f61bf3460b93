// The steps of colour of a heat map: a log scale that ends at the target, each step twice the one before.

export const SHARES = [0, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1]; // of the target: here the colour changes

/** The step of colour of a rate, from 0 to 7. */
export function levelOf(rate: number, target: number): number {
  return rate > 0 ? SHARES.filter((share) => rate >= share * target).length : 0;
}
