// The table of calculations: all combinations of step × fee × quantity × limit. Expected amounts are
// typed by hand, so that no column checks itself. A code that reduces prices will be one more
// property of a cell.

const QUANTITIES = [1, 3, 10] as const
const DAY_MS = 86_400_000
export const START = Date.now()
const YESTERDAY = new Date(START - DAY_MS)
const TOMORROW = new Date(START + DAY_MS)

/** A line in shillings: the amount that the buyer pays, and the fee in it. */
export type Line = readonly [amount: number, fee: number]
type Fee = { basisPoints: number; fixed: number; onTop: boolean }
type Priced = { price: number; lines: readonly [Line, Line, Line] }

/** For each fee: the step's price and the type's own price, and lines of 1, 3 and 10 tickets. */
export const LINES: Record<string, Fee & { early: Priced; own: Priced }> = {
  'no fee': {
    ...{ basisPoints: 0, fixed: 0, onTop: false },
    early: {
      price: 1000,
      lines: [
        [1000, 0],
        [3000, 0],
        [10_000, 0],
      ],
    },
    own: {
      price: 1500,
      lines: [
        [1500, 0],
        [4500, 0],
        [15_000, 0],
      ],
    },
  },
  'percent inside': {
    ...{ basisPoints: 500, fixed: 0, onTop: false },
    early: {
      price: 1000,
      lines: [
        [1000, 50],
        [3000, 150],
        [10_000, 500],
      ],
    },
    own: {
      price: 1500,
      lines: [
        [1500, 75],
        [4500, 225],
        [15_000, 750],
      ],
    },
  },
  'fixed inside': {
    ...{ basisPoints: 0, fixed: 20, onTop: false },
    early: {
      price: 1000,
      lines: [
        [1000, 20],
        [3000, 60],
        [10_000, 200],
      ],
    },
    own: {
      price: 1500,
      lines: [
        [1500, 20],
        [4500, 60],
        [15_000, 200],
      ],
    },
  },
  'inside, with rounding': {
    ...{ basisPoints: 333, fixed: 0.1, onTop: false },
    early: {
      price: 999.5,
      lines: [
        [1000, 33.4],
        [2999, 100.17],
        [9995, 333.83],
      ],
    },
    own: {
      price: 1499.5,
      lines: [
        [1500, 50.05],
        [4499, 150.12],
        [14_995, 500.33],
      ],
    },
  },
  'percent on top': {
    ...{ basisPoints: 500, fixed: 0, onTop: true },
    early: {
      price: 1000,
      lines: [
        [1050, 50],
        [3150, 150],
        [10_500, 500],
      ],
    },
    own: {
      price: 1500,
      lines: [
        [1575, 75],
        [4725, 225],
        [15_750, 750],
      ],
    },
  },
  'fixed on top': {
    ...{ basisPoints: 0, fixed: 20, onTop: true },
    early: {
      price: 1000,
      lines: [
        [1020, 20],
        [3060, 60],
        [10_200, 200],
      ],
    },
    own: {
      price: 1500,
      lines: [
        [1520, 20],
        [4560, 60],
        [15_200, 200],
      ],
    },
  },
  'on top, with rounding': {
    ...{ basisPoints: 333, fixed: 0.1, onTop: true },
    early: {
      price: 999.5,
      lines: [
        [1033, 33.38],
        [3099, 100.14],
        [10_329, 333.8],
      ],
    },
    own: {
      price: 1499.5,
      lines: [
        [1550, 50.03],
        [4649, 150.09],
        [15_496, 500.3],
      ],
    },
  },
}

export type StepDates = { startsAt?: Date; endsAt?: Date; left?: number }

/** For each step: whether lines of 1, 3 and 10 tickets get its price. */
export const STEPS: Record<string, { step: StepDates | null; early: [boolean, boolean, boolean] }> =
  {
    'no step': { step: null, early: [false, false, false] },
    'by date, open': { step: { endsAt: TOMORROW }, early: [true, true, true] },
    'by date, ended': { step: { endsAt: YESTERDAY }, early: [false, false, false] },
    'by number, with room': { step: { left: 500 }, early: [true, true, true] },
    'by number, 3 left': { step: { left: 3 }, early: [true, true, false] },
    'by both, open': { step: { endsAt: TOMORROW, left: 500 }, early: [true, true, true] },
    'by both, 3 left': { step: { endsAt: TOMORROW, left: 3 }, early: [true, true, false] },
    'by both, ended': { step: { endsAt: YESTERDAY, left: 500 }, early: [false, false, false] },
  }

/** Limits and the refusal of 10 tickets by each. */
export const LIMITS = {
  'no limit': { refusal: null, maxPerPhone: undefined, maxPerOrder: 10 },
  '5 per phone': { refusal: 'phone_limit', maxPerPhone: 5, maxPerOrder: 10 },
  '5 per order': { refusal: 'too_many', maxPerPhone: undefined, maxPerOrder: 5 },
} as const

export type Cell = {
  name: string
  feeName: string
  limitName: keyof typeof LIMITS
  stepName: string
  quantity: number
  line: Line
  /** True if the limit refuses the quantity. `line` is then the amount that the buyer saw. */
  isRefused: boolean
}

export const CELLS: Cell[] = Object.entries(LINES).flatMap(([feeName, fee]) =>
  Object.keys(LIMITS).flatMap((limit) =>
    Object.entries(STEPS).flatMap(([stepName, { early }]) =>
      QUANTITIES.map((quantity, index) => {
        const limitName = limit as keyof typeof LIMITS
        const name = `${stepName} | ${feeName} | ${quantity} | ${limit}`
        const line = (early[index] ? fee.early : fee.own).lines[index]!
        const isRefused = quantity > 5 && LIMITS[limitName].refusal !== null
        return { name, feeName, limitName, stepName, quantity, line, isRefused }
      }),
    ),
  ),
)
