import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { axisFor, largestParts, periodsOf, placesOf, slicesOf } from './chart.rules.ts'

describe('an axis', () => {
  test.each([
    [[], [0, 1]],
    [
      [0, 0],
      [0, 1],
    ],
    [[1], [0, 1]],
    [[3], [0, 1, 2, 3]],
    [[4], [0, 1, 2, 3, 4]],
    [[5], [0, 2, 4, 6]],
    [[37], [0, 10, 20, 30, 40]],
    [[985], [0, 250, 500, 750, 1000]],
    [[1_000_000], [0, 250_000, 500_000, 750_000, 1_000_000]],
  ])('for %j has the steps %j', (values, steps) => {
    expect(axisFor(values)).toEqual({ top: steps.at(-1), steps })
  })

  // spec: dashboard-charts-revenue-over
  test('has two to six whole steps, and no value above its top', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2 ** 40)), (values) => {
        const { top, steps } = axisFor(values)
        expect(steps.every(Number.isInteger)).toBe(true)
        expect(steps.length).toBeGreaterThanOrEqual(2)
        expect(steps.length).toBeLessThanOrEqual(6)
        expect(top).toBeGreaterThanOrEqual(Math.max(0, ...values))
      }),
    )
  })
})

test('labels have equal distances, begin with the first value, and are at most as many as wanted', () => {
  expect(placesOf(0, 4)).toEqual([])
  expect(placesOf(1, 4)).toEqual([0])
  expect(placesOf(3, 4)).toEqual([0, 1, 2])
  expect(placesOf(15, 7)).toEqual([0, 3, 6, 9, 12])
  expect(placesOf(31, 4)).toEqual([0, 8, 16, 24])
})

describe('the periods of a row of days', () => {
  test('are empty for no day, and one period for a single day', () => {
    expect(periodsOf([])).toEqual({ span: 'day', periods: [] })
    expect(periodsOf([{ date: '2026-02-28', value: 7 }])).toEqual({
      span: 'day',
      periods: [{ from: '2026-02-28', to: '2026-02-28', value: 7 }],
    })
  })

  // spec: dashboard-charts-revenue-over
  test('have zero for a day without sales, for days in any order and days given twice', () => {
    const { span, periods } = periodsOf([
      { date: '2026-03-02', value: 5 },
      { date: '2026-02-27', value: 1 },
      { date: '2026-03-02', value: 2 },
    ])
    expect(span).toBe('day')
    expect(periods.map(({ from, value }) => [from, value])).toEqual([
      ['2026-02-27', 1],
      ['2026-02-28', 0],
      ['2026-03-01', 0],
      ['2026-03-02', 7],
    ])
  })

  test('are weeks from Monday if the row is long', () => {
    const { span, periods } = periodsOf([
      { date: '2026-01-01', value: 1 },
      { date: '2026-01-04', value: 2 },
      { date: '2026-01-05', value: 4 },
      { date: '2026-06-30', value: 8 },
    ])
    expect(span).toBe('week')
    expect(periods[0]).toEqual({ from: '2026-01-01', to: '2026-01-04', value: 3 })
    expect(periods[1]).toEqual({ from: '2026-01-05', to: '2026-01-11', value: 4 })
    expect(periods.at(-1)).toEqual({ from: '2026-06-29', to: '2026-06-30', value: 8 })
  })

  test('are months if the row covers years', () => {
    const { span, periods } = periodsOf([
      { date: '2024-01-31', value: 1 },
      { date: '2024-02-29', value: 2 },
      { date: '2026-03-01', value: 4 },
    ])
    expect(span).toBe('month')
    expect(periods).toHaveLength(27)
    expect(periods[1]).toEqual({ from: '2024-02-01', to: '2024-02-29', value: 2 })
  })

  test('have the same sum as the days, whatever the span', () => {
    const day = fc.integer({ min: 0, max: 4000 }).map((n) => ({
      date: new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10),
      value: 1,
    }))
    fc.assert(
      fc.property(fc.array(day), (days) => {
        const { periods } = periodsOf(days)
        expect(periods.reduce((sum, { value }) => sum + value, 0)).toBe(days.length)
        expect(periods.length).toBeLessThanOrEqual(150)
      }),
    )
  })
})

describe('the parts of a whole', () => {
  const parts = (...values: number[]) => values.map((value, i) => ({ name: `Part ${i}`, value }))

  // spec: dashboard-charts-revenue-over
  test('are up to five; if there are more, the four largest and the rest', () => {
    expect(largestParts(parts(1, 5, 3)).map(({ value }) => value)).toEqual([5, 3, 1])
    expect(largestParts(parts(1, 2, 3, 4, 5))).toHaveLength(5)
    expect(largestParts(parts(1, 2, 3, 4, 5, 6)).map(({ name }) => name)).toEqual([
      'Part 5',
      'Part 4',
      'Part 3',
      'Part 2',
      '2 others',
    ])
    expect(largestParts(parts(1, 2, 3, 4, 5, 6)).at(-1)!.value).toBe(3)
  })

  test('have no slices if all are zero', () => {
    expect(slicesOf([], 0)).toEqual([])
    expect(slicesOf([0, 0], 60)).toEqual([])
  })

  test('are drawn as a full circle if only one is above zero', () => {
    const [only, ...rest] = slicesOf([0, 9, 0], 60)
    expect(rest).toEqual([])
    expect(only).toMatchObject({ index: 1, share: 1 })
    expect(only!.path.match(/A/g)).toHaveLength(4)
  })

  test('are drawn along the long arc if they exceed half the circle', () => {
    const [quarter, rest] = slicesOf([1, 3], 0)
    expect(quarter!.path).toBe('M0,-100A100 100 0 0 1 100,0L0,0Z')
    expect(rest!.path).toBe('M100,0A100 100 0 1 1 0,-100L0,0Z')
    expect([quarter!.share, rest!.share]).toEqual([0.25, 0.75])
  })
})
