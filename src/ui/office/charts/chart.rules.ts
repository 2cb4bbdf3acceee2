export type Axis = { top: number; steps: number[] }

const STEPS_WANTED = 4

/**
 * Chooses steps of 1, 2, 2.5 or 5 times a power of ten. Tickets and shillings are whole numbers, so
 * the smallest step is 1, even if all values are zero.
 */
export function axisFor(values: readonly number[]): Axis {
  const most = Math.max(0, ...values)
  const rough = Math.max(1, most / STEPS_WANTED)
  const power = 10 ** Math.floor(Math.log10(rough))
  const sizes = [1, 2, 2.5, 5, 10].map((times) => times * power)
  const step = sizes.find((size) => size >= rough && Number.isInteger(size))!
  const count = Math.max(1, Math.ceil(most / step))
  return { top: count * step, steps: Array.from({ length: count + 1 }, (_, i) => i * step) }
}

/**
 * Chooses at most `wanted` of the indexes 0 … `count` - 1, at equal distances, beginning with 0.
 */
export function placesOf(count: number, wanted: number): number[] {
  const step = Math.max(1, Math.ceil(count / wanted))
  return Array.from({ length: Math.ceil(count / step) }, (_, i) => i * step)
}

export type DayValue = { date: string; value: number }
export type Span = 'day' | 'week' | 'month'
/** A period from the day `from` to the day `to`, both included. `value` is the sum of its days. */
export type Period = { from: string; to: string; value: number }

const DAY_MS = 86_400_000
const POINTS_MAX = 92

function dayNumber(date: string): number {
  return Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS)
}

function isoDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/**
 * Fills the gaps in a series of days: a day without sales becomes zero, so that the chart does not
 * draw a slope across the gap. Sums a long series by week (from Monday) or by month, so that the
 * chart stays readable.
 */
export function periodsOf(days: readonly DayValue[]): { span: Span; periods: Period[] } {
  const sums = new Map<number, number>()
  for (const { date, value } of days) {
    const day = dayNumber(date)
    if (Number.isFinite(day)) sums.set(day, (sums.get(day) ?? 0) + value)
  }
  if (sums.size === 0) return { span: 'day', periods: [] }
  const numbers = [...sums.keys()]
  const first = numbers.reduce((least, day) => Math.min(least, day))
  const last = numbers.reduce((most, day) => Math.max(most, day))
  const span = spanFor(last - first + 1)
  const periods: Period[] = []
  for (let from = first; from <= last; ) {
    const next = Math.min(nextStart(from, span), last + 1)
    let value = 0
    for (let day = from; day < next; day++) value += sums.get(day) ?? 0
    periods.push({ from: isoDay(from), to: isoDay(next - 1), value })
    from = next
  }
  return { span, periods }
}

function spanFor(days: number): Span {
  if (days <= POINTS_MAX) return 'day'
  return days <= POINTS_MAX * 7 ? 'week' : 'month'
}

function nextStart(day: number, span: Span): number {
  if (span === 'day') return day + 1
  const date = new Date(day * DAY_MS)
  if (span === 'week') return day + 7 - ((date.getUTCDay() + 6) % 7)
  return Math.round(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / DAY_MS)
}

const SERIES_COUNT = 5

export type Part = { name: string; value: number }

/**
 * The largest parts. If there are more parts than colours, the smallest parts are combined into
 * one.
 */
export function largestParts(parts: readonly Part[]): Part[] {
  const sorted = [...parts].sort((a, b) => b.value - a.value)
  if (sorted.length <= SERIES_COUNT) return sorted
  const rest = sorted.slice(SERIES_COUNT - 1)
  const value = rest.reduce((sum, part) => sum + part.value, 0)
  return [...sorted.slice(0, SERIES_COUNT - 1), { name: `${rest.length} others`, value }]
}

type Slice = { index: number; path: string; share: number; middle: [x: number, y: number] }

/**
 * The smallest share of a slice that has room for its number. Smaller slices have their numbers
 * only in the legend.
 */
export const SHARE_WITH_NUMBER = 0.05

/**
 * The outlines of a pie's slices, clockwise from twelve o'clock, around the origin with radius 100.
 * `hole` is the inner radius.
 */
export function slicesOf(values: readonly number[], hole: number): Slice[] {
  const total = values.reduce((sum, value) => sum + Math.max(0, value), 0)
  if (total <= 0) return []
  let start = 0
  return values.flatMap((value, index) => {
    if (value <= 0) return []
    const share = value / total
    const end = start + share
    const reach = hole > 0 ? (hole + RADIUS) / 2 : RADIUS * 0.66
    const slice: Slice = {
      index,
      path: share > 0.9999 ? ringPath(hole) : slicePath(start, end, hole),
      share,
      middle: share > 0.9999 && hole === 0 ? [0, 0] : pointAt((start + end) / 2, reach),
    }
    start = end
    return [slice]
  })
}

const RADIUS = 100

function pointAt(turn: number, radius: number): [number, number] {
  const angle = turn * 2 * Math.PI
  return [round(radius * Math.sin(angle)), round(-radius * Math.cos(angle))]
}

function round(value: number): number {
  // `+ 0` turns -0 into 0, so that the path never says '-0'.
  return Math.round(value * 100) / 100 + 0
}

function slicePath(start: number, end: number, hole: number): string {
  const large = end - start > 0.5 ? 1 : 0
  const outer = `M${pointAt(start, RADIUS)}A100 100 0 ${large} 1 ${pointAt(end, RADIUS)}`
  if (hole === 0) return `${outer}L0,0Z`
  return `${outer}L${pointAt(end, hole)}A${hole} ${hole} 0 ${large} 0 ${pointAt(start, hole)}Z`
}

/** A full circle is drawn as two halves, because an arc that ends at its start is not drawn. */
function ringPath(hole: number): string {
  const circle = (radius: number, sweep: 0 | 1) =>
    `M0,${-radius}A${radius} ${radius} 0 1 ${sweep} 0,${radius}A${radius} ${radius} 0 1 ${sweep} 0,${-radius}Z`
  return circle(RADIUS, 1) + (hole > 0 ? circle(hole, 0) : '')
}
