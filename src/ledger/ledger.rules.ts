/**
 * What M-Pesa holds for us, where buyers pay (`collection`) and where we pay from (`utility`), a
 * bank, cash on its way from a buyer to the organizer at the door, and what M-Pesa charged; what is owed to buyers and, for an event, to its organizer, what is
 * in suspense, and our fees. `differences` is what we bear or keep where M-Pesa took another amount
 * than a sale's.
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

/** Cents; a debit is positive. The event, where it is its organizer's money or our fee of its sale. */
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

/** What a sale is owed to whom: its fee to us, the rest to the event's organizer. */
export type SoldFor = { eventId: string; amountCents: number; feeCents: number }

/** A payout by its reference; where that was taken back, the next one under it says after which. */
export function payoutMovement(reference: string, after: number | null): string {
  // Banks print them in capitals, and people type them as they like.
  const name = reference.toUpperCase()
  return after === null ? `payout:${name}` : `payout_after_${after}:${name}`
}

/** The contrary of a payout: there can be one. */
export function takenBackMovement(entryId: number): string {
  return `payout_back:${entryId}`
}

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

/** Credits of a sale, or with `'taken back'` the debits that undo it. */
export function shares(sold: SoldFor, way: 'sold' | 'taken back'): LedgerLine[] {
  const { eventId, amountCents, feeCents } = sold
  const sign = way === 'sold' ? -1 : 1
  return [
    { account: 'organizer', eventId, amountCents: sign * (amountCents - feeCents) },
    { account: 'fees', eventId, amountCents: sign * feeCents },
  ]
}
