import { LINES, type Line } from './calculation-lines.ts'

// The table of calculations: all combinations of step × fee × quantity × limit, and without a limit
// × code.

export const QUANTITIES = [1, 3, 10] as const
const DAY_MS = 86_400_000
export const START = Date.now()
const YESTERDAY = new Date(START - DAY_MS)
const TOMORROW = new Date(START + DAY_MS)

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

/** Percent off. A half is less than the step's price, and a fifth is more. */
export const CODES = { 'no code': null, 'half off': 50, 'a fifth off': 20 } as const

export type Cell = {
  name: string
  codeName: keyof typeof CODES
  feeName: string
  limitName: keyof typeof LIMITS
  stepName: string
  quantity: number
  line: Line
  /** True if the limit refuses the quantity. `line` is then the amount that the buyer saw. */
  isRefused: boolean
}

const NAMES = Object.keys(CODES) as Cell['codeName'][]

/** The limits do not change prices, so codes are combined with none of them. */
export const CELLS: Cell[] = Object.keys(LINES).flatMap((feeName) =>
  (Object.keys(LIMITS) as Cell['limitName'][]).flatMap((limitName) =>
    NAMES.filter((name) => limitName === 'no limit' || name === 'no code').flatMap((codeName) =>
      Object.keys(STEPS).flatMap((stepName) =>
        QUANTITIES.map((quantity, index) =>
          cellOf({ feeName, limitName, codeName, stepName, quantity }, index),
        ),
      ),
    ),
  ),
)

function cellOf(of: Omit<Cell, 'name' | 'line' | 'isRefused'>, index: number): Cell {
  const { feeName, limitName, codeName, stepName, quantity } = of
  const { early, own, fifth, half } = LINES[feeName]!
  const coded = { 'no code': own, 'half off': half, 'a fifth off': fifth }[codeName]
  const isEarly = STEPS[stepName]!.early[index]! && codeName !== 'half off'
  const name = `${stepName} | ${feeName} | ${quantity} | ${limitName} | ${codeName}`
  const line = (isEarly ? early : coded).lines[index]!
  return { ...of, name, line, isRefused: quantity > 5 && LIMITS[limitName].refusal !== null }
}
