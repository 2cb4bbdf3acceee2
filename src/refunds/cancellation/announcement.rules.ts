import { toKes } from '../../platform/values/money.rules.ts'
import { formatCount } from '../../ui/office/formats.rules.ts'
import { withExampleLink } from '../refund.rules.ts'
import { cancelledSms, dayCancelledSms } from '../refund-sms.rules.ts'
import { passSms } from './cancellation.rules.ts'

/** The passes for a cancelled day that stay valid for other days, in people. */
export type KeptPasses = {
  passes: number
  buyers: number
  /** The paid passes that a link can refund, without used ones. */
  ask_passes: number
  /** The buyers who would get a link to request a refund. */
  ask_buyers: number
}

type KeptGroup = { passes: number; buyers: number; may_ask: boolean }

/**
 * The kept passes whose holders may ask for a refund, and the others. `frees`: whether the organizer
 * lets holders of passes ask.
 */
export function keptGroups(kept: KeptPasses, frees: boolean): KeptGroup[] {
  const { passes, buyers } = kept
  const ask = frees
    ? { passes: kept.ask_passes, buyers: kept.ask_buyers }
    : { passes: 0, buyers: 0 }
  return [
    { ...ask, may_ask: true },
    { passes: passes - ask.passes, buyers: buyers - ask.buyers, may_ask: false },
  ].filter((group) => group.passes > 0 || group.buyers > 0)
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

/**
 * '2 passes stay valid for the other days, and nothing is refunded for them'. Without passes the
 * buyers have add-ons for several days.
 */
export function keptText({ passes, may_ask: mayAsk }: Omit<KeptGroup, 'buyers'>): string {
  const kept =
    {
      0: 'Add-ons for several days stay',
      1: '1 pass stays',
    }[passes] ?? `${formatCount(passes)} passes stay`
  const money = mayAsk
    ? `${passes === 1 ? 'its holder' : 'their holders'} may ask for a refund`
    : `nothing is refunded for ${passes === 1 ? 'it' : 'them'}`
  return `${kept} valid for the other days, and ${money}`
}
