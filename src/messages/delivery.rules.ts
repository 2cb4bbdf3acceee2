/** Where the SMS of an order's tickets is. */
export type Delivery = {
  state: 'queued' | 'sent' | 'delivered' | 'failed'
  /** In words, where it failed; else ''. */
  why: string
}

/** The gateway's words for a recipient who wants none: 406 when it is asked, else in a report. */
const OPTED_OUT = /^406\b|UserInBlack|DoNotDisturb|HTTP 409/i

export function isOptOut(reason: string | null): boolean {
  return reason !== null && OPTED_OUT.test(reason)
}

const WHY: readonly [RegExp, string][] = [
  [OPTED_OUT, 'this phone opted out of our SMS'],
  [
    /^403\b|^404\b|UserDoesNotExist|NotNetworkSubcriber|UnsupportedNumber/i,
    'no phone has this number',
  ],
  [/UserIsInactive|AbsentSubscriber|Expired/i, 'the phone was off or out of reach'],
  [/UserAccountSuspended/i, 'the line is suspended'],
  [/^407\b|^502\b/, 'the operator does not take SMS for it'],
  [/^given up/, 'the gateway took nothing for three days'],
]

/** Why it failed, for who looks after the buyer. */
export function failureWords(reason: string | null): string {
  if (!reason) return 'no reason was given'
  return known(reason) ?? reason
}

/** The same for the buyer, to whom the gateway's own words say nothing. */
export function unreachedWords(phone: string, reason: string | null): string {
  const why = known(reason ?? '') ?? 'the network did not deliver it'
  return `We could not send the SMS to ${phone}: ${why}.`
}

const known = (reason: string) => WHY.find(([pattern]) => pattern.test(reason))?.[1]

/** What is told of a message in this state. */
export function deliveryOf(state: string, reason: string | null): Delivery {
  if (state === 'failed') return { state, why: failureWords(reason) }
  if (state === 'sent' || state === 'delivered') return { state, why: '' }
  return { state: 'queued', why: '' }
}
