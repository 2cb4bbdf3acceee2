import { type PointerEvent, useMemo, useState } from 'react'
import { formatAxisDay, formatAxisMonth } from '../../dates.rules.ts'
import { formatDay, formatShort } from '../formats.rules.ts'
import {
  type Axis,
  axisFor,
  type DayValue,
  type Period,
  periodsOf,
  placesOf,
  type Span,
} from './chart.rules.ts'
import { ChartCard, NothingYet } from './chart-card.tsx'

/** The number of date labels that fit below the narrowest chart. */
const LABELS_MAX = { day: 4, week: 4, month: 3 }

/**
 * A line chart with a value per day. The value of the day nearest to the pointer appears below the
 * title.
 */
export function LineChart({
  title,
  valueName,
  days,
  format,
  empty,
}: {
  title: string
  /** The name of the line, for the legend and the table. */
  valueName: string
  days: readonly DayValue[]
  format: (value: number) => string
  empty: string
}) {
  const { span, periods } = useMemo(() => periodsOf(days), [days])
  const [active, setActive] = useState<number | null>(null)
  if (periods.length === 0) {
    return (
      <ChartCard title={title}>
        <NothingYet>{empty}</NothingYet>
      </ChartCard>
    )
  }
  const period = active === null ? undefined : periods[active]
  return (
    <ChartCard
      title={title}
      note={
        period ? (
          <>
            <b className="font-semibold text-ink">{format(period.value)}</b>{' '}
            <span>{periodLabel(period, span)}</span>
          </>
        ) : (
          wholeSpan(periods)
        )
      }
      legend={
        <p className="flex items-center justify-center gap-2 text-small text-quiet">
          <svg viewBox="0 0 24 8" width="24" height="8" aria-hidden="true">
            <path d="M0 4h24" className="stroke-series-1 stroke-2" />
            <circle cx="12" cy="4" r="4" className="fill-series-1" />
          </svg>
          <span>
            {valueName} per {span}
          </span>
        </p>
      }
      table={{
        columns: ['Date', valueName],
        rows: days.map(({ date, value }) => [formatDay(date), format(value)]),
      }}
    >
      <Plot
        label={`Line chart: ${summary(periods, { span, format, valueName })}`}
        span={span}
        periods={periods}
        active={active}
        onActive={setActive}
      />
    </ChartCard>
  )
}

type Reading = { span: Span; valueName: string; format: (value: number) => string }

function summary(periods: Period[], { span, valueName, format }: Reading): string {
  const highest = periods.reduce((best, period) => (period.value > best.value ? period : best))
  return `${valueName} per ${span}, ${wholeSpan(periods)}. Highest: ${format(highest.value)}, ${periodLabel(highest, span)}.`
}

function wholeSpan(periods: Period[]): string {
  const from = formatDay(periods[0]!.from)
  const to = formatDay(periods.at(-1)!.to)
  return from === to ? from : `${from} – ${to}`
}

function periodLabel({ from, to }: Period, span: Span): string {
  if (span === 'month') return formatAxisMonth(from)
  return from === to ? formatDay(from) : `${formatAxisDay(from)} – ${formatDay(to)}`
}

/** The horizontal position of a point, in percent of the width. A single point is in the middle. */
function placeX(index: number, count: number): number {
  return count === 1 ? 50 : (index / (count - 1)) * 100
}

type PlotProps = {
  label: string
  span: Span
  periods: Period[]
  active: number | null
  onActive: (index: number | null) => void
}

function Plot({ label, span, periods, active, onActive }: PlotProps) {
  const axis = axisFor(periods.map(({ value }) => value))
  const points = periods.map(({ value }, index) => ({
    x: placeX(index, periods.length),
    y: 100 - (value / axis.top) * 100,
  }))
  const track = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const share = Math.min(1, Math.max(0, (event.clientX - left) / width))
    onActive(Math.round(share * (periods.length - 1)))
  }
  return (
    // Padding for the first and last date, which are centred below their points.
    <div className="grid grid-cols-[minmax(24px,auto)_minmax(0,1fr)] gap-x-2 pr-6 text-small text-quiet tabular-nums">
      <Steps axis={axis} />
      <div
        className="relative h-44 touch-pan-y"
        onPointerMove={track}
        onPointerDown={track}
        onPointerLeave={() => onActive(null)}
      >
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
          className="absolute inset-0 size-full overflow-visible"
        >
          <Lines axis={axis} />
          <Curve points={points} active={active} />
        </svg>
      </div>
      <div />
      <Dates span={span} periods={periods} />
    </div>
  )
}

/**
 * The labels of the vertical axis, each at the height of its line. The widest label determines the
 * width of the column.
 */
function Steps({ axis: { steps, top } }: { axis: Axis }) {
  const labels = steps.map(formatShort)
  const widest = labels.reduce((most, label) => (label.length > most.length ? label : most), '')
  return (
    <div aria-hidden="true" className="relative text-right">
      <span className="invisible">{widest}</span>
      {steps.map((step, index) => (
        <span
          key={step}
          className="absolute right-0 translate-y-1/2"
          style={{ bottom: `${(step / top) * 100}%` }}
        >
          {labels[index]}
        </span>
      ))}
    </div>
  )
}

function Lines({ axis: { steps, top } }: { axis: Axis }) {
  const path = steps.map((step) => `M0 ${100 - (step / top) * 100}H100`).join('')
  return <path d={path} className="stroke-line" vectorEffect="non-scaling-stroke" />
}

type Point = { x: number; y: number }
/** The largest number of points that are drawn with dots. More dots would hide the line. */
const DOTS_MAX = 31

function Curve({ points, active }: { points: Point[]; active: number | null }) {
  const line = `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`
  const marked = active === null ? undefined : points[active]
  const dotted = points.length <= DOTS_MAX ? points : []
  // Draws a single point as a bar: a dot would not look like an amount.
  if (points[0] && points.length === 1) {
    const { y } = points[0]
    return <rect x="40" y={y} width="20" height={100 - y} className="fill-series-1" />
  }
  return (
    <g fill="none" strokeLinecap="round" strokeLinejoin="round">
      <path d={`${line}V100H0Z`} className="fill-series-1" opacity="0.08" stroke="none" />
      <path d={line} className="stroke-series-1 stroke-2" vectorEffect="non-scaling-stroke" />
      {/* Each dot is a line of length 0 with round ends, which stays round in a stretched chart. */}
      <path
        d={dotted.map(({ x, y }) => `M${x} ${y}h0`).join('')}
        className="stroke-series-1 stroke-[7]"
        vectorEffect="non-scaling-stroke"
      />
      {marked && (
        <>
          <path
            d={`M${marked.x} 0V100`}
            className="stroke-edge"
            strokeDasharray="2 3"
            vectorEffect="non-scaling-stroke"
          />
          <path
            d={`M${marked.x} ${marked.y}h0`}
            className="stroke-ink stroke-[11]"
            vectorEffect="non-scaling-stroke"
          />
        </>
      )}
    </g>
  )
}

function Dates({ span, periods }: { span: Span; periods: Period[] }) {
  const places = placesOf(periods.length, LABELS_MAX[span])
  return (
    <div aria-hidden="true" className="relative mt-3 h-5">
      {places.map((index) => (
        <span
          key={index}
          className="absolute -translate-x-1/2 whitespace-nowrap"
          style={{ left: `${placeX(index, periods.length)}%` }}
        >
          {span === 'month'
            ? formatAxisMonth(periods[index]!.from)
            : formatAxisDay(periods[index]!.from)}
        </span>
      ))}
    </div>
  )
}
