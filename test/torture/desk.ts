import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { readEnv } from '../../src/env.ts'
import type { EventReply } from '../../src/events/events.contract.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { payBackReceipt } from '../../src/refunds/manual/pay-back.ts'
import { recordManual, retryRefund } from '../../src/refunds/manual/refund-actions.ts'
import { differingAccounts } from '../../src/reports/reconcile/mpesa-doubts.sql.ts'
import { buildAccount } from '../accounts.ts'
import { askShop, phones, untilAnswered } from './clients.ts'
import type { Draw } from './draw.ts'
import { type Facts, findOpenEnds, readFacts } from './facts.ts'
import type { Bought, OnSale } from './market.ts'
import type { Shop } from './processes.ts'
import { waitFor } from './wait-for.ts'

const LOOK_MS = 1000

/**
 * Makes an admin, whose work the functions below do: refunds, a cancellation, edits, and all tasks
 * of the work list.
 */
export async function openDesk(shop: Shop) {
  const deps = { db: shop.db, env: readEnv({}), clock: systemClock }
  const { headers, viewer } = await buildAccount(deps, 'admin')
  /** The prices that ticket types had before an edit. */
  const formerPrices: { id: string; price_cents: number }[] = []
  return { shop, deps, headers, viewer, formerPrices }
}

type Desk = Awaited<ReturnType<typeof openDesk>>

function ask<T = unknown>({ shop, headers }: Desk, method: string, path: string, body?: object) {
  return untilAnswered(`${method} ${path} is answered`, () =>
    askShop<T>(shop, { method, path, headers, ...(body && { body }) }),
  )
}

/** Refunds a ticket, some people of a ticket, or all tickets of an order. */
export async function refundSome(
  desk: Desk,
  { orderId, tickets }: Bought,
  draw: Draw,
): Promise<void> {
  const { number, people } = draw.pick(tickets)
  const admits = draw.between(1, people)
  const part = { tickets: [{ ticket_number: number, admits, of: people }] }
  const whole = draw.chance(0.3) ? { words: 'An admin agreed.' } : {}
  const chosen = draw.pick([part, { ticket_numbers: [number] }, whole])
  const asked = { order_id: orderId, reason: 'other', ...chosen }
  const { status, body } = await ask(desk, 'POST', '/api/refunds', asked)
  // 404, 409 or 422: the tickets were used, or were refunded earlier, either by the cancellation or
  // by a request whose response was lost.
  expect([201, 404, 409, 422], JSON.stringify(body)).toContain(status)
}

export async function cancelEvent(desk: Desk, { id, title }: OnSale): Promise<void> {
  const { status, body } = await ask(desk, 'POST', `/api/events/${id}/cancel`, { title })
  // 409: an earlier request, whose response was lost, has cancelled the event.
  expect([202, 409], JSON.stringify(body)).toContain(status)
}

/** Changes a price, a quantity and the description, as an organizer does while people buy. */
export async function editEvent(desk: Desk, event: OnSale, draw: Draw): Promise<void> {
  const path = `/api/events/${event.id}`
  const { body: read } = await ask<EventReply>(desk, 'GET', path)
  const [standard, vip, ...rest] = read.ticket_types
  const changes = {
    updated_at: read.updated_at,
    description: `Draw ${draw.between(1, 99)}`,
    ticket_types: [
      { id: standard!.id, quantity: draw.between(400, 600) },
      { id: vip!.id, price: draw.pick([999.5, 1200, 1500]) },
      ...rest.map(({ id }) => ({ id })),
    ],
  }
  desk.formerPrices.push({ id: vip!.id, price_cents: Math.round(vip!.price * 100) })
  const { status, body } = await ask(desk, 'PUT', path, changes)
  // 409: an earlier request, whose response was lost, has changed the event.
  expect([200, 409], JSON.stringify(body)).toContain(status)
  const { body: saved } = await ask<EventReply>(desk, 'GET', path)
  for (const type of event.types) {
    type.price = saved.ticket_types.find(({ id }) => id === type.id)!.price
  }
}

/**
 * Retries refused refunds, records manual refunds as paid, and pays back receipts without an order.
 * If a balance differs from the books, requests a new comparison, because the books may have lagged
 * behind when M-Pesa reported the balance.
 */
async function workOff(desk: Desk): Promise<void> {
  const { shop, viewer, deps } = desk
  if (await differsFromBooks(desk)) await ask(desk, 'POST', '/api/reconciliations')
  const refunds = await shop.db.selectFrom('refund').select(['id', 'state']).execute()
  for (const { id, state } of refunds) {
    if (state === 'refused') await retryRefund(deps, viewer, id)
    if (state === 'manual') {
      await recordManual(deps, viewer, id, { reference: `EFT ${randomUUID()}`, from: 'bank' })
    }
  }
  const open = await shop.db
    .selectFrom('unmatched_receipt')
    .select('receipt')
    .where('state', '=', 'open')
    .where('listed_at', 'is not', null)
    .execute()
  for (const { receipt } of open) await payBackReceipt(deps, viewer, receipt)
}

async function differsFromBooks({ shop }: Desk): Promise<boolean> {
  return (await sql`${differingAccounts}`.execute(shop.db)).rows.length > 0
}

/**
 * Works until nothing is open: no refund, no payment without an order, no job. Long pauses after
 * failed refunds are shortened, and the account from which M-Pesa pays refunds is kept full.
 */
export async function closeUp(desk: Desk, limitMs: number): Promise<Facts> {
  const { shop } = desk
  let facts = await readFacts(shop)
  await waitFor(
    'everything has come to its end',
    async () => {
      await phones(shop).fillUtility(1_000_000)
      await sql`update refund set next_at = now()
        where next_at > now() + interval '10 seconds' and state in ('due', 'unknown')`.execute(
        shop.db,
      )
      await workOff(desk)
      facts = await readFacts(shop)
      return findOpenEnds(facts).length === 0 && !(await differsFromBooks(desk))
    },
    limitMs,
    LOOK_MS,
  ).catch((error: Error) => console.error(`${error.message}: ${findOpenEnds(facts).join(', ')}`))
  return facts
}
