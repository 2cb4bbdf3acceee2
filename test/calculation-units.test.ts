// spec: price-calculation
// The table of calculations for tables, add-ons, day tickets and passes. Quantities are in units,
// prices per unit. A fixed fee is charged per person, once for all days of a pass.
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { doorPrice } from '../src/checkin/gate/engine/door-price.ts'
import type { GateList } from '../src/checkin/gate.contract.ts'
import { linesFor } from '../src/checkout/choice.rules.ts'
import type { EventReply } from '../src/events/events.contract.ts'
import { feeOfUnit, lineAmounts, priceFor, priceList } from '../src/events/price.rules.ts'
import { toCents, toKes } from '../src/platform/values/money.rules.ts'
import { buildFeePayer } from './accounts.ts'
import { type BuiltEvent, buildEvent, newPhone } from './build.ts'
import type { Line } from './calculation-lines.ts'
import { compareColumn } from './compare-column.ts'
import { dialCodeOf, digitOf, makeDialler } from './dialler.ts'
import type { Account } from './gate.ts'
import { pairPhone } from './gate-phone.ts'
import { callApi, requestOrder } from './http.ts'
import { keepStage } from './stage.ts'
import { WAYS } from './ways.ts'

/** In the order of the event's types. */
const UNITS = [
  { name: 'single', price: 700, soldIn: 1, kind: 'entry' },
  { name: 'table of ten', price: 5000, soldIn: 10, kind: 'entry' },
  { name: 'three drinks', price: 900, soldIn: 3, kind: 'add_on' },
  { name: 'day ticket', price: 800, soldIn: 1, kind: 'entry', days: [2] as number[] },
  { name: 'pass for three days', price: 2000, soldIn: 1, kind: 'entry' },
] as const
const QUANTITIES = [1, 3] as const
const DAY_MS = 86_400_000
const DATES = [4, 5, 6].map((n) => new Date(Date.now() + n * DAY_MS).toISOString().slice(0, 10))

type Lines = readonly [Line, Line]

/** The lines of 1 and 3 units of each type, typed by hand. */
const FEES: Record<
  string,
  {
    basisPoints: number
    fixed: number
    onTop: boolean
    lines: readonly [Lines, Lines, Lines, Lines, Lines]
  }
> = {
  'no fee': {
    ...{ basisPoints: 0, fixed: 0, onTop: false },
    lines: [
      [
        [700, 0],
        [2100, 0],
      ],
      [
        [5000, 0],
        [15_000, 0],
      ],
      [
        [900, 0],
        [2700, 0],
      ],
      [
        [800, 0],
        [2400, 0],
      ],
      [
        [2000, 0],
        [6000, 0],
      ],
    ],
  },
  'percent and fixed inside': {
    ...{ basisPoints: 500, fixed: 20, onTop: false },
    lines: [
      [
        [700, 55],
        [2100, 165],
      ],
      [
        [5000, 450],
        [15_000, 1350],
      ],
      [
        [900, 105],
        [2700, 315],
      ],
      [
        [800, 60],
        [2400, 180],
      ],
      [
        [2000, 120],
        [6000, 360],
      ],
    ],
  },
  'percent and fixed on top': {
    ...{ basisPoints: 500, fixed: 20, onTop: true },
    lines: [
      [
        [755, 55],
        [2265, 165],
      ],
      [
        [5450, 450],
        [16_350, 1350],
      ],
      [
        [1005, 105],
        [3015, 315],
      ],
      [
        [860, 60],
        [2580, 180],
      ],
      [
        [2120, 120],
        [6360, 360],
      ],
    ],
  },
}

type Cell = { name: string; feeName: string; unit: number; quantity: number; line: Line }

const CELLS: Cell[] = Object.entries(FEES).flatMap(([feeName, { lines }]) =>
  UNITS.flatMap(({ name }, unit) =>
    QUANTITIES.map((quantity, index) => {
      const line = lines[unit]![index]!
      return { name: `${name} | ${feeName} | ${quantity}`, feeName, unit, quantity, line }
    }),
  ),
)

type SaleFacts = { event: BuiltEvent; organizer: Account; reply: EventReply; list: GateList }

const stage = keepStage({ LIMIT_PUSH_PER_ADDRESS: '100000', HOLD_SHARE_PER_ADDRESS: '100' })
const sales = new Map<string, SaleFacts>()
const saleOf = ({ feeName }: Cell) => sales.get(feeName)!

beforeAll(async () => {
  for (const feeName of Object.keys(FEES)) sales.set(feeName, await build(feeName))
})

async function build(feeName: string): Promise<SaleFacts> {
  const { basisPoints, fixed, onTop } = FEES[feeName]!
  const organizer = await buildFeePayer(stage, { basisPoints, fixedCents: toCents(fixed)! })
  const event = await buildEvent(stage.db, {
    ...{ organizerId: organizer.id, feesOnTop: onTop, title: feeName },
    days: DATES.map((date) => ({ date })),
    types: UNITS.map((type) => ({ ...type, capacity: 10_000 })),
  })
  const phone = await pairPhone({ stage, organizer, event }, { may_sell: true })
  const reply: EventReply = (await callApi(stage, `/api/events/${event.id}`)).body
  return { event, organizer, reply, list: await phone.list() }
}

/** Sells units for cash. Returns the order, and the total that the gate phone shows. */
async function sellAtDoor(cell: Pick<Cell, 'feeName' | 'unit' | 'quantity'>, phone: string) {
  const { event, organizer } = sales.get(cell.feeName)!
  const types = [event.types[cell.unit]!]
  const wish = { stage, organizer, event: { ...event, types }, quantity: cell.quantity, phone }
  const placed = await WAYS['the door']!.place(wish)
  if ('refused' in placed) throw new Error(placed.refused)
  return placed
}

/** Returns a new phone. For an add-on, the phone has the ticket that an add-on requires. */
async function phoneFor({ feeName, unit }: Cell): Promise<string> {
  const phone = newPhone()
  if (UNITS[unit]!.kind === 'add_on') await sellAtDoor({ feeName, unit: 0, quantity: 1 }, phone)
  return phone
}

function compare<V>(
  read: (cell: Cell) => V | Promise<V>,
  expected: (cell: Cell) => V,
  own = CELLS,
) {
  return compareColumn(own, { groupOf: ({ feeName }) => feeName, read, expected })
}
const lineOf = ({ line }: Cell) => line
const amountOf = ({ line: [amount] }: Cell) => amount

test('the rule computes the amount and the fee of units', async () => {
  await compare(({ feeName, unit, quantity }): Line => {
    const { basisPoints, fixed, onTop } = FEES[feeName]!
    const terms = { basis_points: basisPoints, fixed_cents: toCents(fixed)!, fees_on_top: onTop }
    const { price, soldIn } = UNITS[unit]!
    const type = { price_cents: toCents(price)!, steps: [], sold_in: soldIn }
    const fee = feeOfUnit(terms, soldIn)
    const line = lineAmounts(priceFor(priceList(type, fee), quantity, Date.now()), quantity, fee)
    return [toKes(line.amount_cents), toKes(line.fee_cents)]
  }, lineOf)
})

test('the page shows the amount of units', async () => {
  await compare((cell) => {
    const { event, reply } = saleOf(cell)
    const choice = { [event.types[cell.unit]!.id]: cell.quantity }
    return linesFor(reply.ticket_types, choice, null)[0]!.amountKes
  }, amountOf)
})

// Add-ons are left out: they are in a separate list, with prices that the server computed.
test('a gate phone computes the amount of tables from its list', async () => {
  await compare(
    (cell) => {
      const { event, list } = saleOf(cell)
      const type = list.event.types.find(({ id }) => id === event.types[cell.unit]!.id)!
      return doorPrice(type, cell.quantity, Date.parse(list.server_time), null).amount
    },
    amountOf,
    CELLS.filter(({ unit }) => UNITS[unit]!.kind === 'entry'),
  )
})

test('an order over HTTP is charged the amount of units, and freezes the fee', async () => {
  const orders = new Map<string, Promise<Line[]>>()
  await compare(async (cell) => {
    const key = `${cell.feeName} ${cell.quantity}`
    const lines = orders.get(key) ?? order(cell)
    orders.set(key, lines)
    return (await lines)[cell.unit]
  }, lineOf)
})

test('a sale at the door takes the amount that its phone shows, and freezes the fee', async () => {
  await compare(async (cell) => {
    const { orderId, shownKes } = await sellAtDoor(cell, await phoneFor(cell))
    const [line] = await linesOf(orderId)
    expect(line![0]).toBe(shownKes)
    return line
  }, lineOf)
})

test('by USSD the amount of units is on the last screen, and in the order', async () => {
  await compare(async (cell) => {
    const { event } = saleOf(cell)
    const { name, kind } = UNITS[cell.unit]!
    const dialler = makeDialler(stage, await phoneFor(cell))
    let screen = await dialler.dial(await dialCodeOf(stage, event.id))
    if (kind === 'add_on') screen = await dialler.type(digitOf(screen, 'Add-ons'))
    await dialler.type(digitOf(screen, name))
    const total = (await dialler.type(String(cell.quantity))).screen
    expect((await dialler.type('1')).screen).toMatch(/enter your PIN/)
    const [line] = await linesOf(await latestOrder(dialler.phone))
    expect(total).toContain(`Total KES ${line![0].toLocaleString('en')}\n`)
    return line
  }, lineOf)
})

async function latestOrder(phone: string): Promise<string> {
  const orders = stage.db.selectFrom('order').select('id').where('phone', '=', phone)
  return (await orders.orderBy('created_at', 'desc').executeTakeFirstOrThrow()).id
}

async function order({ feeName, quantity }: Cell): Promise<Line[]> {
  const { event } = sales.get(feeName)!
  const amounts = FEES[feeName]!.lines.map((lines) => lines[QUANTITIES.indexOf(quantity as 1)]![0])
  const orderId = randomUUID()
  const { statusCode, body } = await requestOrder(stage, {
    ...{ orderId, phoneNumber: newPhone(), eventId: event.id },
    amount: amounts.reduce((sum, one) => sum + one, 0),
    tickets: event.types.map(({ id: ticketTypeId }, index) => ({
      ...{ ticketTypeId, quantity, amount: amounts[index] },
    })),
  })
  expect(statusCode, body).toBe(202)
  return await linesOf(orderId)
}

async function linesOf(orderId: string): Promise<Line[]> {
  const rows = await stage.db
    .selectFrom('order_line')
    .select(['amount_cents', 'fee_cents'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  return rows.map((row): Line => [toKes(row.amount_cents), toKes(row.fee_cents!)])
}
