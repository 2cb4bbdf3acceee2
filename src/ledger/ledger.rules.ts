/**
 * The accounts of the books. M-Pesa holds `collection`, which buyers pay into, and `utility`, which
 * we pay from. Others are the bank, cash on its way from a buyer to the organizer at the door, and
 * M-Pesa's charges. Then there are the amounts owed to buyers and to each event's organizer, money
 * in suspense, and our fees. `differences` is the amount that we bear or keep if M-Pesa took
 * another amount than the sale's.
 */
export type LedgerAccount =
  | 'collection'
  | 'utility'
  | 'bank'
  | 'cash'
  | 'charges'
  | 'suspense'
  | 'buyers'
  | 'organizer'
  | 'fees'
  | 'differences'

export type EntryKind =
  | 'taken'
  | 'sale'
  | 'owed'
  | 'paid_back'
  | 'corrected'
  | 'stray'
  | 'charge'
  | 'payout'
  | 'transfer'

/**
 * Cents; a debit is positive. The event is set for its organizer's money and for our fee of its
 * sale.
 */
export type LedgerLine = { account: LedgerAccount; eventId?: string; amountCents: number }

export type LedgerEntry = {
  /** Names the movement; a second entry of the same name is a fault. */
  movement: string
  kind: EntryKind
  at: Date
  lines: LedgerLine[]
  paymentId?: string
  orderId?: string
  /** M-Pesa's receipt, or what the bank calls a payout. */
  reference?: string | null
}

/** How a sale is divided: its fee to us, the rest to the event's organizer. */
export type SoldFor = { eventId: string; amountCents: number; feeCents: number }

/** Movements that admins record under a reference of the bank or of M-Pesa. */
export type Recorded = 'payout' | 'transfer'

/**
 * The name of a movement in the books: its reference. After a contrary entry, the next movement
 * with the same reference also names the entry that it follows.
 */
export function recordedMovement(kind: Recorded, reference: string, after: number | null): string {
  // Banks print them in capitals, and people type them as they like.
  const name = reference.toUpperCase()
  return after === null ? `${kind}:${name}` : `${kind}_after_${after}:${name}`
}

/** The contrary of one: there can be one. */
export function takenBackMovement(kind: Recorded, entryId: number): string {
  return `${kind}_back:${entryId}`
}

/** Between which of our own accounts money can go: nothing else is done at the bank or in M-Pesa's portal. */
export const TRANSFER_WAYS = {
  collection_to_utility: ['collection', 'utility'],
  bank_to_utility: ['bank', 'utility'],
  collection_to_bank: ['collection', 'bank'],
} as const satisfies Record<string, readonly [from: LedgerAccount, to: LedgerAccount]>

export type TransferWay = keyof typeof TRANSFER_WAYS

/** So much goes from one account to another. */
export function transfer(
  from: LedgerAccount,
  to: LedgerAccount,
  amountCents: number,
): LedgerLine[] {
  return [
    { account: to, amountCents },
    { account: from, amountCents: -amountCents },
  ]
}

/** So much was paid to an event's organizer, or below zero came back. */
export function payoutLines(eventId: string, amountCents: number): LedgerLine[] {
  return [
    { account: 'organizer', eventId, amountCents },
    { account: 'bank', amountCents: -amountCents },
  ]
}

/** Credits of a sale, or with `'taken back'` the debits that undo it. */
export function shares(sold: SoldFor, way: 'sold' | 'taken back'): LedgerLine[] {
  const { eventId, amountCents, feeCents } = sold
  const sign = way === 'sold' ? -1 : 1
  return [
    { account: 'organizer', eventId, amountCents: sign * (amountCents - feeCents) },
    { account: 'fees', eventId, amountCents: sign * feeCents },
  ]
}
