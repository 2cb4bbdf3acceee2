import { inTransaction, isUniqueViolation } from '../../platform/database/db.ts'
import { beImpatient } from '../../platform/database/lock-wait.sql.ts'
import {
  answerOrder,
  type Judged,
  type PlaceDeps,
  type PlacedOrder,
  termsOf,
} from './answer-order.ts'
import { selectShares } from './hold-share.sql.ts'
import { type Asked, judgeOrders, type Others, type Seen } from './judge-order.sql.ts'
import { newOrderCode } from './order-code.ts'
import { placeOrders } from './place-order.sql.ts'
import { paymentOpen } from './unpaid-refusals.ts'

const TRIES = 5

/** Runs what places an order, unless it is refused for other reasons. */
export type Allow = (place: () => Promise<PlacedOrder>) => Promise<PlacedOrder>

/**
 * Places an order that needs more than one statement: its phone has another one open, which it
 * replaces, or somebody changed in this moment what it hangs on. It looks without a lock, goes through
 * `allow`, and is judged again under locks that were taken before.
 */
export async function placeAlone(
  deps: PlaceDeps,
  asked: Asked,
  allow: Allow,
): Promise<PlacedOrder> {
  const seen = await look(deps, asked)
  if (seen.verdict !== 'placed') return answerOrder(deps, seen)
  return await allow(() => place(deps, asked, seen.open_id))
}

/** Mostly one statement; only where another order is open, or much is held, it has to know more. */
async function look(deps: PlaceDeps, asked: Asked): Promise<Judged & Pick<Seen, 'open_id'>> {
  const terms = termsOf(deps)
  const judge = async (known: Others) => (await judgeOrders(deps.db, asked, terms, known))[0]!
  const seen = await judge({ replaced: [], shares: [] })
  const { verdict, open_id, is_crowded } = seen
  const mayChange = verdict === 'placed' ? open_id || is_crowded : verdict === 'sold_out' && open_id
  if (!mayChange) return { ...seen, shares: [] }
  const { asked_from } = asked.orders[0]!
  const of = asked.lines.map(({ ticket_type_id }) => ({ asked_from, ticket_type_id }))
  const shares = is_crowded ? await selectShares(deps.db, of, terms) : []
  return { ...(await judge({ replaced: open_id ? [open_id] : [], shares })), open_id, shares }
}

/** Again, where the same order, or another of its phone, came in the same moment: it is there now. */
async function place(deps: PlaceDeps, asked: Asked, openId: string | null): Promise<PlacedOrder> {
  let open = openId
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    try {
      return answerOrder(deps, await judgeUnderLock(deps, asked, open))
    } catch (error) {
      if (!isUniqueViolation(error, 'order_pkey', 'order__open', 'order_code_key')) throw error
    }
    asked.orders[0]!.code = newOrderCode()
    const seen = await look(deps, asked)
    if (seen.verdict !== 'placed') return answerOrder(deps, seen)
    open = seen.open_id
  }
  // So many at once come from no buyer's hand: one of the others is open.
  throw paymentOpen(deps.timeScale)
}

async function judgeUnderLock(deps: PlaceDeps, asked: Asked, open: string | null): Promise<Judged> {
  const { placements, shares } = await inTransaction(deps.db, async (tx) => {
    // Others of its event stand behind it.
    await beImpatient(tx)
    return await placeOrders(tx, asked, termsOf(deps), open ? [open] : [])
  })
  return { ...placements[0]!, shares }
}
