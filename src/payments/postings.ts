import { post } from '../ledger/entries.ts'
import { type LedgerEntry, type SoldFor, shares, transfer } from '../ledger/ledger.rules.ts'
import type { Tx } from '../platform/database/db.ts'

// Ledger entries of payments. The use of the money determines the account: a sale lies with the
// event's organizer and our fees; other money lies in suspense until it is owed to the buyer.

/** Shown in place of a receipt. */
const CASH = 'Cash'

type Booked = { id: string; orderId: string; now: Date }

/** Money came in: as a sale, or into suspense. */
export async function postTaken(
  tx: Tx,
  { id, orderId, now }: Booked,
  money: { receipt: string | null; amountCents: number },
  sold: SoldFor | null,
): Promise<void> {
  const { amountCents, receipt } = money
  if (amountCents === 0) return
  const credits = sold
    ? shares(sold, 'sold')
    : [{ account: 'suspense', amountCents: -amountCents } as const]
  await post(tx, {
    movement: `payment:${id}:taken`,
    kind: 'taken',
    at: now,
    paymentId: id,
    orderId,
    reference: receipt,
    lines: [{ account: 'collection', amountCents }, ...credits],
  })
}

/**
 * Cash at the door: a sale, and at the same time a payout of the same amount to the organizer, who
 * keeps the cash. So the balance owed does not rise, and the organizer owes us the fee.
 */
export async function postCash(tx: Tx, { id, orderId, now }: Booked, sold: SoldFor): Promise<void> {
  const { eventId, amountCents } = sold
  const entry = { at: now, orderId, reference: CASH }
  await post(tx, {
    ...entry,
    movement: `payment:${id}:taken`,
    kind: 'taken',
    paymentId: id,
    lines: [{ account: 'cash', amountCents }, ...shares(sold, 'sold')],
  })
  // Without a payment id: a payout is not part of a payment's value.
  await post(tx, {
    ...entry,
    movement: `payment:${id}:kept`,
    kind: 'payout',
    lines: [
      { account: 'organizer', eventId, amountCents },
      { account: 'cash', amountCents: -amountCents },
    ],
  })
}

/** Money in suspense becomes a sale. */
export async function postSale(tx: Tx, { id, orderId, now }: Booked, sold: SoldFor): Promise<void> {
  await post(tx, {
    movement: `payment:${id}:sale`,
    kind: 'sale',
    at: now,
    paymentId: id,
    orderId,
    lines: [{ account: 'suspense', amountCents: sold.amountCents }, ...shares(sold, 'sold')],
  })
}

type Owed = {
  movement: string
  amountCents: number
  from: SoldFor | null
  /** The account of the difference between payment and sale. */
  restFrom?: 'suspense' | 'differences'
}

/** Money becomes owed to its buyer: from suspense, or from the sale that was taken back. */
export async function postOwed(
  tx: Tx,
  { id, orderId, now }: Booked,
  { movement, amountCents, from, restFrom = 'suspense' }: Owed,
): Promise<void> {
  if (amountCents === 0) return
  const rest = amountCents - (from?.amountCents ?? 0)
  await post(tx, {
    movement,
    kind: 'owed',
    at: now,
    paymentId: id,
    orderId,
    lines: [
      ...(from ? shares(from, 'taken back') : []),
      // The amount taken beyond the sale.
      { account: restFrom, amountCents: rest },
      { account: 'buyers', amountCents: -amountCents },
    ],
  })
}

/**
 * M-Pesa reports another amount than was booked. The difference is in suspense until an admin
 * decides.
 */
export async function postCorrection(
  tx: Tx,
  { id, orderId, now }: Booked,
  { differenceCents, receipt }: { differenceCents: number; receipt: string | null },
): Promise<void> {
  if (differenceCents === 0) return
  await post(tx, {
    movement: `payment:${id}:corrected:${receipt ?? 'dropped'}:${now.getTime()}`,
    kind: 'corrected',
    at: now,
    paymentId: id,
    orderId,
    reference: receipt,
    lines: transfer('suspense', 'collection', differenceCents),
  })
}

/** The difference between payment and sale becomes our gain or loss. */
export async function postDifference(
  tx: Tx,
  { id, orderId, now }: Booked,
  cents: number,
): Promise<void> {
  await post(tx, {
    movement: `payment:${id}:difference`,
    kind: 'corrected',
    at: now,
    paymentId: id,
    orderId,
    lines: transfer('differences', 'suspense', cents),
  })
}

/** M-Pesa's list shows another amount than the confirmation of a receipt without an order. */
export async function postUnmatchedCorrection(
  tx: Tx,
  { receipt, difference_cents, now }: { receipt: string; difference_cents: number; now: Date },
): Promise<void> {
  if (difference_cents === 0) return
  await post(tx, {
    movement: `stray:${receipt}:listed`,
    kind: 'corrected',
    at: now,
    reference: receipt,
    lines: transfer('suspense', 'collection', difference_cents),
  })
}

type UnmatchedMovement = { receipt: string; amountCents: number; now: Date }

/** Money without an order came in. */
export async function postUnmatched(tx: Tx, money: UnmatchedMovement): Promise<void> {
  const lines = transfer('suspense', 'collection', money.amountCents)
  await postOfUnmatched(tx, money, { movement: `stray:${money.receipt}`, kind: 'stray', lines })
}

/**
 * The receipt belongs to a payment, which has booked it (`found`), or no longer does (`given_up`).
 */
export async function postUnmatchedEnd(
  tx: Tx,
  money: UnmatchedMovement,
  what: 'found' | 'given_up',
): Promise<void> {
  const { receipt, amountCents, now } = money
  const lines =
    what === 'found'
      ? transfer('collection', 'suspense', amountCents)
      : transfer('suspense', 'collection', amountCents)
  const movement = `stray:${receipt}:${what}:${now.getTime()}`
  await postOfUnmatched(tx, money, { movement, kind: 'corrected', lines })
}

async function postOfUnmatched(
  tx: Tx,
  { receipt, amountCents, now }: UnmatchedMovement,
  entry: Pick<LedgerEntry, 'movement' | 'kind' | 'lines'>,
): Promise<void> {
  if (amountCents !== 0) await post(tx, { ...entry, at: now, reference: receipt })
}
