// spec: price-calculation
// The table of calculations for tickets whose price the buyer chooses, free tickets, and tickets
// that a code makes free. Each test compares the amounts of one sales channel with the table.
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { doorPrice } from '../src/checkin/gate/engine/door-price.ts'
import { atChosenPrices, termPrices } from '../src/checkout/buyer-terms.rules.ts'
import { linesFor } from '../src/checkout/choice.rules.ts'
import { pricesAt, typesAt, writtenAt } from '../src/checkout/sale-prices.rules.ts'
import type { EventReply } from '../src/events/events.contract.ts'
import { lineAmounts, priceFor, priceList } from '../src/events/price.rules.ts'
import { toCents, toKes } from '../src/platform/values/money.rules.ts'
import { buildFeePayer } from './accounts.ts'
import { buildCode, buildEvent, newPhone } from './build.ts'
import { QUANTITIES } from './calculation-cells.ts'
import { CHOSEN_KES, CHOSEN_LINES, LINES, type Line } from './calculation-lines.ts'
import { compareColumn } from './compare-column.ts'
import { dialCodeOf, makeDialler } from './dialler.ts'
import { pairPhone } from './gate-phone.ts'
import { callApi, requestOrder } from './http.ts'
import { keepStage } from './stage.ts'

/** In the order of the event's types. */
const KINDS = ['chosen', 'free', 'free by a code'] as const
const FULL_KES = 1500
const FREE: Line = [0, 0]

type Kind = (typeof KINDS)[number]
type Cell = { name: string; feeName: string; kind: Kind; quantity: number; line: Line }

const CELLS: Cell[] = Object.entries(CHOSEN_LINES).flatMap(([feeName, lines]) =>
  KINDS.flatMap((kind) =>
    QUANTITIES.map((quantity, index) => {
      const line = kind === 'chosen' ? lines[index]! : FREE
      return { name: `${kind} | ${feeName} | ${quantity}`, feeName, kind, quantity, line }
    }),
  ),
)

const stage = keepStage({ LIMIT_PUSH_PER_ADDRESS: '100000', HOLD_SHARE_PER_ADDRESS: '100' })
const sales = new Map<string, Awaited<ReturnType<typeof build>>>()
const saleOf = ({ feeName }: Pick<Cell, 'feeName'>) => sales.get(feeName)!
const typeIdOf = (cell: Cell) => saleOf(cell).event.types[KINDS.indexOf(cell.kind)]!.id

beforeAll(async () => {
  for (const feeName of Object.keys(CHOSEN_LINES)) sales.set(feeName, await build(feeName))
})

async function build(feeName: string) {
  const { basisPoints, fixed, onTop } = LINES[feeName]!
  const organizer = await buildFeePayer(stage, { basisPoints, fixedCents: toCents(fixed)! })
  const types = [{ lowest: 100 }, { isFree: true }, { price: FULL_KES }]
  const event = await buildEvent(stage.db, {
    ...{ organizerId: organizer.id, feesOnTop: onTop, title: feeName },
    types: types.map((type) => ({ ...type, capacity: 10_000 })),
  })
  const typeIds = [event.types.at(-1)!.id]
  const code = await buildCode(stage.db, event, { kind: 'percent', value: 100, typeIds })
  const most = { cash_per_minute: 1_000_000, cash_per_hour: 1_000_000 }
  await stage.db
    .insertInto('entry_rule')
    .values({ event_id: event.id, ...most })
    .execute()
  const phone = await pairPhone({ stage, organizer, event }, { may_sell: true })
  const url = `/api/events/${event.id}?code=${code.code}`
  const reply: EventReply = (await callApi(stage, url)).body
  return { event, code, phone, list: await phone.list(), reply }
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

test('the rule computes the amount and the fee of each cell', async () => {
  await compare(ruleLine, lineOf)
})

function ruleLine({ feeName, kind, quantity }: Cell): Line {
  const { basisPoints, fixed, onTop } = LINES[feeName]!
  const terms = { basis_points: basisPoints, fixed_cents: toCents(fixed)!, fees_on_top: onTop }
  const type = { price_cents: kind === 'free' ? 0 : FULL_KES * 100, steps: [], sold_in: 1 }
  const code = { kind: 'percent', percent: 100, value_cents: null } as const
  const prices = priceList(type, terms, kind === 'free by a code' ? code : null)
  const chosen = { price_cents: CHOSEN_KES * 100, fee_cents: 0 }
  const line =
    kind === 'chosen'
      ? lineAmounts(chosen, quantity, { ...terms, fees_on_top: false })
      : lineAmounts(priceFor(prices, quantity, Date.now()), quantity, terms)
  return [toKes(line.amount_cents), toKes(line.fee_cents)]
}

test('the page shows the amount of each cell', async () => {
  await compare(shownAmount, amountOf)
})

function shownAmount(cell: Cell): number {
  const { reply } = saleOf(cell)
  const now = writtenAt(reply)
  const typed = { [typeIdOf(cell)]: String(CHOSEN_KES) }
  const types = atChosenPrices(typesAt(reply.ticket_types, null, now), typed)
  const priceOf = termPrices(pricesAt(now), { promo: reply.promo, now })
  return linesFor(types, { [typeIdOf(cell)]: cell.quantity }, null, priceOf)[0]!.amountKes
}

test('a caller reads the amount of each cell before the payment', async () => {
  await compare(dialledTotal, amountOf)
})

async function dialledTotal(cell: Cell): Promise<number | string> {
  const { event, code } = saleOf(cell)
  const { kind, quantity } = cell
  const promo = kind === 'free by a code' ? [code.digits] : []
  const price = kind === 'chosen' ? [CHOSEN_KES] : []
  const typed = [...promo, KINDS.indexOf(kind) + 1, quantity, ...price]
  const behind = [await dialCodeOf(stage, event.id), ...typed].join('*')
  const { screen } = await makeDialler(stage).dial(behind)
  if (screen.startsWith(`Get ${quantity} free `)) return 0
  return Number(/^Total KES ([\d,]+)$/m.exec(screen)?.[1]?.replaceAll(',', '') ?? Number.NaN)
}

test('a gate phone computes the amount of each cell from its list', async () => {
  // A gate phone knows no codes. The server returns the sum of a sale with a code.
  const own = CELLS.filter(({ kind }) => kind !== 'free by a code')
  await compare(listedAmount, amountOf, own)
})

function listedAmount(cell: Cell): number {
  const { event, server_time } = saleOf(cell).list
  const type = event.types.find(({ id }) => id === typeIdOf(cell))!
  const chosen = cell.kind === 'chosen' ? CHOSEN_KES : null
  return doorPrice(type, cell.quantity, Date.parse(server_time), chosen).amount
}

test('a sale at the door charges the amount of its cell, and freezes the fee', async () => {
  await compare(soldLine, lineOf)
})

async function soldLine(cell: Cell): Promise<Line | undefined> {
  const { phone, code } = saleOf(cell)
  const sale = {
    ...{ ticket_type_id: typeIdOf(cell), quantity: cell.quantity, phone: newPhone() },
    nonce: randomUUID(),
    ...(cell.kind === 'chosen' && { price: CHOSEN_KES }),
    ...(cell.kind === 'free by a code' && { promo_code: code.code }),
  }
  const sell = (payload: object) =>
    callApi(stage, { method: 'POST', url: '/api/gate/sales', headers: phone.headers, payload })
  const method = cell.kind === 'chosen' ? 'cash' : 'free'
  // If the sum is wrong, the server refuses the sale and returns the right sum.
  const { body: asked } = await sell({ ...sale, method, amount: 1 })
  expect([cell.name, asked.amount]).toEqual([cell.name, cell.line[0]])
  const { status, body } = await sell({ ...sale, method, amount: asked.amount })
  expect(status, JSON.stringify(body)).toBe(200)
  return (await readLines(sale.nonce))[0]
}

/** The lines of an order, sorted by position. */
async function readLines(orderId: string): Promise<Line[]> {
  const rows = await stage.db
    .selectFrom('order_line')
    .select(['amount_cents', 'fee_cents'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  return rows.map((row): Line => [toKes(row.amount_cents), toKes(row.fee_cents!)])
}

test('an order over HTTP is charged the amount of its cell, and freezes the fee', async () => {
  await compare(orderedLine, lineOf)
})

/** The lines of orders with all kinds of tickets, by fee and quantity. */
const orders = new Map<string, Promise<Line[]>>()

async function orderedLine(cell: Cell): Promise<Line | undefined> {
  const key = `${cell.feeName} ${cell.quantity}`
  const lines = orders.get(key) ?? order(cell)
  orders.set(key, lines)
  return (await lines)[KINDS.indexOf(cell.kind)]
}

async function order({ feeName, quantity }: Cell): Promise<Line[]> {
  const { event, code } = saleOf({ feeName })
  const [amount] = CHOSEN_LINES[feeName]![QUANTITIES.indexOf(quantity as 1)]!
  const orderId = randomUUID()
  const { statusCode, body } = await requestOrder(stage, {
    ...{ orderId, phoneNumber: newPhone(), eventId: event.id, amount, promo_code: code.code },
    tickets: event.types.map(({ id: ticketTypeId }, index) => ({
      ...{ ticketTypeId, quantity },
      ...(index === 0 ? { amount, price: CHOSEN_KES } : { amount: 0 }),
    })),
  })
  expect(statusCode, body).toBe(202)
  return await readLines(orderId)
}
