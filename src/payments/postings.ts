import { post } from '../ledger/entries.ts'
import { type LedgerEntry, type SoldFor, shares, transfer } from '../ledger/ledger.rules.ts'
import type { Tx } from '../platform/database/db.ts'

// The use of the money decides the account: the organizer and our fees for a sale, otherwise
// suspense until the money is owed to its buyer.

/** Shown in place of a receipt. */
const CASH = 'Cash'

type Booked = { id: string; orderId: string; now: Date }

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

/** Posts the sale and a payout of its amount to the organizer, who keeps the cash. */
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
  // Has no payment id, because a payout does not change the payment's value.
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
  /** Account of the difference between payment and sale. */
  restFrom?: 'suspense' | 'differences'
}

/** Posts money owed to its buyer, from suspense or from a reversed sale. */
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
      // Taken in excess of the sale.
      { account: restFrom, amountCents: rest },
      { account: 'buyers', amountCents: -amountCents },
    ],
  })
}

/** Posts M-Pesa's correction; the difference is in suspense until an admin decides. */
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

/** Posts the difference as our gain or loss. */
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

/** Posts the difference if M-Pesa's list shows a different amount from the confirmation. */
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

export async function postUnmatched(tx: Tx, money: UnmatchedMovement): Promise<void> {
  const lines = transfer('suspense', 'collection', money.amountCents)
  await postOfUnmatched(tx, money, { movement: `stray:${money.receipt}`, kind: 'stray', lines })
}

/** `found`: the receipt belongs to a payment. `given_up`: it no longer does. */
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
