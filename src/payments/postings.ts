import { post } from '../ledger/entries.ts'
import { type LedgerEntry, type SoldFor, shares, transfer } from '../ledger/ledger.rules.ts'
import type { Tx } from '../platform/database/db.ts'

// What the money of a payment does in the books. It lies where its use says: a sale with the event's
// organizer and our fees, else in suspense until it is owed to its buyer.

/** In place of a receipt, in the books and wherever one is shown. */
const CASH = 'Cash'

type Booked = { id: string; orderId: string; now: Date }

/** Money came in: for a sale, or first of all into suspense. */
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
 * Cash at the door: a sale like any other, and paid out to the organizer in the same moment, for it
 * never comes to us. So what is owed does not rise, and our fee of it is owed by them.
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
  // Of no payment: what a payment is worth does not lie in what its organizer was paid out.
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

/** Money that was in suspense is a sale. */
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
  /** Where what more or less was taken than was sold lies by now. */
  restFrom?: 'suspense' | 'differences'
}

/** It is owed to its buyer: out of suspense, or what was sold for it was taken back. */
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
      // Beyond what was sold: what more was taken than that.
      { account: restFrom, amountCents: rest },
      { account: 'buyers', amountCents: -amountCents },
    ],
  })
}

/**
 * M-Pesa says now that another amount was taken than was booked. The difference is in suspense, as
 * long as nobody said what becomes of it.
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

/** What more or less was taken than a sale asked for is ours, for good. */
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

/** M-Pesa's list shows now that another amount came in than was told of. */
export async function postStrayCorrection(
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

type Stray = { receipt: string; amountCents: number; now: Date }

/** Money under no order's code came in. */
export async function postStray(tx: Tx, stray: Stray): Promise<void> {
  const lines = transfer('suspense', 'collection', stray.amountCents)
  await postOfStray(tx, stray, { movement: `stray:${stray.receipt}`, kind: 'stray', lines })
}

/** It is a payment's all along, which has it in the books; or `given_up`: not, that has another. */
export async function postStrayIs(tx: Tx, stray: Stray, what: 'found' | 'given_up'): Promise<void> {
  const { receipt, amountCents, now } = stray
  const lines =
    what === 'found'
      ? transfer('collection', 'suspense', amountCents)
      : transfer('suspense', 'collection', amountCents)
  const movement = `stray:${receipt}:${what}:${now.getTime()}`
  await postOfStray(tx, stray, { movement, kind: 'corrected', lines })
}

async function postOfStray(
  tx: Tx,
  { receipt, amountCents, now }: Stray,
  entry: Pick<LedgerEntry, 'movement' | 'kind' | 'lines'>,
): Promise<void> {
  if (amountCents !== 0) await post(tx, { ...entry, at: now, reference: receipt })
}
