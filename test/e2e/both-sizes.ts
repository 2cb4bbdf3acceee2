import { SIZES } from './visitor.ts'

type Size = (typeof SIZES)[number]

/** Runs steps with long waits in both widths concurrently, so that the test waits only once. */
export function onBoth<Result>(
  step: (size: Size, index: number) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(
    SIZES.map(async (size, index) => {
      try {
        return await step(size, index)
      } catch (fault) {
        throw new Error(`on ${size.name}`, { cause: fault })
      }
    }),
  )
}
