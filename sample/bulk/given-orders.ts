import { type RawBuilder, sql } from 'kysely'
import { newOrderCode } from '../../src/orders/placing/order-row.ts'
import { newId } from '../../src/platform/ids.ts'

/**
 * An order with its history. A missing field is drawn at random or gets the value that the product
 * would give it.
 */
export type BulkOrder = {
  id?: string
  code?: string
  eventId: string
  phone: string
  email?: string | null
  placedAt?: Date
  /** The time until which the order's tickets are held, unless the order is paid earlier. */
  holdUntil?: Date
  lines: BulkLine[]
  /** The result code of the order's only prompt, if the prompt failed. */
  failureCode?: string
  /** The time at which M-Pesa took the money; missing if the order is unpaid. */
  paidAt?: Date
  /** Whether the money arrived after the hold had ended, so that the payment buys nothing. */
  isLate?: boolean
  /** Whether the tickets of a paid order are issued. */
  hasTickets?: boolean
  /**
   * The time at which the refund became due: the decision to refund, or the arrival of late money.
   */
  dueAt?: Date | null
  backAt?: Date | null
}

/**
 * An order line. `amountKes` is the price of the whole line in whole shillings, by default the
 * type's price times the quantity.
 */
type BulkLine = { id?: string; typeId: string; quantity: number; amountKes?: number }

const PAID_WITHIN_MS = 30_000

/** The orders as a select for `recordOrders`, with a row for each line. */
export function givenOrders(orders: BulkOrder[]): RawBuilder<unknown> {
  const rows = orders.flatMap(({ lines, ...order }) => {
    const [id, code] = [order.id ?? newId(), order.code ?? newOrderCode()]
    const placedAt =
      order.placedAt ?? new Date((order.paidAt?.getTime() ?? Date.now()) - PAID_WITHIN_MS)
    return lines.map((line, position) => ({
      ...order,
      id,
      code,
      placedAt,
      lineId: line.id ?? newId(),
      position,
      typeId: line.typeId,
      quantity: line.quantity,
      amountCents: line.amountKes === undefined ? null : line.amountKes * 100,
    }))
  })
  return sql`
    select id as order_id, code, "eventId" as event_id, phone, email, "placedAt" as placed_at,
      "holdUntil" as hold_until, "failureCode" as failure_code, "paidAt" as paid_at,
      coalesce("isLate", false) as is_late, coalesce("hasTickets", false) as has_tickets,
      "dueAt" as due_at, "backAt" as back_at, "lineId" as line_id, "typeId" as ticket_type_id,
      position, quantity, "amountCents" as amount_cents
    from jsonb_to_recordset(${JSON.stringify(rows)}) as o(id uuid, code text, "eventId" uuid,
      phone text, email text, "placedAt" timestamptz, "holdUntil" timestamptz, "failureCode" text,
      "paidAt" timestamptz, "isLate" boolean, "hasTickets" boolean, "dueAt" timestamptz,
      "backAt" timestamptz, "lineId" uuid, "typeId" uuid, position smallint, quantity int,
      "amountCents" bigint)`
}
