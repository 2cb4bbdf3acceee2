import { readEnv } from '../src/env.ts'
import { expireHolds } from '../src/orders/expire-holds.job.ts'
import { failOrder } from '../src/orders/fail-order.ts'
import { markPrompted } from '../src/orders/holds.ts'
import type { NewOrder } from '../src/orders/new-order.rules.ts'
import { lockOrder } from '../src/orders/orders.sql.ts'
import { placeOrder } from '../src/orders/placing/place-order.ts'
import { sellOrder } from '../src/orders/sales/sales.ts'
import { type Db, inTransaction } from '../src/platform/database/db.ts'
import { AppError } from '../src/platform/errors.ts'
import { makeLog } from '../src/platform/log.ts'

/** Whether a refusal's code says that too few tickets are left. */
export const isGone = (code: string) => ['sold_out', 'all_taken', 'few_left'].includes(code)

/** Shares in percent; 100 means no limit. */
export type Shares = { address: number; unproven: number }

/** The product's own code for orders, with a simulated clock. The caller plays M-Pesa. */
export type Shop = ReturnType<typeof shopAt>

export function shopAt(db: Db, shares: Shares) {
  const start = Date.now()
  let seconds = 0
  const deps = {
    db,
    env: readEnv({
      HOLD_SHARE_PER_ADDRESS: String(shares.address),
      HOLD_SHARE_UNPROVEN: String(shares.unproven),
    }),
    clock: { now: () => new Date(start + seconds * 1000) },
    timeScale: 1,
    log: makeLog('silent'),
  }
  return {
    db,
    /** Sets the clock to this many seconds after the start. */
    setTime: (to: number) => {
      seconds = to
    },
    /** Places an order. Returns null, or the error code of the refusal. */
    place: async (order: NewOrder & { orderId: string }): Promise<string | null> => {
      try {
        await placeOrder(deps, order)
        return null
      } catch (error) {
        if (error instanceof AppError) return error.code
        throw error
      }
    },
    prompt: async (id: string): Promise<void> => {
      const times = { now: deps.clock.now(), timeScale: deps.timeScale, isByHand: true }
      await inTransaction(db, (tx) => markPrompted(tx, id, times))
    },
    pay: (id: string) =>
      inTransaction(db, async (tx) => {
        const now = deps.clock.now()
        return await sellOrder(tx, (await lockOrder(tx, id, now))!, 'bench', now)
      }),
    fail: (id: string, code: string, wasPrompted: boolean) =>
      inTransaction(db, async (tx) => {
        const now = deps.clock.now()
        const order = (await lockOrder(tx, id, now))!
        await failOrder(tx, order, code, { now, timeScale: deps.timeScale, wasPrompted })
      }),
    sweep: async () => {
      await expireHolds(deps)
    },
    readHeld: async (typeId: string): Promise<number> => {
      const type = await db
        .selectFrom('ticket_type')
        .select('held')
        .where('id', '=', typeId)
        .executeTakeFirstOrThrow()
      return type.held
    },
    /** Deletes the counts per IP address, so that one run does not limit the next. */
    forgetAddresses: async () => {
      await db.updateTable('order').set({ client_network: null, client_prefix: null }).execute()
    },
  }
}
