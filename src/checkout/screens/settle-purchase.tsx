import type { Dispatch, RefObject } from 'react'
import type { NavigateFunction } from 'react-router'
import type { SettledOrder } from '../checkout.contract.ts'
import { PAYMENT_FAILED } from '../order-wait.rules.ts'
import { leavesNoOrder, type PurchaseNews, refusalText } from '../purchase.rules.ts'
import { successState } from '../success-state.rules.ts'
import type { Outcome, Watch } from './order-calls.tsx'
import { rememberPaid } from './paid-orders.tsx'
import { type Paid, type PurchaseNow, payOrder, takeUpOrder } from './pay-order.tsx'
import type { StoredOrder } from './stored-order.tsx'

/** What the page lets those who pay for it do. */
export type Desk = {
  eventId: string
  tell: Dispatch<PurchaseNews>
  hold: (order: StoredOrder | null) => void
  navigate: NavigateFunction
  refresh: () => void
}

type NewestDesk = RefObject<Desk>

/** Pays for what is chosen, and tells the page how it ended. */
export async function pay(desk: NewestDesk, purchase: PurchaseNow, watch: Watch): Promise<void> {
  settle(desk.current, await payOrder(purchase, watch))
}

/** Goes on with an order that an earlier visit left open. */
export async function takeUp(desk: NewestDesk, order: StoredOrder, watch: Watch): Promise<void> {
  settle(desk.current, await takeUpOrder(order, watch))
}

/** What the end of an order, or its refusal, means for the page. */
function settle(desk: Desk, { order, outcome, how }: Paid): void {
  if (outcome.kind === 'settled') settleOrder(desk, order, outcome.order, how)
  if (outcome.kind === 'refused') settleRefusal(desk, order, outcome, how)
}

function settleOrder(desk: Desk, order: StoredOrder, ended: SettledOrder, how: Paid['how']): void {
  if (ended.status === '0') {
    const state = successState(ended, order)
    desk.hold(null)
    rememberPaid(desk.eventId, state)
    void desk.navigate('/success', { state })
    return
  }
  if (ended.status === 'refund_due' || ended.status === 'refunded') {
    desk.hold(null)
    desk.tell({ is: 'refund', order: ended })
    return
  }
  desk.hold(ended.can_retry ? { ...order, retry: true } : null)
  desk.refresh()
  // An old failure is no news to someone who only comes back to the page.
  const isOld = how === 'take-up' && !ended.can_retry
  desk.tell(isOld ? { is: 'again' } : { is: 'problem', problem: ended.message || PAYMENT_FAILED })
}

function settleRefusal(
  desk: Desk,
  order: StoredOrder,
  { problem }: Extract<Outcome, { kind: 'refused' }>,
  how: Paid['how'],
): void {
  if (how === 'prompt') desk.hold({ ...order, retry: true })
  // A look that came to nothing says nothing about the order.
  else if (how !== 'look' && leavesNoOrder(problem)) desk.hold(null)
  desk.refresh()
  desk.tell({ is: 'problem', problem: refusalText(problem) })
}
