import { toKes } from '../../platform/values/money.rules.ts'
import { formatCount } from '../../ui/office/formats.rules.ts'
import { withExampleLink } from '../refund.rules.ts'
import { cancelledSms, dayCancelledSms } from '../refund-sms.rules.ts'
import { passSms } from './cancellation.rules.ts'

/** The passes for a cancelled day that stay valid for other days. */
export type KeptPasses = {
  passes: number
  buyers: number
  /** Whether no buyer paid. */
  is_free: boolean
}

/** The first refund that a cancellation makes due, as an example. */
export type FirstRefund = { code: string; is_cash: boolean; cents: number }

type Announced = {
  eventTitle: string
  /** The date of the cancelled day, YYYY-MM-DD. */
  day: string
  origin: string
  /** The last day on which holders may request a refund; null if they cannot. */
  until: string | null
}

/** The SMS to a buyer with passes that stay valid, in English. */
export function keptPassSms({ eventTitle, day, origin, until }: Announced): string {
  return withExampleLink(origin, (link) =>
    passSms({
      language: 'en',
      eventTitle,
      day,
      refund: until !== null ? { until, link } : null,
    }),
  )
}

/** The SMS to the first buyer who gets a refund, in English. `day` is null for the whole event. */
export function firstRefundSms(
  { code, is_cash: isCash, cents }: FirstRefund,
  { eventTitle, day, by }: { eventTitle: string; day: string | null; by: string },
): string {
  const facts = { eventTitle, language: 'en' as const, code, isCash, by, amountKes: toKes(cents) }
  return day === null ? cancelledSms(facts) : dayCancelledSms({ ...facts, day })
}

/** '2 passes stay valid for the other days, nothing is refunded for them' */
export function keptText({ passes }: Pick<KeptPasses, 'passes'>, mayAsk: boolean): string {
  const money = mayAsk
    ? `${passes === 1 ? 'its holder' : 'their holders'} may ask for a refund`
    : `nothing is refunded for ${passes === 1 ? 'it' : 'them'}`
  return `${formatCount(passes)} ${passes === 1 ? 'pass stays' : 'passes stay'} valid for the other days, ${money}`
}
