/**
 * Class names in the order of the palette. Written in full, because Tailwind only generates classes
 * that it finds in the source.
 */
export const FILLS = [
  'fill-series-1',
  'fill-series-2',
  'fill-series-3',
  'fill-series-4',
  'fill-series-5',
]

const GROUNDS = ['bg-series-1', 'bg-series-2', 'bg-series-3', 'bg-series-4', 'bg-series-5']

/** A colour sample with the number that the slice shows. */
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
