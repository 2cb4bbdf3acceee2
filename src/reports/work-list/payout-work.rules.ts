import { type Stop, type StopFacts, stopOf } from '../../payouts/payout.rules.ts'
import { accountWords, type PayoutAccount } from '../../payouts/payout-account.rules.ts'
import { formatDay } from '../../ui/office/words.rules.ts'

// The texts of the work list about payouts.

type Payee = PayoutAccount &
  StopFacts & { email: string | null; date: string | null; failure: string | null }

/** Reads the detail of a row about a payout. */
export const payeeOf = (detail: string) => JSON.parse(detail) as Payee

export function askedWords(amount: string, detail: string): string {
  const { email, date, ...account } = payeeOf(detail)
  const day = date === null ? '' : ` The event's date is ${formatDay(date)}.`
  return `${email ?? 'The organizer'} asks for ${amount} to ${accountWords(account)}.${day}`
}

export function byHandWords(amount: string, detail: string): string {
  const { failure, ...payee } = payeeOf(detail)
  const stop = stopOf(payee)
  const stopped = stop === null ? '' : ` ${STOP_WORDS[stop]}`
  const approved = `${amount} was approved for ${accountWords(payee)}.${stopped}`
  if (failure === null) return approved
  return `${approved} M-PESA did not confirm what became of it: it may have gone out. Check M-PESA's portal. If it went out, record its receipt; if it did not, put it back.`
}

const STOP_WORDS: Record<Stop, string> = {
  event_cancelled:
    'The event is cancelled since: do not pay. If no one has paid it before, put it back.',
  account_replaced:
    'The organizer has changed the payout account since: do not pay. If no one has paid it before, put it back.',
  event_frozen: 'The event may be cancelled: do not pay before you have decided about that.',
}
