import type { Language } from '../platform/values/language.rules.ts'
import { REPLIES } from './replies.text.ts'
import { fill, type Twin } from './twin.rules.ts'

type Delivery = {
  state: 'queued' | 'sent' | 'delivered' | 'failed'
  /** The reason why the delivery failed, in words; '' if it did not fail. */
  why: string
}

/** Opt-outs: 406 and HTTP 409 come in a response, the other texts in a delivery report. */
const OPTED_OUT = /^406\b|UserInBlack|DoNotDisturb|HTTP 409/i

export function isOptOut(reason: string | null): boolean {
  return reason !== null && OPTED_OUT.test(reason)
}

/** The beginning of the stored reason if all retries of a message failed. */
export const GIVEN_UP = 'given up: '

/** Patterns of the gateway's reasons, each with our text for it. */
const WHY: readonly [RegExp, Twin][] = [
  [OPTED_OUT, REPLIES.optedOut],
  [/^403\b|^404\b|UserDoesNotExist|NotNetworkSubcriber|UnsupportedNumber/i, REPLIES.noSuchPhone],
  [/UserIsInactive|AbsentSubscriber|Expired/i, REPLIES.phoneAway],
  [/UserAccountSuspended/i, REPLIES.lineSuspended],
  [/^407\b|^502\b/, REPLIES.noSmsRoute],
]

/** Why an SMS failed, for admins and organizers. */
export function failureText(reason: string | null): string {
  if (!reason) return 'no reason was given'
  return known(reason)?.en ?? reason
}

/** Why an SMS failed, for the buyer. The gateway's own words would mean nothing to a buyer. */
export function unreachedText(phone: string, failure: string | null, language: Language): string {
  const reason = (known(failure ?? '') ?? REPLIES.notDelivered)[language]
  return fill(REPLIES.smsNotSent, language, { phone, reason })
}

function known(reason: string): Twin | undefined {
  const [, text] = WHY.find(([pattern]) => pattern.test(reason)) ?? []
  return text ?? (reason.startsWith(GIVEN_UP) ? REPLIES.gatewayDown : undefined)
}

export function deliveryOf(state: string, reason: string | null): Delivery {
  if (state === 'failed') return { state, why: failureText(reason) }
  if (state === 'sent' || state === 'delivered') return { state, why: '' }
  return { state: 'queued', why: '' }
}
