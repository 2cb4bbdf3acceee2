import type { GenuineReply } from './genuine.contract.ts'

export type GenuineStatus = GenuineReply['status']

export type GenuineFacts = {
  state: string
  void_reason: string | null
  order_state: string
  cancelled_at: Date | null
}

/**
 * The state of a ticket, for a second-hand buyer. In every state except 'valid', a gate refuses the
 * ticket.
 */
export function genuineStatus(facts: GenuineFacts): GenuineStatus {
  if (facts.void_reason === 'transferred') return 'transferred'
  // The ticket is void, its order is not issued any more because of a refund, or the event was
  // cancelled.
  if (facts.state === 'void' || facts.order_state !== 'issued') return 'void'
  if (facts.cancelled_at !== null) return 'void'
  return facts.state === 'used' ? 'used' : 'valid'
}

type Words = { heading: string; text: string }

/** Advice to a buyer before paying a private seller for the ticket. */
const WORDS: Record<GenuineStatus, Words> = {
  valid: {
    heading: 'Valid',
    text: 'This number is genuine and not used yet. Anyone else who has it could use it first. Pay only after the seller sends it to your phone: you get a new number and this one stops working.',
  },
  used: {
    heading: 'Already used',
    text: "Already used by everyone on it. Don't buy it.",
  },
  transferred: {
    heading: 'Transferred',
    text: "This ticket was sent to another phone with a new number. This number is no longer valid. Don't buy it.",
  },
  void: {
    heading: 'Not valid',
    text: "This ticket or its event was cancelled, or the ticket was refunded. It is no longer valid. Don't buy it.",
  },
}

const UNKNOWN: Words = {
  heading: 'Not one of our tickets',
  text: "We never sold a ticket with this number. Check that you entered all 16 letters and numbers. If you did, don't buy it.",
}

export function genuineWords(status: GenuineStatus | 'unknown'): Words {
  return status === 'unknown' ? UNKNOWN : WORDS[status]
}
