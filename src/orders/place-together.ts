import { coalesce } from '../platform/coalesce.ts'
import { type Db, inTransaction } from '../platform/db.ts'
import type { Share } from './hold-share.sql.ts'
import type { Asked, Placement, Terms } from './judge-order.sql.ts'
import { placeOrders } from './place-order.sql.ts'

/** A placement, and what was counted of its address where that mattered. */
export type Judged = Placement & { shares: Share[] }

/** One order with its lines, and the open one of its phone for the event, which it replaces. */
export type ToPlace = { asked: Asked; terms: Terms; open: string | null }

type Place = (eventId: string, order: ToPlace) => Promise<Judged>

const placing = new WeakMap<Db, Place>()

/**
 * Places an order with all that have come to this process for its event since the last commit, each
 * as if it came after those before it. Throws what the database refuses of this one.
 */
export async function placeTogether(db: Db, order: ToPlace): Promise<Judged> {
  let place = placing.get(db)
  if (!place) {
    place = coalesce({ run: (orders: ToPlace[]) => placeAll(db, orders), isFinal: isItsOwn })
    placing.set(db, place)
  }
  return await place(order.asked.orders[0]!.event_id, order)
}

/** Of several, what is short for one may have been counted for another one that was refused. */
function isItsOwn({ verdict }: Judged): boolean {
  return verdict !== 'again' && verdict !== 'sold_out' && verdict !== 'too_many_unpaid'
}

async function placeAll(db: Db, all: ToPlace[]): Promise<Judged[]> {
  // Of one id only the first: its lines are found by it.
  const orders = all.filter((one, at) => all.findIndex((other) => idOf(other) === idOf(one)) === at)
  const asked = {
    orders: orders.flatMap((one) => one.asked.orders),
    lines: orders.flatMap((one) => one.asked.lines),
  }
  const open = orders.flatMap((one) => one.open ?? [])
  const { placements, shares } = await inTransaction(db, (tx) =>
    placeOrders(tx, asked, orders.at(-1)!.terms, open),
  )
  const found = new Map(placements.map((placement) => [placement.id, placement]))
  return all.map((one) => {
    const { id, asked_from } = one.asked.orders[0]!
    const placement = orders.includes(one)
      ? found.get(id)!
      : { id, verdict: 'again' as const, amount_cents: null }
    return { ...placement, shares: shares.filter((share) => share.asked_from === asked_from) }
  })
}

const idOf = ({ asked }: ToPlace) => asked.orders[0]!.id
