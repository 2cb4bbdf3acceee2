import { expect, test } from 'vitest'
import { RESCHEDULE_DAYS, requestUntil } from '../events/reschedule.rules.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import { dueBy, isBusinessDay } from '../refunds/business-days.rules.ts'
import { REFUND_POLICY } from './refund-policy.text.ts'
import { TERMS } from './terms.text.ts'

const wordsOf = (policy: unknown) => JSON.stringify(policy)

// spec: refund-days-agree
test('the policies name the same number of business days that refunds use', () => {
  const from = '2027-03-01'
  let [business, day] = [0, from]
  while (day < dueBy(from)) {
    day = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
    if (isBusinessDay(day)) business += 1
  }
  const last = nairobiDate(requestUntil(new Date(`${from}T09:00:00+03:00`)))
  const open = (Date.parse(last) - Date.parse(from)) / 86_400_000
  expect(open).toBe(RESCHEDULE_DAYS)
  expect(wordsOf(REFUND_POLICY)).toContain(`7-${business} business days`)
  expect(wordsOf(TERMS)).toContain(`7-${business} business days`)
  expect(wordsOf(REFUND_POLICY)).toContain(`within ${open} days of the announcement`)
  expect(wordsOf(TERMS)).toContain(`within ${open} days of the announcement`)
})
