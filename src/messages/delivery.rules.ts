/** The delivery of an order's tickets by SMS. */
export type Delivery = {
  state: 'queued' | 'sent' | 'delivered' | 'failed'
  /** Why the delivery failed, in words; else ''. */
  why: string
}

/** The gateway's words for a phone that opted out: 406 in a response, the others in a report. */
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

/** Why an SMS failed, for admins and organizers. */
export function failureWords(reason: string | null): string {
  if (!reason) return 'no reason was given'
  return known(reason) ?? reason
}

/** Why an SMS failed, for the buyer. The gateway's own words would mean nothing to a buyer. */
export function unreachedWords(phone: string, reason: string | null): string {
  const why = known(reason ?? '') ?? 'the network did not deliver it'
  return `We could not send the SMS to ${phone}: ${why}.`
}

const known = (reason: string) => WHY.find(([pattern]) => pattern.test(reason))?.[1]

/** The delivery that a message's state and last error stand for. */
export function deliveryOf(state: string, reason: string | null): Delivery {
  if (state === 'failed') return { state, why: failureWords(reason) }
  if (state === 'sent' || state === 'delivered') return { state, why: '' }
  return { state: 'queued', why: '' }
}
