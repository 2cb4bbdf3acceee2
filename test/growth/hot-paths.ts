import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../src/platform/database/db.ts'
import type { App } from '../../src/platform/http/http.ts'
import { newPhone } from '../build.ts'

type Shop = {
  app: Pick<App, 'inject'>
  db: Db
  eventId: string
  organizer: { headers: { authorization: string } }
  admin: { headers: { authorization: string } }
}

/** Repeatable calls, each under its name. */
export type HotPaths = Record<string, () => Promise<void>>

/** The frequent requests of visitors, buyers, stewards, organizers and admins, over HTTP. */
export async function listHotPaths(shop: Shop): Promise<HotPaths> {
  const { eventId, organizer, admin } = shop
  const call = async (url: string, payload?: object, headers = {}) => {
    const method = payload ? 'POST' : 'GET'
    const answer = await shop.app.inject({ method, url, headers, ...(payload && { payload }) })
    if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`)
    return answer.json()
  }
  const list = (query: string) => async () => {
    const { data } = await call(`/api/events?${query}`)
    if (data.length === 0) throw new Error(`${query} finds nothing`)
  }
  const lines = (query: string) => async () =>
    void (await call(`/api/transactions?${query}`, undefined, organizer.headers))
  const { next_cursor } = await call('/api/transactions', undefined, organizer.headers)
  const { numbers, receipt, type } = await readSold(shop.db, eventId)
  return {
    'home: main events': list('is_main_event=true&limit=96'),
    'home: featured events': list('is_main_event=false&is_featured=true&limit=96'),
    'home: upcoming events': list('limit=12'),
    'list of a category': list('category=Benga&limit=12'),
    'list of no category': list('category=Uncategorized&limit=12'),
    'search: nairobi, which most have': list('q=nairobi&limit=12'),
    'search: derby, which one in a hundred has': list('q=derby&limit=12'),
    'search: zamaradi, which one has': list('q=zamaradi&limit=12'),
    'search: ni, two letters': list('q=ni&limit=12'),
    'event page': async () => void (await call(`/api/events/${eventId}`)),
    checkout: async () => {
      const orderId = randomUUID()
      const tickets = [{ ticketTypeId: type.id, quantity: 1, amount: type.price }]
      const order = { orderId, phoneNumber: newPhone(), eventId, amount: type.price, tickets }
      await call('/api/functions/mpesa', { ...order, email: null }, { prefer: 'respond-async' })
      await call(`/api/orders/${orderId}?wait=0`)
    },
    'look-up': async () =>
      void (await call('/api/functions/ticket-lookup', { reference: receipt })),
    ticket: async () => void (await call(`/api/tickets/${numbers.at(-1)}`)),
    'check-in': async () => {
      const entry = { event_id: eventId, ticket_number: numbers.pop() }
      await call('/api/check_ins', entry, organizer.headers)
    },
    'transactions of an organizer': lines('limit=50'),
    'transactions of an organizer, next page': lines(`limit=50&cursor=${next_cursor}`),
    'transactions of an organizer, largest first': lines('limit=50&sort=-amount'),
    'transactions of an organizer, due back': lines('limit=50&status=refund_due'),
    'transactions with a receipt': lines(`search=${receipt}`),
    'transactions with an email': lines('search=nobody@example.co.ke'),
    'transactions of an event': lines(`limit=50&event_id=${eventId}`),
    'validations of an event, by a reason': async () => {
      const query = `event_id=${eventId}&reason=entry_stopped`
      await call(`/api/ticket_validations?${query}`, undefined, organizer.headers)
    },
    get_event_validation_stats: async () => {
      const stats = { p_event_id: eventId }
      await call('/api/rpc/get_event_validation_stats', stats, organizer.headers)
    },
    'work list of an admin': async () =>
      void (await call('/api/work_list', undefined, admin.headers)),
  }
}

/** Returns unused tickets of the event, a receipt, and a ticket type. */
async function readSold(db: Db, eventId: string) {
  const tickets = await sql<{ number: string; order_id: string }>`
    select number, order_id from ticket where event_id = ${eventId} and state = 'valid'
      and admitted = 0 order by id limit 50`.execute(db)
  const receipts = await sql<{ receipt: string }>`
    select mpesa_receipt as receipt from payment where order_id = ${tickets.rows[0]!.order_id}
    limit 1`.execute(db)
  const types = await sql<{ id: string; price: number }>`
    select id, price_cents / 100 as price from ticket_type where event_id = ${eventId}
    order by type_offset limit 1`.execute(db)
  return {
    numbers: tickets.rows.map((row) => row.number),
    receipt: receipts.rows[0]!.receipt,
    type: types.rows[0]!,
  }
}
