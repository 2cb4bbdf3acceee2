import type { Db } from '../../src/platform/database/db.ts'
import { readBookDifferences } from '../books.ts'
import { type LedgerRow, phones } from './clients.ts'
import type { Shop } from './processes.ts'
import { waitFor } from './wait-for.ts'

/** Reads the tables that `checkStock` needs. */
export async function readStockTables(db: Db) {
  return {
    types: await db.selectFrom('ticket_type').selectAll().execute(),
    limits: await db.selectFrom('sale_limit').selectAll().execute(),
    lineLimits: await db.selectFrom('line_limit').selectAll().execute(),
    orders: await db.selectFrom('order').selectAll().execute(),
    lines: await db.selectFrom('order_line').selectAll().execute(),
    holds: await db.selectFrom('hold').selectAll().execute(),
    tickets: await db.selectFrom('ticket').selectAll().execute(),
    refundTickets: await db.selectFrom('refund_ticket').selectAll().execute(),
    paidLines: await db.selectFrom('paid_line').selectAll().execute(),
  }
}

/** Reads all tables that the audit needs, in one snapshot. */
export async function readTables({ db }: Pick<Shop, 'db'>) {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({
      ...(await readStockTables(tx)),
      unissued: await tx.selectFrom('order_awaiting_tickets').selectAll().execute(),
      orderEvents: await tx.selectFrom('order_event').selectAll().orderBy('id').execute(),
      steps: await tx.selectFrom('price_step').selectAll().execute(),
      sources: await tx.selectFrom('order_source').selectAll().execute(),
      codes: await tx.selectFrom('promo_code').select(['id', 'code', 'kind']).execute(),
      events: await tx
        .selectFrom('event')
        .select(['id', 'organizer_id', 'fees_on_top', 'cancelled_at'])
        .execute(),
      fees: await tx.selectFrom('organizer_fee').selectAll().execute(),
      payments: await tx.selectFrom('payment').selectAll().execute(),
      paymentEvents: await tx.selectFrom('payment_event').selectAll().orderBy('id').execute(),
      callbacks: await tx.selectFrom('provider_callback').selectAll().execute(),
      checkIns: await tx.selectFrom('check_in').selectAll().execute(),
      checkInDeltas: await tx.selectFrom('check_in_delta').selectAll().execute(),
      byGate: await tx.selectFrom('check_ins_by_gate').selectAll().execute(),
      deltas: await tx.selectFrom('sale_delta').selectAll().execute(),
      byType: await tx.selectFrom('sales_by_type').selectAll().execute(),
      byEventDay: await tx.selectFrom('sales_by_event_day').selectAll().execute(),
      byDay: await tx.selectFrom('sales_by_day').selectAll().execute(),
      byOrganizerDay: await tx.selectFrom('sales_by_organizer_day').selectAll().execute(),
      messages: await tx.selectFrom('message').selectAll().execute(),
      jobs: await tx.selectFrom('job').selectAll().execute(),
      refunds: await tx.selectFrom('refund').selectAll().execute(),
      sessions: await tx.selectFrom('ussd_session').select(['phone', 'order_id']).execute(),
      strays: await tx.selectFrom('unmatched_receipt').selectAll().execute(),
      books: await readBookDifferences(tx),
    }))
}

type Tables = Awaited<ReturnType<typeof readTables>>

/** The facts for the audit: our tables, and what phones and M-Pesa have recorded. */
export type Facts = Tables & {
  /** `ledger` has the payments to us, and `paidBack` the refunds that M-Pesa has paid. */
  ledger: LedgerRow[]
  paidBack: LedgerRow[]
  /** The number of prompts that M-Pesa accepted, by account number. */
  prompts: Map<string, number>
  /** The SMS that we sent, by phone. */
  texts: Map<string, string[]>
  /** The prices that types had before an edit. Absent if no price was edited. */
  formerPrices?: { id: string; price_cents: number }[]
}

export async function readFacts(shop: Shop): Promise<Facts> {
  const sandbox = phones(shop)
  // The ledger is read first. The tables, read later, then contain all of its payments.
  const moved = await sandbox.ledger()
  const [ledger, paidBack] = [false, true].map((isBack) =>
    moved.filter((row) => ['reversal', 'b2c'].includes(row.kind) === isBack),
  ) as [LedgerRow[], LedgerRow[]]
  const prompts = sandbox.promptCounts()
  const tables = await readTables(shop)
  const texts = new Map<string, string[]>()
  for (const phone of new Set(tables.messages.map((message) => message.recipient))) {
    const { messages } = await sandbox.read(phone)
    texts.set(
      phone,
      messages.filter(({ from }) => from !== 'MPESA').map(({ text }) => text),
    )
  }
  return { ...tables, ledger, paidBack, prompts, texts }
}

/** Whether a confirmed payment lacks its receipt. Cash has no receipt. */
export const isUnproved = (payment: Facts['payments'][number]): boolean =>
  payment.state === 'confirmed' && payment.mpesa_receipt === null && payment.method !== 'cash'

const UNSETTLED_PAYMENT = ['created', 'prompting', 'prompted']
const UNSETTLED_MESSAGE = ['queued', 'sending', 'doubtful']

/** Lists all work in progress. At the end of a test the list must be empty. */
export function findOpenEnds(facts: Facts): string[] {
  const strays = facts.strays.filter(({ state }) => state !== 'attached')
  const receipts = new Set([
    ...facts.payments.map((payment) => payment.mpesa_receipt),
    ...strays.map((stray) => stray.receipt),
  ])
  const ends: [string, number][] = [
    ['jobs', facts.jobs.length],
    ['open holds', facts.holds.filter((hold) => hold.state === 'held').length],
    ['orders without an end', facts.orders.filter((o) => /^(pending|paid)$/.test(o.state)).length],
    ['open payments', facts.payments.filter((p) => UNSETTLED_PAYMENT.includes(p.state)).length],
    ['payments without a receipt', facts.payments.filter(isUnproved).length],
    [
      'receipts that no list has shown',
      facts.payments.filter((p) => p.mpesa_receipt !== null && p.listed_at === null).length,
    ],
    ['refunds under way', facts.refunds.filter((refund) => refund.next_at !== null).length],
    ['payments in suspense', facts.payments.filter((p) => p.use === 'suspense').length],
    ['payments for no order', strays.filter((stray) => stray.state !== 'refunded').length],
    ['receipts nobody knows', facts.ledger.filter((row) => !receipts.has(row.receipt)).length],
    ['unread callbacks', facts.callbacks.filter((callback) => callback.outcome === null).length],
    ['unsent messages', facts.messages.filter((m) => UNSETTLED_MESSAGE.includes(m.state)).length],
  ]
  return ends.filter(([, count]) => count > 0).map(([what, count]) => `${count} ${what}`)
}

/**
 * Waits until no work is in progress, or until the time limit. The audit reports work that never
 * ends.
 */
export async function waitForQuiet(shop: Shop, limitMs = 120_000): Promise<Facts> {
  let facts = await readFacts(shop)
  await waitFor(
    'everything has come to its end',
    async () => {
      facts = await readFacts(shop)
      return findOpenEnds(facts).length === 0
    },
    limitMs,
  ).catch((error: Error) => console.error(`${error.message}: ${findOpenEnds(facts).join(', ')}`))
  return facts
}
