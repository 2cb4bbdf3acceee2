import { sql } from 'kysely'
import type { OrderState } from '../../orders/order.rules.ts'
import { nearCodes, readOrderCode } from '../../orders/order-code.rules.ts'
import type { Db } from '../../platform/database/db.ts'

/**
 * An order matches a receipt by amount only if the order was placed at most BEFORE_MS before the
 * payment (buyers may pay by paybill hours later) or AFTER_MS after the payment (clocks differ).
 */
const BEFORE_MS = 6 * 3600_000
const AFTER_MS = 5 * 60_000
const EACH = 5

export type UnmatchedMoney = {
  receipt: string
  account_reference: string
  amount_cents: number
  paid_at: Date | null
  found_at: Date
}

/** An order that a receipt may be for, and how well the two match. */
export type CandidateOrder = {
  receipt: string
  order_id: string
  code: string
  event_title: string
  amount_cents: number
  state: OrderState
  phone: string
  created_at: Date
  /** How well the typed code fits: the order's code, one typing mistake away, or neither. */
  code_fits: 'same' | 'near' | 'no'
  amount_fits: boolean
}

/**
 * The likeliest orders for each receipt, best match first, at most EACH. An order matches by its
 * code, exactly or nearly; an unpaid order also by amount and time.
 */
export async function selectMatchCandidates(
  db: Db,
  strays: UnmatchedMoney[],
): Promise<CandidateOrder[]> {
  const money = strays.map((stray) => {
    const paid = (stray.paid_at ?? stray.found_at).getTime()
    return {
      receipt: stray.receipt,
      amount_cents: stray.amount_cents,
      code: readOrderCode(stray.account_reference),
      from: new Date(paid - BEFORE_MS),
      to: new Date(paid + AFTER_MS),
    }
  })
  const near = strays.flatMap(({ receipt, account_reference }) =>
    nearCodes(account_reference).map((code) => ({ receipt, code })),
  )
  const { rows } = await sql<CandidateOrder>`
    with stray as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(money)}::jsonb) as s(receipt text,
        amount_cents bigint, code text, "from" timestamptz, "to" timestamptz)
    ), near as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(near)}::jsonb) as n(receipt text, code text)
    ), found as (
      select s.receipt, o.id, 0 as rank from stray s join "order" o on o.code = s.code
      union all
      select n.receipt, o.id, 1 from near n join "order" o on o.code = n.code
      union all
      select s.receipt, o.id, 2 from stray s cross join lateral (
        select id from "order"
        where created_at between s."from" and s."to" and amount_cents = s.amount_cents
          and state in ('pending', 'failed', 'expired')
        order by created_at desc limit ${EACH}
      ) o
    ), best as (
      select receipt, id, min(rank) as rank from found group by receipt, id
    ), numbered as (
      select b.receipt, o.id as order_id, o.code, e.title as event_title, o.amount_cents, o.state,
        coalesce(o.phone, '') as phone, o.created_at, (array['same', 'near', 'no'])[b.rank + 1] as code_fits,
        o.amount_cents = s.amount_cents as amount_fits,
        row_number() over (partition by b.receipt
          order by b.rank, o.amount_cents <> s.amount_cents, o.created_at desc) as place
      from best b join stray s using (receipt) join "order" o on o.id = b.id
        join event e on e.id = o.event_id
    )
    select * from numbered where place <= ${EACH} order by receipt, place`.execute(db)
  return rows
}
