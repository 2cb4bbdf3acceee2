import { expect } from 'vitest'
import { askShop, phones, untilAnswered } from './clients.ts'
import { dialler, returnByUssd } from './dialling.ts'
import type { Draw } from './draw.ts'
import type { Facts } from './facts.ts'
import type { Bought, Market } from './market.ts'
import type { Shop } from './processes.ts'
import { groupBy, sum } from './rows.ts'
import { waitFor } from './wait-for.ts'

/** The returns and revocations of free tickets. */
export type EndedFree = {
  /** Numbers of tickets that holders tried to return, and ids of orders that were to be revoked. */
  requested: Set<string>
  /** The returns that the shop confirmed. By USSD a holder returns all people of a ticket. */
  returned: { number: string; people: number; way: 'web' | 'ussd' }[]
  revoked: string[]
}

export const noneEnded = (): EndedFree => ({ requested: new Set(), returned: [], revoked: [] })

type FreeOrder = Bought & { phone: string }

/** Ends a free order by a return, by a revocation or by both at the same time, or keeps it. */
export async function endFree(
  { market, draw }: { market: Market; draw: Draw },
  order: FreeOrder,
): Promise<void> {
  const onWeb = () => returnOnWeb({ market, draw }, order)
  const ends = {
    web: onWeb,
    ussd: () => callToReturn(market, order),
    revoked: () => revoke(market, order),
    both: () => Promise.all([onWeb(), revoke(market, order)]),
    kept: async () => {},
  }
  await ends[draw.pick(['web', 'web', 'ussd', 'ussd', 'revoked', 'both', 'kept'] as const)]()
}

/** Requests a code on the ticket's page for returning the ticket, and types the code. */
async function returnOnWeb(
  { market: { shop, ended }, draw }: { market: Market; draw: Draw },
  { tickets: [ticket], phone }: FreeOrder,
): Promise<void> {
  const { number, people: all } = ticket!
  const people = draw.between(1, all)
  const post = (path: string, body: object) =>
    untilAnswered(`${path} is answered`, () =>
      askShop<{ id: string }>(shop, { method: 'POST', path, headers: {}, body }),
    )
  ended.requested.add(number)
  const asked = await post(`/api/tickets/${number}/give_backs`, { admits: people })
  // 409: a steward let people in, or the order was revoked, or the event cancelled.
  expect([202, 409], JSON.stringify(asked.body)).toContain(asked.status)
  const code = asked.status === 202 && (await readCode(shop, phone, RETURN_CODE))
  if (!code) return
  const typed = await post(`/api/transfers/${asked.body.id}/confirm`, { code })
  expect([200, 409], JSON.stringify(typed.body)).toContain(typed.status)
  if (typed.status === 200) ended.returned.push({ number, people, way: 'web' })
}

const RETURN_CODE = /^\d{6}(?= is your code to return)/
const CODE_MS = 3_000

/** Reads a code from an SMS. Returns null if no SMS with a code arrives. */
export async function readCode(shop: Shop, phone: string, code: RegExp): Promise<string | null> {
  const look = async () => {
    const { messages } = await phones(shop).read(phone)
    return messages.map(({ text }) => code.exec(text)?.[0]).find(Boolean)
  }
  return await waitFor('the code arrives', look, CODE_MS).catch(() => null)
}

async function callToReturn(
  { shop, ended }: Market,
  { tickets: [ticket], phone }: FreeOrder,
): Promise<void> {
  const { number, people } = ticket!
  ended.requested.add(number)
  const isReturned = await returnByUssd(dialler(shop, phone))
  if (isReturned) ended.returned.push({ number, people, way: 'ussd' })
}

/** The organizer revokes the order. Its tickets stay valid if people have already entered. */
async function revoke(
  { shop, ended, organizer }: Market,
  { orderId }: Pick<FreeOrder, 'orderId'>,
): Promise<void> {
  const read = async () => {
    const lines = shop.db.selectFrom('order_line').select('id').where('order_id', '=', orderId)
    return await lines.executeTakeFirst().catch(() => null)
  }
  const line = await waitFor('the line is read', read)
  ended.requested.add(orderId)
  const { status, body } = await untilAnswered('the revocation is answered', () =>
    askShop<{ inside: number }>(shop, {
      ...{ method: 'POST', path: `/api/transactions/${line.id}/revoke` },
      headers: organizer.headers,
    }),
  )
  expect(status, JSON.stringify(body)).toBe(200)
  if (body.inside === 0) ended.revoked.push(orderId)
}

/**
 * Checks that returned people and revoked orders have no tickets any more, and that all other free
 * tickets are valid, unless their event was cancelled.
 */
export function checkEnded(ended: EndedFree, { orders, tickets, lines, events }: Facts): string[] {
  const byNumber = new Map(tickets.map((ticket) => [ticket.number, ticket]))
  const byOrder = groupBy(tickets, ({ order_id }) => order_id)
  const quantities = new Map(lines.map((line) => [line.id, line.quantity]))
  const cancelled = new Set(events.filter((one) => one.cancelled_at !== null).map(({ id }) => id))
  const isGood = ({ state }: Facts['tickets'][number]) => state !== 'void'
  const kept = ended.returned.flatMap(({ number, people }) => {
    const ticket = byNumber.get(number)
    const left = ticket && isGood(ticket) ? ticket.admits : 0
    const most = ticket ? quantities.get(ticket.order_line_id)! - people : 0
    return left <= most ? [] : [`${number} admits ${left} after the return of ${people}`]
  })
  const valid = ended.revoked
    .filter((id) => (byOrder.get(id) ?? []).some(isGood))
    .map((id) => `the order ${id} was revoked, and has a good ticket`)
  const lost = orders
    .filter((order) => order.payment_method === 'free' && !cancelled.has(order.event_id))
    .filter((order) => order.state !== 'paid' && !ended.requested.has(order.id))
    .flatMap((order) => {
      const own = byOrder.get(order.id) ?? []
      if (own.some(({ number }) => ended.requested.has(number))) return []
      const admits = sum(own.filter(isGood).map((ticket) => ticket.admits))
      const ofOrder = sum(lines.filter((one) => one.order_id === order.id).map((l) => l.quantity))
      return admits === ofOrder ? [] : [`the free order ${order.code} lost tickets`]
    })
  const reasons = tickets
    .filter(({ void_reason }) => void_reason === 'given_back' || void_reason === 'revoked')
    .filter(({ event_id }) => !cancelled.has(event_id))
    .filter(({ number, order_id: id }) => ![number, id].some((one) => ended.requested.has(one)))
    .map(({ number }) => `the ticket ${number} is void, and nobody requested it`)
  return [...kept, ...valid, ...lost, ...reasons]
}
