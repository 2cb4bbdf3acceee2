import { formatShort } from '../formats.rules.ts'
import { axisFor, type Part } from './chart.rules.ts'
import { ChartCard, NothingYet } from './chart-card.tsx'

/**
 * Horizontal bars. Each bar is below its name, because names can be long and there can be many of
 * them.
 */
export function BarChart({
  title,
  partName,
  valueName,
  parts,
  format,
  empty,
}: {
  title: string
  partName: string
  valueName: string
  parts: readonly Part[]
  format: (value: number) => string
  empty: string
}) {
  if (parts.length === 0) {
    return (
      <ChartCard title={title}>
        <NothingYet>{empty}</NothingYet>
      </ChartCard>
    )
  }
  const { steps, top } = axisFor(parts.map(({ value }) => value))
  return (
    <ChartCard
      title={title}
      legend={
        <p className="flex items-center justify-center gap-2 text-small text-quiet">
          <span aria-hidden="true" className="h-3 w-6 rounded-sm bg-series-1" />
          <span>{valueName}</span>
        </p>
      }
      table={{
        columns: [partName, valueName],
        rows: parts.map(({ name, value }) => [name, format(value)]),
      }}
    >
      <div className="relative text-small tabular-nums">
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="absolute inset-0 h-[calc(100%-24px)] w-full overflow-visible"
        >
          <path
            d={steps.map((step) => `M${(step / top) * 100} 0V100`).join('')}
            className="stroke-line"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <ul className="relative flex flex-col gap-3 pb-2">
          {parts.map(({ name, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two types may have one name
            <li key={index}>
              <p className="flex items-baseline justify-between gap-4">
                <span className="min-w-0 bg-paper pr-1">{name}</span>
                <b className="bg-paper pl-1 font-semibold">{format(value)}</b>
              </p>
              <svg
                viewBox="0 0 100 10"
                preserveAspectRatio="none"
                aria-hidden="true"
                className="mt-1 h-4 w-full"
              >
                <rect width={(value / top) * 100} height="10" className="fill-series-1" />
              </svg>
            </li>
          ))}
        </ul>
        <div aria-hidden="true" className="relative h-5 text-quiet">
          {steps.map((step, index) => (
            <span
              key={step}
              className={`absolute ${index === 0 ? '' : index === steps.length - 1 ? '-translate-x-full' : '-translate-x-1/2'}`}
              style={{ left: `${(step / top) * 100}%` }}
            >
              {formatShort(step)}
            </span>
          ))}
        </div>
      </div>
    </ChartCard>
  )
}
