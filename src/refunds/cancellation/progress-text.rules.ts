import { countOf, formatCount } from '../../ui/office/formats.rules.ts'
import type { CancellationReply } from './cancellation.contract.ts'

const STATES = {
  running: 'Refunding…',
  paused: 'Refunds are paused',
  done: 'All refunded',
} as const

type Counts = Pick<
  CancellationReply,
  'state' | 'is_sending_paused' | 'orders' | 'refunded' | 'free' | 'told' | 'failed'
>

/** The state is also done if refunds remain that admins must pay manually. */
export function stateText(counts: Counts): string {
  const { state, failed, orders, refunded } = counts
  if (orders === 0) return state === 'done' ? 'Nothing to refund' : 'Cancelling…'
  if (state === 'running' && refunded === orders) return 'Finishing…'
  if (state === 'running' && isPaused(counts)) return 'All refunds are paused'
  return state === 'done' && failed > 0 ? 'Automatic refunds are finished' : STATES[state]
}

/** Whether refunds wait because an admin has paused those of this event or of all events. */
const isPaused = ({ state, is_sending_paused, orders, refunded }: Counts): boolean =>
  state === 'paused' || (state === 'running' && is_sending_paused && refunded < orders)

/** '6 of 8 orders refunded' */
const countText = ({ refunded, orders }: Counts): string =>
  `${formatCount(refunded)} of ${countOf(orders, 'order')} refunded`

/** '6 of 8 orders refunded', with 'Paused: ' before it while refunds are paused. */
export const shortText = (counts: Counts): string =>
  `${isPaused(counts) ? 'Paused: ' : ''}${countText(counts)}`

/** '6 of 8 orders refunded · 9 buyers and guests notified' */
export function progressText(counts: Counts): string {
  const { orders, told, free } = counts
  const who = free > 0 ? `${formatCount(told)} buyers and guests` : countOf(told, 'buyer')
  const notified = `${who} notified`
  return orders === 0 ? notified : `${countText(counts)} · ${notified}`
}
