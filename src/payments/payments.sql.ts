import { sql } from 'kysely'
import { assert } from '../platform/assert.ts'
import type { Tx } from '../platform/database/db.ts'
import {
  type PaymentState,
  type PaymentUse,
  paymentStatesBefore,
  usesBefore,
} from './payment.rules.ts'

/** Only `recordRefundDue` makes a payment due for a refund. */
type FirstUse = Extract<PaymentUse, 'sale' | 'suspense'>

/** Whether the price of one of the order's ticket types depends on steps. */
export async function hasPriceSteps(tx: Tx, orderId: string): Promise<boolean> {
  const line = tx
    .selectFrom('order_line as l')
    .innerJoin('price_step as s', 's.ticket_type_id', 'l.ticket_type_id')
    .select('l.id')
    .where('l.order_id', '=', orderId)
  return (await line.executeTakeFirst()) !== undefined
}

export type NewPayment = {
  id: string
  order_id: string
  attempt: number
  phone: string
  amount_cents: number
  callback_token: string
  created_at: Date
}

/** Inserts a payment that needs no queue. Undefined if this attempt already has a payment. */
export async function insertPrompting(
  tx: Tx,
  row: NewPayment,
  { now, nextQueryAt }: { now: Date; nextQueryAt: Date },
): Promise<PaymentRow | undefined> {
  const { rows } = await sql<PaymentRow>`
    with made as (
      insert into payment (id, order_id, attempt, state, phone, amount_cents, callback_token,
        created_at, prompting_at, next_query_at, updated_at)
      values (${row.id}, ${row.order_id}, ${row.attempt}, 'prompting', ${row.phone},
        ${row.amount_cents}, ${row.callback_token}, ${row.created_at}, ${now}, ${nextQueryAt}, ${now})
      on conflict (order_id, attempt) do nothing returning *
    ), event as (
      insert into payment_event (payment_id, from_state, to_state, cause, at)
      select id, null, 'prompting', 'order', ${now} from made
    )
    select * from made`.execute(tx)
  return rows[0]
}

/** Inserts a queued payment and locks it. Concurrent callers get the same row. */
export async function ensurePayment(tx: Tx, row: NewPayment): Promise<PaymentRow> {
  const { rows } = await sql<PaymentRow>`
    with made as (
      insert into payment (id, order_id, attempt, phone, amount_cents, callback_token, created_at,
        updated_at)
      values (${row.id}, ${row.order_id}, ${row.attempt}, ${row.phone}, ${row.amount_cents},
        ${row.callback_token}, ${row.created_at}, ${row.created_at})
      on conflict (order_id, attempt) do nothing returning *
    ), event as (
      insert into payment_event (payment_id, from_state, to_state, cause, at)
      select id, null, 'created', 'order', ${row.created_at} from made
    ), found as (
      select * from payment where order_id = ${row.order_id} and attempt = ${row.attempt}
      for no key update
    )
    select * from made union all select * from found`.execute(tx)
  assert(rows[0], `the order ${row.order_id} has no payment`)
  return rows[0]
}

/** The phone of the payment. '' once the phone is erased. */
export const knownPhone = sql<string>`coalesce(phone, '')`.as('phone')

export function lockPaymentOfAttempt(tx: Tx, orderId: string, attempt: number) {
  return tx
    .selectFrom('payment')
    .selectAll()
    .select(knownPhone)
    .where('order_id', '=', orderId)
    .where('attempt', '=', attempt)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export function lockPayment(tx: Tx, id: string) {
  return tx
    .selectFrom('payment')
    .selectAll()
    .select(knownPhone)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** The payment's order. Locks nothing, because the order must be locked first. */
export async function selectPaymentOrder(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('payment')
    .select('order_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.order_id
}

/** Locks the payment of a sold order. The caller has locked the order. */
export function lockSale(tx: Tx, orderId: string) {
  return tx
    .selectFrom('payment')
    .selectAll()
    .select(knownPhone)
    .where('order_id', '=', orderId)
    .where('use', '=', 'sale')
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export type PaymentRow = Awaited<ReturnType<typeof lockPayment>>

type Change = {
  cause: string
  now: Date
  use?: FirstUse
  resultCode?: string
  settledBy?: 'push' | 'callback' | 'query' | 'pull' | 'c2b' | 'sweep'
  nextQueryAt?: Date | null
  /** The response to the push. */
  answer?: PushAnswered
}

type PushAnswered = { raw: unknown; merchantRequestId?: string; checkoutRequestId?: string }

const withAnswer = ({ raw, merchantRequestId, checkoutRequestId }: PushAnswered) =>
  sql`push_response = ${JSON.stringify(raw)}::jsonb,
      merchant_request_id = coalesce(merchant_request_id, ${merchantRequestId ?? null}),
      checkout_request_id = coalesce(checkout_request_id, ${checkoutRequestId ?? null})`

type Money = { receipt: string; amountCents: number }

const withMoney = ({ receipt, amountCents }: Money, { cause, now }: { cause: string; now: Date }) =>
  sql`, mpesa_receipt = ${receipt}, confirmed_amount_cents = ${amountCents},
        listed_at = case when ${cause} = 'pull' then ${now}::timestamptz end`

const receiptDetail = ({ receipt, amountCents }: Money) =>
  sql`jsonb_build_object('receipt', ${receipt}::text, 'amount_cents', ${amountCents}::bigint)`

/** Attaches a receipt booked without an order, if the payment changed. Returns its amount. */
const takingUnmatched = (receipt: string) => sql`
    stray as (
      update unmatched_receipt set state = 'attached'
      where receipt = ${receipt} and state = 'open' and exists (select from changed)
      returning amount_cents
    )`

/** Changes the state and writes the event row. Returns false if the present state forbids it. */
export async function changePaymentState(
  tx: Tx,
  id: string,
  to: PaymentState,
  change: Change,
): Promise<boolean> {
  return (await movePayment(tx, id, to, change)) !== undefined
}

/** Returns the amount booked for the receipt without an order; undefined if nothing changed. */
export async function movePayment(
  tx: Tx,
  id: string,
  to: PaymentState,
  change: Change & { money?: Money | null },
): Promise<{ stray_cents: number | null } | undefined> {
  const { now, cause, money = null } = change
  const { rows } = await sql<{ stray_cents: number | null }>`
    with old as (select id, state from payment where id = ${id} for no key update),
    changed as (
      update payment p set state = ${to}, updated_at = ${now}, use = ${change.use ?? null},
        result_code = coalesce(${change.resultCode ?? null}, result_code),
        settled_by = coalesce(${change.settledBy ?? null}, settled_by),
        next_query_at = case when ${to} = 'unknown' then next_query_at
          else ${change.nextQueryAt ?? null}::timestamptz end,
        prompting_at = case when ${to} = 'prompting' then ${now}::timestamptz
          when ${to} = 'created' then null else prompting_at end,
        prompted_at = case when ${to} = 'prompted' then ${now}::timestamptz else prompted_at end,
        confirmed_at = case when ${to} = 'confirmed' then ${now}::timestamptz else confirmed_at end,
        failed_at = case when ${to} = 'failed' then ${now}::timestamptz else failed_at end
        ${money ? withMoney(money, { cause, now }) : sql``}
        ${change.answer ? sql`, ${withAnswer(change.answer)}` : sql``}
      from old where p.id = old.id and p.state = any(${paymentStatesBefore(to)})
      returning p.id, old.state as from_state
    )${money ? sql`, ${takingUnmatched(money.receipt)}` : sql``}
    insert into payment_event (payment_id, from_state, to_state, use, cause, detail, at)
    select id, from_state, ${to}, ${change.use ?? null}, ${cause},
      ${money ? receiptDetail(money) : sql`null::jsonb`}, ${now}::timestamptz
    from changed
    returning ${money ? sql`(select amount_cents from stray)` : sql`null::bigint`} as stray_cents`.execute(
    tx,
  )
  return rows[0]
}

/** Changes the use and writes the event row. Returns false if the present use forbids it. */
export async function changePaymentUse(
  tx: Tx,
  id: string,
  to: PaymentUse,
  change: { cause: string; now: Date; detail?: object },
): Promise<boolean> {
  const { rows } = await sql<{ payment_id: string }>`
    with changed as (
      update payment set use = ${to}, updated_at = ${change.now}
      where id = ${id} and state = 'confirmed' and use = any(${usesBefore(to)}) returning id
    )
    insert into payment_event (payment_id, from_state, to_state, use, cause, detail, at)
    select id, 'confirmed', 'confirmed', ${to}, ${change.cause},
      ${change.detail ? JSON.stringify(change.detail) : null}::jsonb, ${change.now}
    from changed returning payment_id`.execute(tx)
  return rows.length === 1
}

/** `difference_cents` is the reported amount minus the amount that was known before. */
type ReceiptChange = {
  difference_cents: number
  /** The amount that was booked while the receipt had no order. Null if nothing was booked. */
  stray_cents: number | null
  /** The replaced receipt. */
  replaced: string | null
}

/** Records the real amount in place of the prompt's. Null if the payment is not confirmed. */
export async function recordReceipt(
  tx: Tx,
  id: string,
  set: { receipt: string; amountCents: number; cause: string; now: Date },
): Promise<ReceiptChange | null> {
  const { rows } = await sql<ReceiptChange>`
    with old as (
      select id, coalesce(confirmed_amount_cents, amount_cents) as taken_cents,
        nullif(mpesa_receipt, ${set.receipt}) as replaced
      from payment where id = ${id} for no key update
    ), changed as (
      update payment p set updated_at = ${set.now} ${withMoney(set, set)}
      from old where p.id = old.id and p.state = 'confirmed'
      returning p.id, p.use, old.taken_cents, old.replaced
    ), ${takingUnmatched(set.receipt)}, recorded as (
      insert into payment_event (payment_id, from_state, to_state, use, cause, detail, at)
      select id, 'confirmed', 'confirmed', use, ${set.cause}, ${receiptDetail(set)}, ${set.now}
      from changed
    )
    select ${set.amountCents}::bigint - taken_cents as difference_cents,
      (select amount_cents from stray) as stray_cents, replaced
    from changed`.execute(tx)
  return rows[0] ?? null
}

/** Inserts a payment for a receipt that no prompt of ours explains. */
export async function insertReceiptPayment(
  tx: Tx,
  row: {
    id: string
    order_id: string
    phone: string
    payer_masked: boolean
    amount_cents: number
    confirmed_amount_cents: number
    callback_token: string
    use: FirstUse
    receipt: string
    payer: string
    /** M-Pesa's list, its confirmation, or an admin. */
    cause: 'pull' | 'c2b' | 'admin'
    listedAt: Date | null
    paidAt: Date
    now: Date
  },
): Promise<{ stray_cents: number | null }> {
  const { rows } = await sql<{ stray_cents: number | null }>`
    with made as (
      insert into payment (id, order_id, state, use, phone, payer_masked, amount_cents,
        confirmed_amount_cents, callback_token, mpesa_receipt, payer, settled_by, listed_at, confirmed_at, created_at,
        updated_at)
      values (${row.id}, ${row.order_id}, 'confirmed', ${row.use}, ${row.phone},
        ${row.payer_masked}, ${row.amount_cents}, ${row.confirmed_amount_cents}, ${row.callback_token}, ${row.receipt},
        ${row.payer}, ${row.cause}, ${row.listedAt}::timestamptz, ${row.now}, ${row.paidAt}, ${row.now})
      returning id
    ), stray as (
      update unmatched_receipt set state = 'attached'
      where receipt = ${row.receipt} and state = 'open' returning amount_cents
    ), noted as (
      insert into payment_event (payment_id, from_state, to_state, use, cause, detail, at)
      select id, null, 'confirmed', ${row.use}, ${row.cause},
        jsonb_build_object('receipt', ${row.receipt}::text,
          'amount_cents', ${row.confirmed_amount_cents}::bigint), ${row.now}
      from made
    )
    select (select amount_cents from stray) as stray_cents from made`.execute(tx)
  return rows[0]!
}

/** Stores the response of the push, in any state of the payment. */
export async function recordPushAnswer(tx: Tx, id: string, answer: PushAnswered): Promise<void> {
  await sql`update payment set ${withAnswer(answer)} where id = ${id}`.execute(tx)
}

/** Records the id that a callback reported. Returns false if the push has returned its own id. */
export async function recordCheckoutRequestId(tx: Tx, id: string, value: string): Promise<boolean> {
  const result = await tx
    .updateTable('payment')
    .set({ checkout_request_id: value })
    .where('id', '=', id)
    .where('checkout_request_id', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Whether a prompt of the order may still be paid or is still to be sent. A prompt with an unknown
 * result counts only if it is the latest, because a phone shows a prompt for at most two minutes.
 * The order then waits until its ten-minute hold ends.
 */
export async function isPromptAwaited(
  tx: Tx,
  order: { id: string; attempt: number },
): Promise<boolean> {
  const { rows } = await sql<{ awaited: boolean }>`
    select not exists (
      select from payment where order_id = ${order.id} and attempt = ${order.attempt}
    ) or exists (
      select from payment where order_id = ${order.id}
        and (state in ('created', 'prompting', 'prompted')
          or (state = 'unknown' and attempt = ${order.attempt}))
    ) as awaited`.execute(tx)
  return rows[0]!.awaited
}

/** The pattern of a number that is neither masked nor hashed (see `isPlainPhone`). */
export const plainNumber = sql.lit('^254[17][0-9]{8}$')

/** The payer's plain number, or the prompted phone. Null if a different, masked phone paid. */
export const whoPaid = sql<string | null>`case when p.payer ~ ${plainNumber} then p.payer
  when not p.payer_masked then p.phone end`
