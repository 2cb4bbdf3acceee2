import { EventError } from '../../events/errors.ts'
import { assert } from '../../platform/assert.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { AppError } from '../../platform/errors.ts'
import { toCents, toKes } from '../../platform/values/money.rules.ts'
import { OrderError } from '../errors.ts'
import type { PaysBy } from '../same-order.rules.ts'
import { orderTimes } from '../times.ts'
import type { Share } from './hold-share.sql.ts'
import type { Placement, Terms } from './judge-order.sql.ts'
import { paymentOpen, tooManyUnpaid } from './unpaid-refusals.ts'

export type PlacedOrder = {
  orderId: string
  isNew: boolean
  /** What is known of a new one, mostly: nobody has to read it. */
  placed?: {
    id: string
    code: string
    event_id: string
    event_title: string
    phone: string
    amount_cents: number
    pays_by: PaysBy
    since: Date
  }
}

export type PlaceDeps = Pick<Deps, 'db' | 'clock' | 'timeScale' | 'env'>

/** A placement, and what was counted of its address where that mattered. */
export type Judged = Placement & { shares: readonly Pick<Share, 'held_until'>[] }

export function termsOf({ clock, timeScale, env }: PlaceDeps): Terms {
  return {
    now: clock.now(),
    ...orderTimes(timeScale),
    maxCents: toCents(env.mpesa.maxKes)!,
    sharePercent: env.limits.holdSharePerAddress,
  }
}

/** Throws AppError for every refusal. */
export function answerOrder(deps: PlaceDeps, judged: Judged): PlacedOrder {
  const { id, verdict } = judged
  if (verdict === 'placed' || verdict === 'exists') {
    return { orderId: id, isNew: verdict === 'placed' }
  }
  assert(verdict !== 'again', 'one order is no batch')
  throw refusal(deps, { ...judged, verdict })
}

type Refused = Judged & { verdict: Exclude<Placement['verdict'], 'placed' | 'exists' | 'again'> }

function refusal(
  { clock, timeScale }: PlaceDeps,
  { verdict, amount_cents, shares }: Refused,
): AppError {
  switch (verdict) {
    case 'event_not_found':
    case 'unknown_ticket_type':
      return new EventError(verdict)
    case 'amount_changed': {
      const amount = amount_cents === null ? null : toKes(amount_cents)
      return new OrderError(verdict, { details: { amount } })
    }
    case 'payment_open':
      return paymentOpen(timeScale)
    case 'too_many_unpaid':
      return tooManyUnpaid(shares, clock.now())
    default:
      return new OrderError(verdict)
  }
}
