// spec: door-lead-no-money
// Reads every reply of the API as a door lead, a role without the right `figures`, and looks for sums
// of money: by the names of fields, by the sums that the owner sees, and in sentences.
import { beforeAll, describe, expect, test } from 'vitest'
import type { TeamRole } from '../src/platform/http/platform.contract.ts'
import { hasRight } from '../src/platform/http/rights.rules.ts'
import { type Belongings, buildOwner, type Owner } from './access/belongings.ts'
import { fillEvent } from './access/busy-event.ts'
import { ROLES } from './access/roles.ts'
import { LINES } from './access/routes.ts'
import { buildAccount } from './accounts.ts'
import { buildCode, buildEvent } from './build.ts'
import { callFor } from './payouts.ts'
import { keepStage } from './stage.ts'
import { addMember, buildMember } from './team.ts'

/** The price of a ticket. It is unusual, so that no count in a reply equals a sum of money. */
const PRICE = 7919
/** No count in a reply is larger. Sums that are not larger are found by their field names only. */
const COUNTS = 200
const FEE = { basis_points: 333, fixed: 0 }

const stage = keepStage({ LIMIT_MISS_PER_ADDRESS: '1000000', LIMIT_PUSH_PER_PHONE: '1000000' })
let owner: Owner
let its: Belongings[]

beforeAll(async () => {
  owner = await buildOwner(stage)
  const { belongings, account } = owner
  const { eventId, ticketTypeId, organizerId } = belongings
  const admin = await buildAccount(stage, 'admin')
  await callFor(stage, admin, `PUT /api/accounts/${organizerId}/fee`, FEE)
  for (const table of ['ticket_type', 'event'] as const) {
    const set = stage.db.updateTable(table).set({ price_cents: PRICE * 100 })
    await set.where('id', '=', table === 'event' ? eventId : ticketTypeId).execute()
  }
  await buildCode(stage.db, { id: eventId }, { code: 'MEDIA', kind: 'amount', value: 250 })
  const seller = { name: 'Achieng', phone: '0712345678', kind: 'percent', value: 5, number: 99 }
  await callFor(stage, account, `POST /api/events/${eventId}/sellers`, seller)
  const stopped = await fillEvent(stage, owner)
  const payout = { amount: 4321, reference: 'TKP4321XYZ' }
  await callFor(stage, admin, `POST /api/events/${eventId}/payouts`, payout)
  its = [belongings, { ...belongings, eventId: stopped }]
})

type Call = {
  method?: 'GET'
  url: string
  query?: Record<string, string>
  headers: Record<string, string>
  payload?: object
}
type Reply = { name: string; status: number; body: string }

/** Calls each route of the access table, and the addresses in `more`, with both events' ids. */
async function readAll(headers: Record<string, string>, more: readonly string[] = []) {
  const replies: Reply[] = []
  const inject = async (name: string, call: Call) => {
    const { statusCode: status, body } = await stage.app.inject(call)
    replies.push({ name, status, body })
  }
  for (const [name, lines] of Object.entries(LINES)) {
    const [method, path] = name.split(' ') as ['GET', string]
    for (const line of lines.filter((one) => one.for === 'accounts' || one.for === 'owner')) {
      for (const one of its) {
        const { params = {}, query = {}, payload, headers: others } = line.call?.(one) ?? {}
        const url = path.replace(/:(\w+)/g, (_, param: string) => params[param]!)
        const sent = payload === undefined ? {} : { payload: payload as object }
        await inject(name, { method, url, query, headers: { ...headers, ...others }, ...sent })
      }
    }
  }
  for (const url of more) await inject(url, { url, headers })
  return replies
}

type Field = { field: string; value: number | string }

/** Each number and text of a JSON reply with the name of its field, or the cells of a CSV file. */
function fieldsOf(body: string): Field[] {
  try {
    return leavesOf('', JSON.parse(body))
  } catch {
    return body.split(/[\r\n,"]+/).map((cell) => ({ field: 'cell', value: cell }))
  }
}

function leavesOf(field: string, value: unknown): Field[] {
  if (typeof value === 'number' || typeof value === 'string') return [{ field, value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(Array.isArray(value) ? field : key, inner),
  )
}

/** Names of fields with a sum of money. */
const SUM =
  /(^|_)(amount|revenue|owed|fees?|paid|paid_out|refunded|given_back|balance|reserve|payouts?|commission|earned|cost|charge|sum|money|kes|cents|value)$/

/** Fields without sums: prices (visitors see them), a share of tickets, the caller's own fee. */
const NO_SUMS = [
  ...['price', 'price_now', 'next_price', 'full_price', 'lowest', 'suggested', 'highest'],
  ...['fee', 'redemption_rate', 'fixed'],
]

/** The line with the price of one ticket in a text for WhatsApp, which everybody may read. */
const PRICE_LINE = /\n(From|Kuanzia) KES [\d,]+\n/

/** Every sum above zero in the owner's replies, as a number and as texts write it. */
async function ownersSums(): Promise<Set<string>> {
  const replies = await readAll(owner.account.headers)
  const sums = replies
    .filter(({ name, status }) => status === 200 && /^GET|\/rpc\//.test(name))
    .flatMap(({ body }) => fieldsOf(body))
    .filter(({ field, value }) => SUM.test(field) && Math.abs(Number(value)) > 0)
    .map(({ value }) => Math.abs(Number(value)))
    .filter((sum) => sum !== PRICE && sum > COUNTS)
  return new Set(sums.flatMap((sum) => [String(sum), sum.toLocaleString('en-KE')]))
}

/** Returns a sentence for each sum that is found in the replies. */
function sumsIn(replies: Reply[], sums: Set<string>): string[] {
  return replies.flatMap(({ name, body }) =>
    fieldsOf(body).flatMap(({ field, value: replied }) => {
      const isShared = name === 'GET /api/events/:id/sharing'
      const value = isShared ? String(replied).replace(PRICE_LINE, '') : replied
      const numbers = String(value).match(/(?<![\w-])\d[\d,]*(\.\d+)?(?![\w-])/g) ?? []
      const isSum = SUM.test(field) && !NO_SUMS.includes(field) && Number(value) !== 0
      const isKnown = numbers.some((one) => sums.has(one))
      const isWritten = /\b(KES|Ksh)\b/i.test(String(value))
      return isSum || isKnown || isWritten ? [`${name}: ${field} ${value}`] : []
    }),
  )
}

async function moreAddresses(): Promise<string[]> {
  const refunds = await stage.db.selectFrom('refund').select('id').execute()
  const lines = await stage.db.selectFrom('paid_line').select('order_line_id').execute()
  return [
    ...refunds.map(({ id }) => `/api/refunds/${id}`),
    ...lines.map(({ order_line_id }) => `/api/transactions/${order_line_id}`),
    ...its.map(({ eventId }) => `/api/refunds?event_id=${eventId}`),
    '/api/events?scope=managed&sort=next',
  ]
}

const DOOR_ROLES = ROLES.filter((role) => !hasRight(role, 'figures'))

test('the door lead is the only role that sees no sums', () => {
  expect(DOOR_ROLES).toEqual(['door_lead'])
})

describe('the replies to a door lead', () => {
  test('contain no sum, in no field, file or sentence', async () => {
    const more = await moreAddresses()
    const { organizerId, eventId, draftId } = owner.belongings
    const [part, eventIds] = [
      { organizerId, role: 'door_lead' } as const,
      [eventId, draftId, its[1]!.eventId],
    ]
    const whole = await buildMember(stage, part)
    const single = await buildMember(stage, { ...part, eventIds })
    const sums = await ownersSums()
    expect(sums.size).toBeGreaterThan(20)
    for (const { headers } of [whole, single]) {
      const replies = await readAll(headers, more)
      expect(sumsIn(replies, sums)).toEqual([])
      // Checks that the test read replies with tickets, and not only refusals.
      const found = replies.filter(({ status }) => status === 200).map(({ name }) => name)
      expect(found).toEqual(expect.arrayContaining(SEEN))
    }
    const promoter = await buildMember(stage, { organizerId, role: 'promoter' })
    const shown = sumsIn(await readAll(promoter.headers, more), sums)
    expect(WITH_SUMS.filter((name) => !shown.some((one) => one.startsWith(name)))).toEqual([])
  })
})

test('the figures of a member leave out the events whose sums the member may not see', async () => {
  const { organizerId, eventId } = owner.belongings
  const other = await buildOwner(stage)
  const member = await buildMember(stage, { organizerId, role: 'door_lead' })
  await addMember(stage.deps, member.id, {
    organizerId: other.belongings.organizerId,
    role: 'promoter',
  })
  const call = async (name: string, payload = {}) =>
    (await callFor(stage, member, `POST /api/rpc/${name}`, payload)).body
  expect(await call('get_dashboard_totals')).toEqual([
    { total_events: 2, total_tickets: 1, total_revenue: 100 },
  ])
  for (const name of ['get_dashboard_revenue_by_event', 'get_dashboard_top_events']) {
    const rows: { event_id: string }[] = await call(name)
    expect(rows.map(({ event_id }) => event_id)).toEqual([other.belongings.eventId])
  }
  expect(await call('get_dashboard_sales_over_time')).toMatchObject([{ tickets: 1, revenue: 100 }])
  const stats: Record<string, unknown>[] = await call('get_all_events_stats')
  const found = (id: string) => stats.find(({ event_id }) => event_id === id)
  expect(found(other.belongings.eventId)).toMatchObject({ total_tickets: 1, total_revenue: 100 })
  expect(found(eventId)).not.toHaveProperty('total_revenue')
  expect(found(eventId)!.total_tickets).toBeGreaterThan(5)
  const days = await call('get_event_sales_by_date', { p_event_id: eventId })
  expect(Object.keys(days[0])).toEqual(['date', 'tickets'])
})

describe('the signed-in user', () => {
  const lacks = async (account: Parameters<typeof callFor>[1]) =>
    (await callFor(stage, account, 'GET /api/auth/user')).body.lacks_figures
  const build = async (role?: TeamRole, ofEvent?: TeamRole) => {
    const account = await buildAccount(stage)
    const { organizerId, eventId } = owner.belongings
    if (role) await addMember(stage.deps, account.id, { organizerId, role })
    const part = { organizerId, eventIds: [eventId] }
    if (ofEvent) await addMember(stage.deps, account.id, { ...part, role: ofEvent })
    return account
  }

  test('lacks figures as a door lead, and not in another role as well, or with events or no team', async () => {
    expect(await lacks(await build('door_lead'))).toBe(true)
    expect(await lacks(await build('door_lead', 'promoter'))).toBeUndefined()
    expect(await lacks(await build())).toBeUndefined()
    const lead = await build('door_lead')
    await buildEvent(stage.db, { organizerId: lead.id })
    expect(await lacks(lead)).toBeUndefined()
  })
})

/** Calls that a door lead may make about an event with sales. */
const SEEN = [
  'GET /api/events/:id',
  'GET /api/events/:id/entry',
  'GET /api/events/:id/door_list',
  'GET /api/events/:id/door_list.csv',
  'GET /api/events/:id/validations.csv',
  'GET /api/gate_phones',
  'GET /api/gate/find',
  'GET /api/ticket_validations',
  'POST /api/rpc/get_all_events_stats',
  'POST /api/rpc/get_event_transaction_stats',
  'POST /api/rpc/get_event_sales_by_date',
  'POST /api/rpc/get_event_ticket_type_stats',
  'POST /api/rpc/get_event_validation_stats',
]

/** Calls in whose replies the test finds sums, if the role may see sums. */
const WITH_SUMS = [
  'GET /api/events/:id/entry',
  'GET /api/events/:id/promo_codes',
  'GET /api/events/:id/sellers',
  'GET /api/events/:id/statement',
  'GET /api/events/:id/transactions.csv',
  'GET /api/events/:id/statement.csv',
  'GET /api/refunds',
  '/api/refunds/',
  'GET /api/statement',
  'GET /api/transactions',
  '/api/transactions/',
  'POST /api/rpc/get_all_events_stats',
  'POST /api/rpc/get_dashboard_totals',
  'POST /api/rpc/get_event_transaction_stats',
  'POST /api/rpc/get_event_sales_by_date',
  'POST /api/rpc/get_event_ticket_type_stats',
]

/**
 * Fields for sums in replies that a door lead may read. The test above shows that they are absent.
 * Add a field here only if the route leaves it out without the right `figures`.
 */
const LEFT_OUT = [
  'GET /api/events/:id/entry amount',
  'POST /api/rpc/get_all_events_stats total_revenue',
  'POST /api/rpc/get_event_transaction_stats total_revenue',
  'POST /api/rpc/get_event_sales_by_date revenue',
  'POST /api/rpc/get_event_ticket_type_stats revenue',
]

type Schema = {
  type?: string
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
}

/** The names of fields that are decimal numbers, as all sums are, or are named like sums. */
function sumsOf(schema: Schema, field = ''): string[] {
  const { type, anyOf = [], properties = {}, items } = schema
  const isNumber = type === 'number' || (type === 'integer' && SUM.test(field))
  return [
    ...(isNumber && !NO_SUMS.includes(field) ? [field] : []),
    ...anyOf.flatMap((one) => sumsOf(one, field)),
    ...(items ? sumsOf(items, field) : []),
    ...Object.entries(properties).flatMap(([key, inner]) => sumsOf(inner, key)),
  ]
}

test('no other field of a reply to door leads looks like a sum', () => {
  const found = stage.app.describedRoutes.flatMap(({ method, url, access, right, schema }) => {
    const isTheirs = access.endsWith('organizer') && hasRight('door_lead', right ?? 'own')
    if (!isTheirs) return []
    const replies = Object.values((schema?.response ?? {}) as Record<string, Schema>)
    return replies.flatMap((reply) => sumsOf(reply)).map((field) => `${method} ${url} ${field}`)
  })
  expect([...new Set(found)].sort()).toEqual(LEFT_OUT.sort())
})
