import { sql } from 'kysely'
import type { Tx } from '../platform/db.ts'
import { type Asked, judging, type Placement, type Terms, told } from './judge-order.sql.ts'
import { isOpenOrder } from './open-orders.sql.ts'
import { orderPlaced } from './order-placed.job.ts'

/** Their tickets are free, and a job takes their prompt out of the line. */
const replaced = ({ now }: Terms) => sql`
    placed as (
      select * from judged where verdict = 'placed'
    ), replaced as (
      update "order" o set state = 'expired', failure_code = 'replaced', updated_at = ${now}
      from old join placed on placed.id = old.new_id
      where o.id = old.id and ${isOpenOrder('o')}
      returning o.id, old.state as from_state, o.attempt
    ), ended_hold as (
      update hold set state = 'released', updated_at = ${now}
      from replaced where hold.order_id = replaced.id and hold.state = 'held'
    )`

const written = (terms: Terms) => sql`
    taken as (
      update ticket_type t set held = t.held + n.quantity
      from (
        select ticket_type_id, sum(quantity) as quantity from (
          select ticket_type_id, quantity from priced join placed on placed.id = priced.order_id
          union all
          select ticket_type_id, -quantity from given_back join placed on placed.id = new_id
        ) moved group by ticket_type_id
      ) n
      where t.id = n.ticket_type_id
    ), new_order as (
      insert into "order" (id, code, event_id, phone, email, amount_cents, request_fingerprint,
        asked_from, created_at, updated_at)
      select id, code, event_id, phone, email, amount_cents, fingerprint, asked_from,
        ${terms.now}, ${terms.now}
      -- After those that they replace, which are open till then.
      from placed where (select count(*) from replaced) >= 0
    ), new_line as (
      insert into order_line (id, order_id, ticket_type_id, position, quantity, price_cents,
        amount_cents)
      select l.id, l.order_id, l.ticket_type_id, l.position, l.quantity, l.price_cents, l.amount_cents
      from priced l join placed on placed.id = l.order_id
    ), new_hold as (
      insert into hold (order_id, expires_at, ends_at, updated_at)
      select id, ${terms.now}::timestamptz + ${terms.holdMs} * interval '1 ms',
        ${terms.now}::timestamptz + ${terms.holdMaxMs} * interval '1 ms', ${terms.now}
      from placed
    ), new_event as (
      insert into order_event (order_id, from_state, to_state, cause, at)
      select id, from_state, 'expired', 'replaced', ${terms.now}::timestamptz from replaced
      union all
      select id, null, 'pending', 'placed', ${terms.now} from placed
    ), new_job as (
      insert into job (name, lane, payload)
      select ${orderPlaced.name}, ${orderPlaced.lane.name},
        jsonb_build_object('orderId', id, 'attempt', attempt)
      from (select id, attempt from replaced union all select id, 1 from placed) wanted_prompt
    )`

/**
 * Locks the orders that would be replaced, then all ticket types, in the order of their ids; answers
 * the ids of those orders.
 */
async function lockStock(tx: Tx, { orders, lines }: Asked): Promise<string[]> {
  const types = lines.map((line) => line.ticket_type_id)
  const { rows } = await sql<{ open: string[] | null }>`
    with open as materialized (
      select o.id from "order" o join hold h on h.order_id = o.id
      where ${isOpenOrder('o')} and (o.phone, o.event_id) in (
        select * from unnest(${orders.map((order) => order.phone)}::text[],
          ${orders.map((order) => order.event_id)}::uuid[])
      )
      order by o.id for no key update of o, h
    ), wanted as materialized (
      select unnest(${types}::uuid[]) as id
      -- No row comes out of a union before both sides are read: the orders are under lock by then.
      union select ticket_type_id from order_line where order_id in (select id from open)
    )
    select id, (select array_agg(id) from open) as open from ticket_type
    where id in (select id from wanted)
    order by id for no key update`.execute(tx)
  return rows[0]?.open ?? []
}

/**
 * Places orders: one statement that judges each, sets its tickets aside and writes order, lines,
 * hold, event and job, or writes nothing for it. It takes arrays so that orders which arrive
 * together can share one commit. An order of the batch counts the ones before it as placed, so a
 * 'sold_out' in a batch of several is worth asking again alone.
 *
 * The ticket types are locked by a statement of their own, so that the one that judges begins when
 * it need not wait any more and sees what the last committed buyer left: his stock, and his order,
 * should it be this same one. (A statement that locks and then writes is checked against the CHECK
 * with the row as it was when the statement began, before PostgreSQL looks at the newest one:
 * tickets that were given back meanwhile would make it fail.) The CHECK on ticket_type stands
 * behind this.
 *
 * An order replaces another open one of its phone for its event, in the same statement. Two that
 * come at once see nothing of each other: the unique index order__open refuses the second.
 */
export async function placeOrders(tx: Tx, asked: Asked, terms: Terms): Promise<Placement[]> {
  const locked = await lockStock(tx, asked)
  const { rows } = await sql<Placement>`
    with ${judging(asked, terms, locked)}, ${replaced(terms)}, ${written(terms)}
    ${told}`.execute(tx)
  return rows
}
