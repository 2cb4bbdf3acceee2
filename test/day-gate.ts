import { type Gate, makeGate } from './gate.ts'
import { keepOpen } from './stage.ts'

const DAY_MS = 86_400_000

/** The date of day `n`. Day 1 is at `first`, in ms. */
const dateOf = (first: number, n: number) =>
  new Date(first + (n - 1) * DAY_MS).toISOString().slice(0, 10)

/**
 * Makes the stage of `makeGate` with an event of three days that sells day tickets, passes, tables
 * for all days, and parking per day. `dates` are the dates of the days.
 */
export async function makeDayGate(settings: Record<string, string> = {}) {
  const first = Date.now() + 4 * DAY_MS
  const dates = [1, 2, 3].map((n) => dateOf(first, n))
  const gate = await makeGate(
    {
      days: dates.map((date) => ({ date, time: '18:00' })),
      types: [
        { name: 'Day 1', days: [1] },
        { name: 'Day 2', days: [2], gates: ['Gate A'] },
        { name: 'Pass' },
        { name: 'Camping', onceInAll: true },
        { name: 'Table', soldIn: 10 },
        { name: 'Parking', kind: 'add_on', gates: ['Parking'] },
        { name: 'Shirt', kind: 'add_on', gates: ['Shirts'], onceInAll: true },
        { name: 'Daily drinks', kind: 'add_on', soldIn: 3, gates: ['Shirts'] },
        { name: 'Drinks', kind: 'add_on', soldIn: 3, gates: ['Shirts'], onceInAll: true },
      ],
    },
    settings,
  )
  return {
    ...gate,
    dates,
    buyOne: (name: TypeName, units = 1) => buyOne(gate, name, units),
    /** Moves the clock to `time` on day `n`. Day 4 is the day after the event. */
    goTo: (n: number, time: string) => {
      const at = Date.parse(`${dateOf(first, n)}T${time}:00+03:00`)
      gate.stage.clock.offsetMs = at - Date.now()
    },
  }
}

/** Makes a day gate before the tests of the calling file, and closes its stage after them. */
export function keepDayGate() {
  return keepOpen(makeDayGate, ({ stage }) => stage.close())
}

const ENTRIES = ['Day 1', 'Day 2', 'Pass', 'Camping', 'Table'] as const
const ADD_ONS = ['Parking', 'Shirt', 'Daily drinks', 'Drinks'] as const
const NAMES = [...ENTRIES, ...ADD_ONS]
type TypeName = (typeof NAMES)[number]

/** Buys units of a type, and a pass if the type is an add-on. Returns the ticket's number. */
async function buyOne({ stage, buy }: Gate, name: TypeName, units: number): Promise<string> {
  const isAddOn = ADD_ONS.some((one) => one === name)
  const quantities = NAMES.map((one) => (one === name ? units : Number(isAddOn && one === 'Pass')))
  const { orderId } = await buy(quantities)
  const ticket = await stage.db
    .selectFrom('ticket as k')
    .innerJoin('ticket_type as t', 't.id', 'k.ticket_type_id')
    .select('k.number')
    .where('k.order_id', '=', orderId)
    .where('t.name', '=', name)
    .executeTakeFirstOrThrow()
  return ticket.number
}
