import { CODE_LINES } from './calculation-code-lines.ts'
import { LINES, type Line } from './calculation-lines.ts'

// The table of calculations: all combinations of step × fee × quantity × limit without a code, and
// of step × fee × quantity × code without a limit.

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

/** Limits, each with its refusal of 10 tickets. */
export const LIMITS = {
  'no limit': { refusal: null, maxPerPhone: undefined, maxPerOrder: 10 },
  '5 per phone': { refusal: 'phone_limit', maxPerPhone: 5, maxPerOrder: 10 },
  '5 per order': { refusal: 'too_many', maxPerPhone: undefined, maxPerOrder: 5 },
} as const

/** With 'half off' or 'KES 900 each' a ticket costs less than the step, with other codes more. */
export const CODES = {
  'no code': null,
  'half off': { kind: 'percent', value: 50 },
  'a fifth off': { kind: 'percent', value: 20 },
  'KES 250 off': { kind: 'amount', value: 250 },
  'KES 900 each': { kind: 'price', value: 900 },
} as const
const BELOW_STEP: readonly string[] = ['half off', 'KES 900 each']

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

/** Limits do not change prices, so no cell combines a code with a limit. */
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
  const { off250, at900 } = CODE_LINES[feeName]!
  const coded = {
    'no code': own.lines,
    'half off': half.lines,
    'a fifth off': fifth.lines,
    'KES 250 off': off250,
    'KES 900 each': at900,
  }[codeName]
  const isEarly = STEPS[stepName]!.early[index]! && !BELOW_STEP.includes(codeName)
  const name = `${stepName} | ${feeName} | ${quantity} | ${limitName} | ${codeName}`
  const line = (isEarly ? early.lines : coded)[index]!
  return { ...of, name, line, isRefused: quantity > 5 && LIMITS[limitName].refusal !== null }
}
