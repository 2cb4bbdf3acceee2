import { post } from '../ledger/entries.ts'
import { type LedgerLine, transfer } from '../ledger/ledger.rules.ts'
import { queueEmail } from '../messages/outbox.ts'
import { assert } from '../platform/assert.ts'
import type { Tx } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { toKes } from '../platform/values/money.rules.ts'
import { capitalise, formatExactKes } from '../ui/office/formats.rules.ts'
import { type PaidFrom, stageOf } from './payout.rules.ts'
import { accountLabel } from './payout-account.rules.ts'
import { changePartState, type PartRow, selectPartsOf } from './payout-parts.sql.ts'

// Settles the parts of payouts: changes their states, writes their ledger entries and emails the
// organizer. Callers have locked the part.

/**
 * Takes the approved money out of the organizer's balance, so that no refund and no other payout
 * can use it.
 */
export async function reserveParts(
  tx: Tx,
  eventId: string,
  { ids, amounts, now }: { ids: string[]; amounts: number[]; now: Date },
): Promise<void> {
  for (const [at, id] of ids.entries()) {
    await post(tx, {
      movement: `payout_part:${id}:reserved`,
      kind: 'payout',
      at: now,
      lines: fromBalance(eventId, 'payouts', amounts[at]!),
    })
  }
}

function fromBalance(
  eventId: string,
  account: PaidFrom | 'payouts',
  amountCents: number,
): LedgerLine[] {
  return [
    { account: 'organizer', eventId, amountCents },
    { account, amountCents: -amountCents },
  ]
}

type PaidOut = {
  from: PaidFrom
  /** M-Pesa's receipt, or the bank's reference. */
  reference: string | null
  chargeCents: number
  cause: string
  now: Date
  /** True if the money leaves now; false if the payment was sent to M-Pesa before. */
  isLeaving?: boolean
}

/**
 * Records that a part was paid. Returns false if the payment was recorded before. If an admin had
 * found no payment and given the money back, takes the money out of the balance again.
 */
export async function completePart(
  { env }: Pick<Deps, 'env'>,
  tx: Tx,
  part: PartRow,
  paid: PaidOut,
): Promise<boolean> {
  const { from, reference, chargeCents, cause, now, isLeaving = false } = paid
  const change = { cause, now, isLeaving, paid: { from, reference, chargeCents } }
  if (!(await changePartState(tx, part.id, 'done', change))) return false
  const { id, event_id, amount_cents } = part
  await post(tx, {
    movement: `payout_part:${id}:paid`,
    kind: 'payout',
    at: now,
    reference,
    lines:
      part.state === 'given_back'
        ? fromBalance(event_id, from, amount_cents)
        : transfer(from, 'payouts', amount_cents),
  })
  await postCharge(tx, `payout_part:${id}:charge`, paid)
  const sent = `${amountText(part)} was sent to ${accountLabel(part)}${reference ? `, reference ${reference}` : ''}.`
  await mailOrganizer({ env }, tx, part, { subject: 'Payout sent', text: sent, now })
  return true
}

/**
 * Records a second payment of a part. The organizer has received the money, so the amount is taken
 * out of the organizer's balance.
 */
export async function recordSecondPayment(
  tx: Tx,
  { id, event_id, amount_cents }: PartRow,
  paid: PaidOut & { attemptId: string },
): Promise<void> {
  const movement = `payout_part:${id}:paid_twice:${paid.attemptId}`
  await post(tx, {
    movement,
    kind: 'payout',
    at: paid.now,
    reference: paid.reference,
    lines: fromBalance(event_id, paid.from, amount_cents),
  })
  await postCharge(tx, `payout_part:${id}:charge:${paid.attemptId}`, paid)
}

async function postCharge(tx: Tx, movement: string, paid: PaidOut): Promise<void> {
  const { from, reference, chargeCents, now } = paid
  if (chargeCents === 0) return
  const lines = transfer(from, 'charges', chargeCents)
  await post(tx, { movement, kind: 'charge', at: now, reference, lines })
}

/**
 * Puts the money of a part that was certainly not paid back into the organizer's balance. Returns
 * false if the part was paid or given back before.
 */
export async function giveBackPart(
  deps: Pick<Deps, 'env'>,
  tx: Tx,
  part: PartRow,
  { cause, reason, now }: { cause: string; reason: string; now: Date },
): Promise<boolean> {
  const change = { cause, now, failureCode: cause.slice(0, 100) }
  if (!(await changePartState(tx, part.id, 'given_back', change))) return false
  const { id, event_id, amount_cents } = part
  await post(tx, {
    movement: `payout_part:${id}:given_back`,
    kind: 'payout',
    at: now,
    lines: fromBalance(event_id, 'payouts', -amount_cents),
  })
  const text = `${amountText(part)} was not sent to ${accountLabel(part)}: ${reason}. It is in the balance again.`
  await mailOrganizer(deps, tx, part, { subject: 'Payout not sent', text, now })
  return true
}

/** Leaves a part to a person, who must decide about it. `code` is the reason. */
export async function leaveToPerson(
  tx: Tx,
  part: PartRow,
  { code, now }: { code: string; now: Date },
): Promise<void> {
  const change = { cause: code, now, failureCode: code }
  assert(await changePartState(tx, part.id, 'manual', change), 'a part under lock moved')
}

const amountText = ({ amount_cents }: Pick<PartRow, 'amount_cents'>) =>
  formatExactKes(toKes(amount_cents))

/** Emails the organizer and, if another account requested the payout, this account. */
async function mailOrganizer(
  { env }: Pick<Deps, 'env'>,
  tx: Tx,
  part: PartRow,
  { subject, text, now }: { subject: string; text: string; now: Date },
): Promise<void> {
  const all = await selectPartsOf(tx, [part.payout_id])
  assert(all.length > 0, 'a payout has no parts')
  const isLast = !['on_its_way', 'by_hand'].includes(
    stageOf(
      'approved',
      all.map((one) => one.state),
    ),
  )
  const by = part.is_asked_by_other ? ` ${capitalise(part.asker_name)} requested this payout.` : ''
  const receivers = [
    { to: part.email, note: by, key: subject },
    { to: part.asker_email, note: ' You requested this payout.', key: `${subject}:requester` },
  ]
  for (const { to, note, key } of receivers) {
    if (to === null) continue
    await queueEmail(tx, {
      to,
      from: env.mail.from,
      replyTo: env.support.email,
      subject: `${subject}: ${part.event_title}`,
      text: [
        `Hello,\n\n${text}${isLast ? '' : ' The rest of this payout is on its way.'}${note}`,
        `${env.publicOrigin}/organizer/events/${part.event_id}/statement`,
      ].join('\n\n'),
      dedupeKey: `payout_part:${part.id}:${key}`,
      now,
    })
  }
}
