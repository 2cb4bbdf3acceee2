import { systemClock } from '../../src/platform/clock.ts'
import { AppError } from '../../src/platform/errors.ts'
import type { Viewer } from '../../src/platform/http/viewer.ts'
import { requestRefund } from '../../src/refunds/take-back/take-back.ts'
import { type BuiltEvent, newPhone, orderFor } from '../build.ts'
import { buyer, type Order, phones, untilAnswered } from './clients.ts'
import type { Draw } from './draw.ts'
import type { Shop } from './processes.ts'

/** A buyer who may pay in every possible way, with the admin who refunds some of the money. */
export type Spender = { shop: Shop; draw: Draw; admin: Viewer; events: readonly BuiltEvent[] }

const PATIENCE_MS = 10_000
const MANNERS = ['prompt', 'prompt', 'prompt', 'prompt', 'hand', 'hand', 'both', 'astray'] as const

/** Makes one purchase and pays in a random way. Sometimes refunds a part of it or all of it. */
export async function spend(spender: Spender): Promise<void> {
  const { shop, draw, events } = spender
  const phoneNumber = newPhone()
  await phones(shop).set(phoneNumber, { auto: 'pay', balance_kes: 1_000_000 })
  const manner = draw.pick(MANNERS)
  const order = orderFor(draw.pick(events), [2, 1], {
    phoneNumber,
    ...(manner === 'hand' && { payBy: 'paybill' }),
  })
  const { status } = await untilPlaced(shop, order)
  // 409: the event was cancelled in the meantime.
  if (status === 409) return
  if (manner !== 'prompt') await payByHand(spender, order, manner)
  const { body } = await buyer(shop).follow(order.orderId, PATIENCE_MS)
  if ('status' in body && body.status === '0') await takeBack(spender, order.orderId)
}

const untilPlaced = (shop: Shop, order: Order) =>
  untilAnswered('the order is answered', () => buyer(shop).place(order))

/**
 * Pays by paybill: with the order's code in one of the forms that people type, or with a code that
 * belongs to no order.
 */
async function payByHand({ shop, draw }: Spender, order: Order, manner: string): Promise<void> {
  const { code, amount_cents } = await shop.db
    .selectFrom('order')
    .select(['code', 'amount_cents'])
    .where('id', '=', order.orderId)
    .executeTakeFirstOrThrow()
  const typed = draw.pick([code, code.toLowerCase(), `${code.slice(0, 4)} ${code.slice(4)}`])
  const account = manner === 'astray' ? `DERBY ${draw.between(1, 99)}` : typed
  const amount = Math.ceil(amount_cents / 100)
  // M-Pesa or the shop may refuse the payment. No money is taken then.
  await phones(shop).payByHand({ msisdn: order.phoneNumber, account, amount })
}

async function takeBack({ shop, draw, admin }: Spender, orderId: string): Promise<void> {
  const asked = { orderId, reason: 'other', words: '' } as const
  const deps = { db: shop.db, clock: systemClock }
  const number = await pickTicket(shop, orderId)
  const [some, all] = [draw.chance(0.4), draw.chance(0.7)]
  try {
    if (some && number) {
      await requestRefund(deps, admin, { ...asked, tickets: [{ number }] })
    }
    if (all) await requestRefund(deps, admin, asked)
  } catch (error) {
    // The refund is refused if the event was cancelled first.
    if (!(error instanceof AppError)) throw error
  }
}

async function pickTicket({ db }: Shop, orderId: string): Promise<string | undefined> {
  const ticket = await db
    .selectFrom('ticket')
    .select('number')
    .where('order_id', '=', orderId)
    .where('state', '<>', 'void')
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  return ticket?.number
}
