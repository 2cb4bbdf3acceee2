/** In the order of the palette; written out, so that the style sheet knows them. */
export const FILLS = [
  'fill-series-1',
  'fill-series-2',
  'fill-series-3',
  'fill-series-4',
  'fill-series-5',
]

const GROUNDS = ['bg-series-1', 'bg-series-2', 'bg-series-3', 'bg-series-4', 'bg-series-5']

/** The colour of a part with the number that stands on its slice. */
export function SeriesSign({ index, children }: { index: number; children?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`inline-flex h-5 min-w-5 shrink-0 items-center justify-center rounded-full px-1 text-small font-semibold text-white ${GROUNDS[index % GROUNDS.length]}`}
    >
      {children}
    </span>
  )
}
