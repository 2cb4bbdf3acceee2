export type Draw = {
  /** A random number of at least 0 and less than 1. */
  next(): number
  /** A random whole number from `min` to `max`. */
  between(min: number, max: number): number
  chance(rate: number): boolean
  pick<T>(values: readonly T[]): T
}

/** A pseudo-random generator: the same seed gives the same numbers (mulberry32). */
export function makeDraw(seed: number): Draw {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    between,
    chance: (rate) => next() < rate,
    pick: (values) => values[between(0, values.length - 1)]!,
  }
}
