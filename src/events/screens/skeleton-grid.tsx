import { useEffect } from 'react'

const CARDS = 6
export const GRID = 'grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3'
/** The grid of a long list: a very wide screen shows four cards in a row instead of three. */
export const SMALL_GRID = `${GRID} 2xl:grid-cols-4 2xl:gap-4`

const CARD = 'flex overflow-hidden rounded-card border border-line bg-paper sm:block'

/** The outline of a category page while it loads. */
export function SkeletonGrid() {
  // The braces discard the result: newer browsers return a promise, which React would take for a
  // cleanup function.
  useEffect(() => {
    scrollTo(0, 0)
  }, [])
  return (
    <div aria-hidden="true" data-skeleton="">
      <div className="mt-6 h-8 w-40 animate-pulse rounded-soft bg-line sm:mt-8 sm:h-11 low:mt-4" />
      {/* The row of chips. */}
      <div className="mb-6 mt-4 h-11 animate-pulse rounded-soft bg-line sm:mt-3" />
      <div className={SMALL_GRID}>
        {Array.from({ length: CARDS }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <div key={index} className={CARD}>
            <div className="w-25 shrink-0 animate-pulse bg-line sm:aspect-video sm:w-full" />
            <div className="flex flex-1 flex-col gap-2 p-3 sm:gap-3 sm:p-4">
              <div className="h-4 w-20 animate-pulse rounded-soft bg-line" />
              <div className="h-6 animate-pulse rounded-soft bg-line" />
              <div className="h-4 w-40 animate-pulse rounded-soft bg-line" />
              <div className="h-4 w-28 animate-pulse rounded-soft bg-line" />
              <div className="mt-3 h-11 animate-pulse rounded-soft bg-line" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
