import { isOtherOperator } from '../payments/prompts/operator.rules.ts'
import type { Deps } from '../platform/database/deps.ts'
import { refuseField } from '../platform/errors.ts'
import { normalisePhone, phoneError, withoutMarks } from '../platform/values/phone.rules.ts'
import type { PayoutAccount } from './payout-account.rules.ts'
import type { PayoutAccountRequest } from './payout-accounts.contract.ts'

const SHORT_CODE = /^\d{5,7}$/
/**
 * The AccountReference of a Business Pay Bill has at most 13 characters. Some signs make M-Pesa
 * fail the request without an error, so only letters, digits and single spaces are accepted.
 */
const ACCOUNT_NUMBER = /^(?=.{1,13}$)[A-Za-z0-9]+( [A-Za-z0-9]+)*$/
const BANK_NUMBER = /^[A-Za-z0-9]{5,34}$/

type Settings = Deps['env']['mpesa']

/** Reads a payout account as an organizer typed it. Throws invalid_field. */
export function readAccount(request: PayoutAccountRequest, mpesa: Settings): PayoutAccount {
  const { kind, number: typed } = request
  const nothing = { account_number: '', bank: '' }
  if (kind === 'mpesa') return { kind, number: readPayee(typed), ...nothing }
  const number = withoutMarks(typed)
  if (kind === 'bank') {
    if (!BANK_NUMBER.test(number)) refuseField('number', 'Enter the bank account number.')
    const bank = (request.bank ?? '').trim().replace(/\s+/g, ' ')
    if (bank === '') refuseField('bank', 'Enter the bank and its branch.')
    return { kind, number, ...nothing, bank }
  }
  const shortCode = withoutZeros(number)
  if (!SHORT_CODE.test(number) || !SHORT_CODE.test(shortCode)) {
    refuseField('number', 'Enter 5 to 7 digits.')
  }
  if (isOurs(shortCode, mpesa)) refuseField('number', 'This is our own number. Enter yours.')
  if (kind === 'till') return { kind, number: shortCode, ...nothing }
  const account_number = (request.account_number ?? '').trim().replace(/\s+/g, ' ')
  if (!ACCOUNT_NUMBER.test(account_number)) {
    const text = 'Enter the account number: at most 13 letters and digits, without other signs.'
    refuseField('account_number', text)
  }
  return { kind, number: shortCode, account_number, bank: '' }
}

/** The phone number of an M-PESA account. The owner does not confirm the number, so a doubtful number is refused. */
function readPayee(typed: string): string {
  if (isOtherOperator(typed)) {
    const text =
      "This is another network's number, and M-PESA works on Safaricom lines. Enter a Safaricom number, or choose a till, paybill or bank account."
    refuseField('number', text)
  }
  return normalisePhone(typed) ?? refuseField('number', phoneError(typed))
}

/** The number of a till or paybill without leading zeros: M-Pesa reads 0174379 as 174379. */
const withoutZeros = (number: string) => number.replace(/^0+/, '')

function isOurs(number: string, { shortcode, b2cShortcode, partyB }: Settings): boolean {
  return [shortcode, b2cShortcode, partyB].map(withoutZeros).includes(withoutZeros(number))
}

/**
 * Whether M-Pesa can pay a stored account. An account that was stored under earlier rules, or
 * before our own numbers changed, may not fit.
 */
export function isFit({ kind, number, account_number }: PayoutAccount, mpesa: Settings): boolean {
  if (kind === 'till') return !isOurs(number, mpesa)
  return kind !== 'paybill' || (!isOurs(number, mpesa) && ACCOUNT_NUMBER.test(account_number))
}
