import { formatShare } from '../formats.rules.ts'
import { largestParts, type Part, SHARE_WITH_NUMBER, slicesOf } from './chart.rules.ts'
import { ChartCard, NothingYet } from './chart-card.tsx'

/**
 * Class names in the order of the palette. Written in full, because Tailwind only generates classes
 * that it finds in the source.
 */
const FILLS = ['fill-series-1', 'fill-series-2', 'fill-series-3', 'fill-series-4', 'fill-series-5']

const GROUNDS = ['bg-series-1', 'bg-series-2', 'bg-series-3', 'bg-series-4', 'bg-series-5']

/**
 * A pie chart, or a doughnut chart with the sum in its hole. The legend below lists name, value and
 * share.
 */
export function RingChart({
  title,
  kind,
  partName,
  valueName,
  parts,
  format,
  empty,
}: {
  title: string
  kind: 'pie' | 'doughnut'
  partName: string
  valueName: string
  parts: readonly Part[]
  format: (value: number) => string
  empty: string
}) {
  const shown = largestParts(parts)
  const total = shown.reduce((sum, { value }) => sum + value, 0)
  if (total <= 0) {
    return (
      <ChartCard title={title}>
        <NothingYet>{empty}</NothingYet>
      </ChartCard>
    )
  }
  return (
    <ChartCard
      title={title}
      legend={<Legend shown={shown} total={total} format={format} />}
      table={{
        columns: [partName, valueName, 'Share'],
        rows: parts.map(({ name, value }) => [name, format(value), formatShare(value, total)]),
      }}
    >
      <svg
        viewBox="-102 -102 204 204"
        role="img"
        aria-label={`${kind === 'pie' ? 'Pie' : 'Doughnut'} chart: ${valueName} by ${partName.toLowerCase()}. ${shown.map(({ name, value }) => `${name}: ${formatShare(value, total)}`).join(', ')}.`}
        className="mx-auto size-52"
      >
        {slicesOf(
          shown.map(({ value }) => value),
          kind === 'pie' ? 0 : 58,
        ).map(({ index, path, share, middle: [x, y] }) => (
          <g key={index}>
            <path
              d={path}
              className={`stroke-paper stroke-2 ${FILLS[index]}`}
              strokeLinejoin="round"
            />
            {share >= SHARE_WITH_NUMBER && (
              <text
                x={x}
                y={y}
                textAnchor="middle"
                dominantBaseline="central"
                className="fill-white text-small font-semibold"
              >
                {index + 1}
              </text>
            )}
          </g>
        ))}
        {kind === 'doughnut' && (
          <text
            textAnchor="middle"
            dominantBaseline="central"
            className="fill-ink text-lead font-bold tabular-nums"
          >
            {format(total)}
          </text>
        )}
      </svg>
    </ChartCard>
  )
}

type LegendProps = { shown: Part[]; total: number; format: (value: number) => string }

function Legend({ shown, total, format }: LegendProps) {
  return (
    <ul className="flex flex-col gap-2 text-small">
      {shown.map(({ name, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two events may have one name
        <li key={index} className="flex flex-wrap items-start gap-x-2">
          <SeriesSign index={index}>{String(index + 1)}</SeriesSign>
          <span className="min-w-0 flex-1 basis-48 wrap-anywhere">{name}</span>
          <span className="ml-auto whitespace-nowrap tabular-nums">
            <span>{format(value)}</span>{' '}
            <span className="text-quiet">{formatShare(value, total)}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

function SeriesSign({ index, children }: { index: number; children?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`inline-flex h-5 min-w-5 shrink-0 items-center justify-center rounded-full px-1 text-small font-semibold text-white ${GROUNDS[index % GROUNDS.length]}`}
    >
      {children}
    </span>
  )
}
