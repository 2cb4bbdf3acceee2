import type { GenuineReply } from './genuine.contract.ts'

export type GenuineStatus = GenuineReply['status']

export type GenuineFacts = {
  state: string
  void_reason: string | null
  order_state: string
  cancelled_at: Date | null
}

/**
 * The state of a ticket for a second-hand buyer. A gate refuses the ticket under the same
 * conditions.
 */
export function genuineStatus(facts: GenuineFacts): GenuineStatus {
  if (facts.void_reason === 'transferred') return 'transferred'
  // The order is being refunded, or the event was cancelled.
  if (facts.state === 'void' || facts.order_state !== 'issued') return 'void'
  if (facts.cancelled_at !== null) return 'void'
  return facts.state === 'used' ? 'used' : 'valid'
}

type Words = { heading: string; text: string }

/** Advice to a buyer before paying a private seller for the ticket. */
const WORDS: Record<GenuineStatus, Words> = {
  valid: {
    heading: 'Valid',
    text: 'This number is genuine and not used yet. Whoever else knows it can still use it before you. Pay only once the seller has sent the ticket to your phone: you then get a new number, and this one ends.',
  },
  used: {
    heading: 'Already used',
    text: 'Everybody on this ticket has entered. Do not pay for it.',
  },
  transferred: {
    heading: 'Transferred',
    text: 'This ticket was sent to another phone, under a new number. This number lets nobody in. Do not pay for it.',
  },
  void: {
    heading: 'Not valid',
    text: 'This ticket was refunded or taken back, or its event is cancelled. It lets nobody in. Do not pay for it.',
  },
}

const UNKNOWN: Words = {
  heading: 'Not one of our tickets',
  text: 'We never sold a ticket with this number. Check that you typed all 16 letters and digits. If you did, do not pay for it.',
}

export function genuineWords(status: GenuineStatus | 'unknown'): Words {
  return status === 'unknown' ? UNKNOWN : WORDS[status]
}
