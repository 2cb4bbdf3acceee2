import { sendPhoneCode } from '../messages/phone-codes.ts'
import { SMS } from '../messages/sms.text.ts'
import { fill } from '../messages/twin.rules.ts'
import type { Db } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { refuseField } from '../platform/errors.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { within } from '../platform/limits/limits.ts'
import { isRightCode } from '../tickets/limits.ts'
import { isSameAccount, type PayoutAccount } from './payout-account.rules.ts'
import type { PayoutCodeReply } from './payout-accounts.contract.ts'
import { selectPayoutAccounts } from './payout-accounts.sql.ts'
import { readAccount } from './typed-account.ts'

// The code by SMS shows that a person has the phone of a new M-PESA number. It finds mistyped
// numbers. It stops no thief, who can confirm a number of the thief's own.

type CodeDeps = Pick<Deps, 'db' | 'env' | 'clock'>

/** The limit of codes per day, because the SMS to a mistyped number reaches a stranger. */
const CODES = { max: 10, windowMs: 24 * 3600_000 }

const keyOf = (accountId: string, { number: phone }: PayoutAccount) =>
  ({ purpose: 'payout', scope: accountId, phone }) as const

/** Sends a code to an M-PESA number, unless the caller's payouts went to the number before. */
export async function sendPayoutCode(
  deps: CodeDeps,
  { accountId }: Viewer,
  { number, address }: { number: string; address: string },
): Promise<PayoutCodeReply> {
  const wanted = readAccount({ kind: 'mpesa', number }, deps.env.mpesa)
  if (await isEarlier(deps.db, accountId, wanted)) return { is_sent: false }
  const text = (code: string) => fill(SMS.payoutCode, 'en', { code })
  await within(deps, [{ key: `payout_code:${accountId}`, ...CODES }], () =>
    sendPhoneCode(deps, { ...keyOf(accountId, wanted), address, text }),
  )
  return { is_sent: true }
}

type Confirmation = { accountId: string; wanted: PayoutAccount; code: string; address: string }

/** Throws 422 at `code` if an M-PESA number that is new to the organizer lacks its code. */
export async function confirmNumber(
  deps: CodeDeps & Pick<Deps, 'log'>,
  { accountId, wanted, code, address }: Confirmation,
): Promise<void> {
  if (wanted.kind !== 'mpesa' || (await isEarlier(deps.db, accountId, wanted))) return
  if (code.trim() === '') refuseField('code', 'Enter the code from the SMS to this number.')
  if (await isRightCode(deps, { ...keyOf(accountId, wanted), code, address })) return
  refuseField('code', 'Wrong or expired code. Please check the SMS, or request another code.')
}

/** Whether the account is one of the organizer's accounts, now or before. */
async function isEarlier(db: Db, accountId: string, wanted: PayoutAccount): Promise<boolean> {
  const accounts = await selectPayoutAccounts(db, accountId)
  return accounts.some((account) => isSameAccount(account, wanted))
}
