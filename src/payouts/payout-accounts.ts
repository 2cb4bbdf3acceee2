import { insertAudit } from '../accounts/audit-log.sql.ts'
import { AccountError } from '../accounts/errors.ts'
import { DEFAULT_RESERVE } from '../ledger/reserve.rules.ts'
import { selectReserve } from '../ledger/reserve.sql.ts'
import { queueEmail, queueSms } from '../messages/outbox.ts'
import { smsMoment, toGsm } from '../messages/sms.rules.ts'
import { SMS } from '../messages/sms.text.ts'
import { fill } from '../messages/twin.rules.ts'
import { type Db, inTransaction, type Tx } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { organizersOf } from '../platform/http/rights.rules.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { isUuid, newId } from '../platform/ids.ts'
import { within } from '../platform/limits/limits.ts'
import { toKes } from '../platform/values/money.rules.ts'
import { formatMoment } from '../ui/dates.rules.ts'
import { formatExactKes } from '../ui/office/formats.rules.ts'
import { payoutTimes } from './declarations.ts'
import { stopOf } from './payout.rules.ts'
import {
  accountLabel,
  isSameAccount,
  maskedLabel,
  type PayoutAccount,
} from './payout-account.rules.ts'
import type {
  CurrentPayoutAccount,
  PayoutAccountReply,
  PayoutAccountRequest,
} from './payout-accounts.contract.ts'
import {
  hasPaidOrders,
  insertPayoutAccount,
  lockPayee,
  lockSalesOf,
  type PayoutAccountRow,
  selectPayoutAccounts,
} from './payout-accounts.sql.ts'
import { confirmNumber } from './payout-number.ts'
import { bringForward, selectUnsentParts } from './payout-parts.sql.ts'
import { readAccount } from './typed-account.ts'

type AccountDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'timeScale' | 'log'>

/** The limit of changes a day, because each change sends an email and SMS. */
const CHANGES = { max: 5, windowMs: 24 * 3600_000 }

/**
 * The account to which an organizer is paid. Admins may read it for every organizer, and other
 * callers for themselves and for organizers whose money they manage. Otherwise throws
 * `organization_not_found`.
 */
export async function readPayoutAccount(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  organizerId: string | undefined,
): Promise<CurrentPayoutAccount> {
  const id = organizerId?.toLowerCase() ?? viewer.accountId
  if (viewer.role !== 'admin' && !organizersOf(viewer, 'money').includes(id)) {
    throw new AccountError('organization_not_found')
  }
  const account = await readAccountOf({ db, clock }, id)
  const reserve = isUuid(id) ? await selectReserve(db, id) : undefined
  return {
    account,
    new_account_waits: account !== null || (isUuid(id) && (await hasPaidOrders(db, id))),
    reserve_basis_points: reserve ?? DEFAULT_RESERVE,
  }
}

/**
 * The account to which this organizer is paid; null if none was set. The caller has checked that
 * the viewer may see it.
 */
export async function readAccountOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: string,
): Promise<PayoutAccountReply | null> {
  const row = isUuid(id) ? await currentAccount(db, id) : undefined
  return row ? toReply(row, clock.now()) : null
}

/** The newest account; undefined if none was set. */
async function currentAccount(db: Db, organizerId: string): Promise<PayoutAccountRow | undefined> {
  return (await selectPayoutAccounts(db, organizerId))[0]
}

/**
 * Sets the caller's own payout account. Nothing is paid to a new account for 48 hours. If a thief
 * with a stolen session has set the account, an email warns the organizer in time. A first account
 * that is set before the first paid order takes effect immediately, because there is nothing to
 * steal yet. Setting the last usable account again also takes effect immediately. Throws 422 at
 * `code` if the code of an M-PESA number that is new to the organizer is missing or wrong.
 */
export async function setPayoutAccount(
  deps: AccountDeps,
  { accountId }: Viewer,
  request: PayoutAccountRequest,
  address: string,
): Promise<PayoutAccountReply> {
  const wanted = readAccount(request, deps.env.mpesa)
  await confirmNumber(deps, { accountId, wanted, code: request.code ?? '', address })
  const limit = { key: `payout_account:${accountId}`, ...CHANGES }
  const set = () => inTransaction(deps.db, (tx) => replaceAccount(deps, tx, { accountId, wanted }))
  const { row } = await within(deps, [limit], set, ({ isNew }) => !isNew)
  return toReply(row, deps.clock.now())
}

async function replaceAccount(
  deps: AccountDeps,
  tx: Tx,
  { accountId, wanted }: { accountId: string; wanted: PayoutAccount },
): Promise<{ row: PayoutAccountRow; isNew: boolean }> {
  const isUnsold = await holdUnsold(tx, accountId)
  const payee = await lockPayee(tx, accountId)
  if (!payee) throw new AccountError('account_not_found')
  const now = deps.clock.now()
  const before = await selectPayoutAccounts(tx, accountId)
  const current = before[0]
  if (current && isSameAccount(current, wanted)) return { row: current, isNew: false }
  const lastUsable = before.find(({ usable_at }) => usable_at <= now)
  const isKnown = lastUsable !== undefined && isSameAccount(lastUsable, wanted)
  const isFirst = current === undefined
  const waitMs = isKnown || (isFirst && isUnsold) ? 0 : payoutTimes(deps.timeScale).accountWaitMs
  const usable_at = new Date(now.getTime() + waitMs)
  const row = { id: newId(), account_id: accountId, ...wanted, created_at: now, usable_at }
  await insertPayoutAccount(tx, row)
  const after = { account: maskedLabel(wanted), usable_at: usable_at.toISOString() }
  await insertAudit(tx, { accountId, at: now }, [
    { action: 'payout_account_changed', subject: accountId, after },
  ])
  const stopped = await stopUnsent(tx, row)
  const replaced = [current, lastUsable]
  await notify(deps, tx, { email: payee.email, row, isFirst, replaced, stopped })
  if (stopped !== null) await mailStopped(deps, tx, { email: payee.email, row, stopped })
  return { row, isNew: true }
}

/**
 * Whether an organizer without a payout account has sold no ticket for money. If true, no ticket
 * is paid for before the transaction ends, so a first sale comes after the account.
 */
async function holdUnsold(tx: Tx, accountId: string): Promise<boolean> {
  if ((await currentAccount(tx, accountId)) || (await hasPaidOrders(tx, accountId))) return false
  await lockSalesOf(tx, accountId)
  return !(await hasPaidOrders(tx, accountId))
}

/**
 * Finds the approved payouts to replaced accounts that were not sent, and lets the sweep give their
 * money back immediately. Returns their sum in words, or null if there are none.
 */
async function stopUnsent(tx: Tx, { account_id, created_at }: PayoutAccountRow) {
  const unsent = await selectUnsentParts(tx, account_id)
  const stopped = unsent.filter(
    (part) => stopOf({ ...part, ...NO_CLAIMS }, created_at) === 'account_replaced',
  )
  if (stopped.length === 0) return null
  const ids = stopped.map(({ id }) => id)
  await bringForward(tx, ids, created_at)
  return formatExactKes(toKes(stopped.reduce((sum, { amount_cents }) => sum + amount_cents, 0)))
}

const NO_CLAIMS = { is_claimed: false, is_uncovered: false, may_be_uncovered: false }

type Change = {
  email: string
  row: PayoutAccountRow
  /** Whether the organizer had no account before. */
  isFirst: boolean
  replaced: (PayoutAccountRow | undefined)[]
  /** The sum of the payouts that are not sent, because the account was replaced. */
  stopped: string | null
}

/**
 * Notifies the organizer by email. Also sends an SMS to each M-PESA number that is no longer paid to.
 */
async function notify({ env }: AccountDeps, tx: Tx, change: Change) {
  const { email, row, isFirst, replaced, stopped } = change
  const { id, created_at: now, usable_at } = row
  const from = formatMoment(usable_at, now)
  const account = maskedLabel(row)
  await queueEmail(tx, {
    to: email,
    from: env.mail.from,
    replyTo: env.support.email,
    subject: `Your payout account was ${isFirst ? 'added' : 'changed'}`,
    text: [
      `Hello,\n\nYour payouts ${usable_at > now ? `will go to ${account} from ${from}` : `go to ${account} from now on`}.`,
      ...(stopped === null
        ? []
        : [
            `${stopped} of approved payouts was not sent yet, and does not go to the old account. You can request it again when it is in your balance.`,
          ]),
      `If it wasn't you, change your password now, set your own account again on the Statement page, and call us: ${env.support.phone}.`,
      `${env.publicOrigin}/organizer/statement`,
    ].join('\n\n'),
    dedupeKey: `payout_account:${id}`,
    now,
  })
  const phones = replaced.flatMap((old) => (old?.kind === 'mpesa' ? [old.number] : []))
  for (const phone of new Set(phones)) {
    if (phone === row.number) continue
    const body = toGsm(
      fill(SMS.payoutAccount, 'en', {
        account,
        from: smsMoment(usable_at, 'en'),
        phone: env.support.phone,
      }),
    )
    await queueSms(tx, { phone, body, dedupeKey: `payout_account:${id}:${phone}`, now })
  }
}

/** Notifies support, because an admin may be about to pay the old account at the bank. */
async function mailStopped(
  { env }: AccountDeps,
  tx: Tx,
  { email, row, stopped }: Omit<Change, 'replaced' | 'isFirst'>,
): Promise<void> {
  const text = `${email} has changed the payout account. ${stopped} of approved payouts was not sent yet: pay nothing to the old account. The part for M-PESA returns to the balance. A bank payment stays on the work list until you put it back there:`
  await queueEmail(tx, {
    to: env.support.email,
    from: env.mail.from,
    replyTo: email,
    subject: 'Payout account changed: do not pay the old one',
    text: `${text}\n\n${env.publicOrigin}/organizer/work-list`,
    dedupeKey: `payout_stopped:${row.id}`,
    now: row.created_at,
  })
}

function toReply(row: PayoutAccountRow, now: Date): PayoutAccountReply {
  const { id, kind, number, account_number, bank, created_at, usable_at } = row
  return {
    id,
    kind,
    number,
    account_number,
    bank,
    words: accountLabel(row),
    created_at: created_at.toISOString(),
    usable_at: usable_at.toISOString(),
    is_usable: usable_at <= now,
  }
}
