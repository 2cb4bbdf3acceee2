import { ChartCard, NothingYet } from '../../ui/office/charts/chart-card.tsx'
import { formatCount } from '../../ui/office/formats.rules.ts'

/** The name of a minute, for screen readers, which cannot read the columns. */
function nameOf(ago: number): string {
  if (ago === 0) return 'This minute'
  return ago === 1 ? '1 minute ago' : `${ago} minutes ago`
}

export function EntriesChart({ minutes }: { minutes: readonly number[] }) {
  const most = Math.max(...minutes, 0)
  if (most === 0) {
    return (
      <ChartCard title="Entries per minute">
        <NothingYet>No entries in the last 30 minutes.</NothingYet>
      </ChartCard>
    )
  }
  const last = minutes.length - 1
  // The note names the last full minute, because the current minute is incomplete and would look
  // like a drop.
  const now = minutes[last - 1] ?? minutes[last]!
  const rows = minutes.map((count, at) => [nameOf(last - at), formatCount(count)]).reverse()
  return (
    <ChartCard
      title="Entries per minute"
      note={`${formatCount(now)} in the last full minute, peak ${formatCount(most)}`}
      table={{ columns: ['Minute', 'Let in'], rows }}
    >
      <svg
        viewBox={`0 0 ${minutes.length * 10} 100`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-24 w-full"
      >
        {minutes.map((count, at) => {
          const height = (count / most) * 100
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              key={at}
              x={at * 10 + 1}
              y={100 - height}
              width={8}
              height={height}
              className={at === last ? 'fill-series-5' : 'fill-series-1'}
            />
          )
        })}
      </svg>
      <p aria-hidden="true" className="mt-1 flex justify-between text-small text-quiet">
        <span>{last} min ago</span>
        <span>now</span>
      </p>
    </ChartCard>
  )
}
