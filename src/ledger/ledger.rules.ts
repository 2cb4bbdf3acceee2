/**
 * The accounts of the ledger. M-Pesa holds `collection`, which buyers pay into, and `utility`,
 * which Lango pays from. `bank` is Lango's bank account. `cash` is money that buyers pay at the
 * door and the organizer keeps. `charges` are M-Pesa's fees. `buyers` is the money that Lango owes
 * to buyers, and `organizer` the money that Lango owes to each event's organizer. `suspense` is
 * money whose owner is not known yet. `fees` is what Lango earns. `differences` is what Lango
 * loses or gains if M-Pesa took a different amount than the sale's. `payouts` is money that was
 * approved for organizers and has not left yet.
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
  | 'payouts'

type EntryKind =
  | 'taken'
  | 'sale'
  | 'owed'
  | 'paid_back'
  | 'returned'
  | 'corrected'
  | 'stray'
  | 'charge'
  | 'payout'
  | 'transfer'

/**
 * A line of an entry. `amountCents` is positive for a debit. Only lines of the accounts
 * `organizer` and `fees` have an `eventId`.
 */
export type LedgerLine = { account: LedgerAccount; eventId?: string; amountCents: number }

export type LedgerEntry = {
  /** The unique name of the movement. The database refuses a second entry with the same name. */
  movement: string
  kind: EntryKind
  at: Date
  lines: LedgerLine[]
  paymentId?: string
  orderId?: string
  /** M-Pesa's receipt, or the bank's reference of a payout. */
  reference?: string | null
  /** For a payout that an admin records: the time before which the event's money must stay. */
  heldUntil?: Date | null
}

/** A sale and our fee. The amount less the fee is owed to the event's organizer. */
export type SoldFor = { eventId: string; amountCents: number; feeCents: number }

/** Movements that admins record under a reference of the bank or of M-Pesa. */
export type RecordedKind = 'payout' | 'transfer'

/**
 * The unique name of a payout or transfer, made from its reference. `after` is the id of a
 * reversed entry with the same reference, or null. The id becomes a part of the name, so that the
 * reference can be recorded again.
 */
export function recordedMovement(
  kind: RecordedKind,
  reference: string,
  after: number | null,
): string {
  // Banks print references in capitals, but admins type them in either case.
  const name = reference.toUpperCase()
  return after === null ? `${kind}:${name}` : `${kind}_after_${after}:${name}`
}

/**
 * The name of the entry that reverses `entryId`. The name is unique, so an entry can be reversed
 * only once.
 */
export function takenBackMovement(kind: RecordedKind, entryId: number): string {
  return `${kind}_back:${entryId}`
}

/** The transfers between our own accounts that are possible at the bank or in M-Pesa's portal. */
export const TRANSFER_WAYS = {
  collection_to_utility: ['collection', 'utility'],
  bank_to_utility: ['bank', 'utility'],
  collection_to_bank: ['collection', 'bank'],
} as const satisfies Record<string, readonly [from: LedgerAccount, to: LedgerAccount]>

export type TransferWay = keyof typeof TRANSFER_WAYS

/** The lines that move `amountCents` from one account to another. */
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

/** The lines of a payout to an event's organizer. A negative amount reverses a payout. */
export function payoutLines(eventId: string, amountCents: number): LedgerLine[] {
  return [
    { account: 'organizer', eventId, amountCents },
    { account: 'bank', amountCents: -amountCents },
  ]
}

/** The credits of a sale, or with `'taken back'` the debits that reverse the sale. */
export function shares(sold: SoldFor, way: 'sold' | 'taken back'): LedgerLine[] {
  const { eventId, amountCents, feeCents } = sold
  const sign = way === 'sold' ? -1 : 1
  return [
    { account: 'organizer', eventId, amountCents: sign * (amountCents - feeCents) },
    { account: 'fees', eventId, amountCents: sign * feeCents },
  ]
}
