import { createHash } from 'node:crypto'

export type Draw = ReturnType<typeof makeDraw>

/** A pseudo-random generator. With the same seed it returns the same values on every machine. */
export function makeDraw(seed: string) {
  const words = createHash('sha256').update(`lango sample ${seed}`).digest()
  let [a, b, c, count] = [0, 4, 8, 12].map((at) => words.readInt32LE(at)) as [
    number,
    number,
    number,
    number,
  ]
  /** The algorithm sfc32. Each call returns 32 bits. */
  const bits = (): number => {
    const t = (a + b + count) | 0
    count = (count + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + t
    return t >>> 0
  }
  /** A number of at least 0 and less than 1. */
  const part = () => bits() / 2 ** 32
  const whole = (from: number, to: number) => from + Math.floor(part() * (to - from + 1))
  const hex = (length: number) => {
    let text = ''
    while (text.length < length) text += bits().toString(16).padStart(8, '0')
    return text.slice(0, length)
  }
  return {
    part,
    whole,
    chance: (share: number) => part() < share,
    pick: <T>(from: readonly T[]): T => from[whole(0, from.length - 1)]!,
    /** Draws an index. The probability of each index is proportional to its weight. */
    weighted: (weights: readonly number[]): number => {
      let left = part() * weights.reduce((sum, weight) => sum + weight, 0)
      return Math.max(
        0,
        weights.findIndex((weight) => {
          left -= weight
          return left < 0
        }),
      )
    },
    text: (alphabet: string, length: number) =>
      Array.from({ length }, () => alphabet[whole(0, alphabet.length - 1)]).join(''),
    /** A UUIDv7 for this time, so that rows of about the same time are neighbours in the index. */
    id: (at: number) => {
      const time = at.toString(16).padStart(12, '0')
      const rest = hex(18)
      return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6)}`
    },
  }
}
