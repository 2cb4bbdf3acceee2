import type { GenuineReply } from './genuine.contract.ts'

export type GenuineStatus = GenuineReply['status']

export type GenuineFacts = {
  state: string
  void_reason: string | null
  order_state: string
  cancelled_at: Date | null
  /** Every day of the ticket is cancelled. */
  is_day_cancelled: boolean
}

/** A gate refuses every state but 'valid'. */
export function genuineStatus(facts: GenuineFacts): GenuineStatus {
  if (facts.void_reason === 'transferred') return 'transferred'
  // The ticket is void, its order is refunded, or its event is cancelled.
  if (facts.state === 'void' || facts.order_state !== 'issued') return 'void'
  if (facts.cancelled_at !== null || facts.is_day_cancelled) return 'void'
  return facts.state === 'used' ? 'used' : 'valid'
}

type GenuineText = { heading: string; text: string }

const TEXTS: Record<GenuineStatus, GenuineText> = {
  valid: {
    heading: 'Valid',
    text: "Genuine and not used yet. Don't pay yet: the seller could still use it or send it to someone else. First have it sent to your own phone. You get a new number by SMS: check that number here, then pay.",
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
    text: "It was refunded or withdrawn, or its event is cancelled. It is no longer valid. Don't buy it.",
  },
}

const UNKNOWN: GenuineText = {
  heading: 'Not one of our tickets',
  text: "We never sold a ticket with this number. Check that you entered all 16 letters and numbers. If you did, don't buy it.",
}

const SENT: GenuineText = {
  heading: 'Valid',
  text: "Genuine and not used yet. Did this number come by SMS to your own phone? Then the ticket is yours, and its sender can't take it back: you can pay. If not, don't pay: have it sent to your phone first.",
}

export function genuineText(
  answer: Pick<GenuineReply, 'status' | 'sent'> | 'unknown',
): GenuineText {
  if (answer === 'unknown') return UNKNOWN
  return answer.status === 'valid' && answer.sent ? SENT : TEXTS[answer.status]
}
