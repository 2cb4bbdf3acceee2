// spec: price-calculation
// Each test compares one place that computes or charges the amount of a line with the table of
// calculation-cells.ts.
import { beforeAll, expect, test } from 'vitest'
import { doorPrice } from '../src/checkin/gate/engine/door-price.ts'
import type { GateList } from '../src/checkin/gate.contract.ts'
import { linesFor, mostOf } from '../src/checkout/choice.rules.ts'
import { pricesAt } from '../src/checkout/sale-prices.rules.ts'
import type { EventReply } from '../src/events/events.contract.ts'
import { type FeeTerms, lineAmounts, priceFor, priceList } from '../src/events/price.rules.ts'
import { toCents, toKes } from '../src/platform/values/money.rules.ts'
import { buildAccount } from './accounts.ts'
import { type BuiltEvent, buildCode, buildEvent, newPhone } from './build.ts'
import {
  CELLS,
  type Cell,
  CODES,
  LIMITS,
  START,
  STEPS,
  type StepDates,
} from './calculation-cells.ts'
import { LINES, type Line } from './calculation-lines.ts'
import { compareColumn } from './compare-column.ts'
import { dialCodeOf, makeDialler } from './dialler.ts'
import type { Account } from './gate.ts'
import { pairPhone } from './gate-phone.ts'
import { callApi, requestOrder } from './http.ts'
import { keepStage } from './stage.ts'

const stage = keepStage({ LIMIT_PUSH_PER_ADDRESS: '100000', LIMIT_PUSH_PER_PHONE: '100000' })
const events = new Map<string, BuiltEvent>()
const organizers = new Map<string, Account>()
const codes = new Map<string, { code: string; digits: string }>()
/** Undefined in cells without a code. */
const codeOf = (cell: Cell) => codes.get(`${eventOf(cell).id} ${cell.codeName}`)
const eventOf = ({ feeName, limitName }: Pick<Cell, 'feeName' | 'limitName'>) =>
  events.get(`${feeName} | ${limitName}`)!
const typeIdOf = (cell: Cell) => eventOf(cell).types[Object.keys(STEPS).indexOf(cell.stepName)]!.id

beforeAll(async () => {
  const { headers } = await buildAccount(stage, 'admin')
  for (const [feeName, fee] of Object.entries(LINES)) {
    const organizer = await buildAccount(stage)
    const payload = { basis_points: fee.basisPoints, fixed: fee.fixed }
    const url = `/api/accounts/${organizer.id}/fee`
    expect((await callApi(stage, { method: 'PUT', url, headers, payload })).status).toBe(200)
    for (const [limitName, { maxPerPhone, maxPerOrder }] of Object.entries(LIMITS)) {
      const types = Object.values(STEPS).map(({ step }, index) => ({
        name: `T${index}`,
        price: fee.own.price,
        capacity: 10_000,
        maxPerOrder,
        steps: step ? [stepSpec(step, fee.early.price)] : [],
      }))
      const built = await buildEvent(stage.db, {
        title: `${feeName} ${limitName}`,
        ...(maxPerPhone && { maxPerPhone }),
        organizerId: organizer.id,
        feesOnTop: fee.onTop,
        types,
      })
      for (const [name, terms] of Object.entries(CODES)) {
        if (terms === null || limitName !== 'no limit') continue
        const code = await buildCode(stage.db, built, terms)
        codes.set(`${built.id} ${name}`, code)
      }
      events.set(`${feeName} | ${limitName}`, built)
      organizers.set(built.id, organizer)
    }
  }
}, 60_000)

const stepSpec = ({ left, ...dates }: StepDates, price: number) => ({
  ...dates,
  price,
  ...(left !== undefined && { quantity: left }),
})

const compare = <V>(
  cells: readonly Cell[],
  read: (cell: Cell) => V | Promise<V>,
  expected: (cell: Cell) => V,
) => compareColumn(cells, { groupOf: (cell) => eventOf(cell).id, read, expected })

const REFUSED = 'refused'
type LineResult = Line | typeof REFUSED
const lineOf = ({ line, isRefused }: Cell): LineResult => (isRefused ? REFUSED : line)

test('the table has each combination once', () => {
  expect(CELLS).toHaveLength(8 * 7 * 3 * (3 + 4))
  expect(new Set(CELLS.map(({ name }) => name)).size).toBe(CELLS.length)
})

test('the rule computes the amount and the fee of each cell', async () => {
  const unlimited = CELLS.filter(({ limitName }) => limitName === 'no limit')
  await compare<LineResult>(unlimited, ruleLine, lineOf)
})

function ruleLine({ feeName, stepName, codeName, quantity }: Cell): Line {
  const { basisPoints, fixed, onTop, early, own } = LINES[feeName]!
  const terms: FeeTerms = {
    basis_points: basisPoints,
    fixed_cents: toCents(fixed)!,
    fees_on_top: onTop,
  }
  const { step } = STEPS[stepName]!
  const steps = step && {
    name: 'Early bird',
    price_cents: toCents(early.price)!,
    starts_at: step.startsAt?.toISOString() ?? null,
    ends_at: step.endsAt?.toISOString() ?? null,
    left: step.left ?? null,
  }
  const type = { price_cents: toCents(own.price)!, steps: steps ? [steps] : [], sold_in: 1 }
  const prices = priceList(type, terms, codeTerms(codeName))
  const line = lineAmounts(priceFor(prices, quantity, START), quantity, terms)
  return [toKes(line.amount_cents), toKes(line.fee_cents)]
}

/** A code of the table as it is stored. */
function codeTerms(name: Cell['codeName']) {
  const code = CODES[name]
  if (code === null) return null
  const { kind, value } = code
  if (kind === 'percent') return { kind, percent: value, value_cents: null }
  return { kind, percent: null, value_cents: toCents(value)! }
}

test('the page shows the amount of each cell', async () => {
  await compare<number | typeof REFUSED>(CELLS, shownAmount, amountOf)
})

const amountOf = ({ line: [amount], isRefused }: Cell) => (isRefused ? REFUSED : amount)

async function shownAmount(cell: Cell): Promise<number | typeof REFUSED> {
  const { ticket_types: types } = await readReply(eventOf(cell).id, codeOf(cell)?.code)
  const type = types.find(({ id }) => id === typeIdOf(cell))!
  if (cell.quantity > mostOf(type)) return REFUSED
  return linesFor(types, { [type.id]: cell.quantity }, null, pricesAt(START))[0]!.amountKes
}

const replies = new Map<string, Promise<EventReply>>()

function readReply(eventId: string, code = ''): Promise<EventReply> {
  const key = `${eventId} ${code}`
  const reply = replies.get(key) ?? readEvent(eventId, code)
  replies.set(key, reply)
  return reply
}

const readEvent = async (id: string, code: string): Promise<EventReply> =>
  (await callApi(stage, `/api/events/${id}${code && `?code=${code}`}`)).body

test('a caller reads the amount of each cell before the payment', async () => {
  await compare<number | typeof REFUSED>(CELLS, dialledTotal, amountOf)
})

const ROWS = 4

async function dialledTotal(cell: Cell): Promise<number | typeof REFUSED> {
  const code = await dialCodeOf(stage, eventOf(cell).id)
  const row = Object.keys(STEPS).indexOf(cell.stepName)
  const digits = row < ROWS ? `${row + 1}` : `9*${row + 1 - ROWS}`
  const promo = codeOf(cell) ? `*${codeOf(cell)!.digits}` : ''
  const { screen } = await makeDialler(stage).dial(`${code}${promo}*${digits}*${cell.quantity}`)
  const total = /^Total KES ([\d,]+)$/m.exec(screen)?.[1]
  return total === undefined ? REFUSED : Number(total.replaceAll(',', ''))
}

test('a gate phone computes the amount of each cell from its list', async () => {
  // Gate phones know no codes: the server returns the sum of such a sale (`ways.test.ts`).
  const own = CELLS.filter((cell) => cell.limitName === 'no limit' && cell.codeName === 'no code')
  await compare(own, doorAmount, ({ line: [amount] }) => amount)
})

async function doorAmount(cell: Cell): Promise<number> {
  const { event } = await readGateList(eventOf(cell))
  const type = event.types.find(({ id }) => id === typeIdOf(cell))!
  return doorPrice(type, cell.quantity, START).amount
}

const gateLists = new Map<string, Promise<GateList>>()

function readGateList(event: BuiltEvent): Promise<GateList> {
  const list = gateLists.get(event.id) ?? pairAndList(event)
  gateLists.set(event.id, list)
  return list
}

async function pairAndList(event: BuiltEvent): Promise<GateList> {
  const phone = await pairPhone({ stage, organizer: organizers.get(event.id)!, event })
  return await phone.list()
}

test('an order over HTTP is charged the amount of its cell, and freezes the fee', async () => {
  await compare(CELLS, orderedLine, lineOf)
})

/** The buyer of each event. Each order replaces the buyer's last order and frees its tickets. */
const buyers = new Map<string, { phone: string; orderId: string | null }>()

async function orderedLine(cell: Cell): Promise<LineResult> {
  const { id: eventId } = eventOf(cell)
  const buyer = buyers.get(eventId) ?? { phone: newPhone(), orderId: null }
  buyers.set(eventId, buyer)
  const orderId = crypto.randomUUID()
  const [amount] = cell.line
  const answer = await requestOrder(stage, {
    orderId,
    phoneNumber: buyer.phone,
    eventId,
    amount,
    tickets: [{ ticketTypeId: typeIdOf(cell), quantity: cell.quantity, amount }],
    ...(buyer.orderId && { replaces: [buyer.orderId] }),
    ...(codeOf(cell) && { promo_code: codeOf(cell)!.code }),
  })
  if (answer.statusCode !== 202) {
    const { code } = answer.json()
    return code === LIMITS[cell.limitName].refusal ? REFUSED : code
  }
  buyer.orderId = orderId
  const row = await stage.db
    .selectFrom('order_line')
    .select(['amount_cents', 'fee_cents'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return [toKes(row.amount_cents), toKes(row.fee_cents!)]
}
