// spec: review-card
import { expect, test } from 'vitest'
import type { OrganizerFacts } from '../organizer-facts.contract.ts'
import { warningsOf } from './organizer-facts.tsx'

const factsWith = (open: number) => ({ organizer: { complaints: { open } } }) as OrganizerFacts

test('open complaints and debts are warnings before a publication', () => {
  expect(warningsOf(factsWith(1))).toEqual(['1 complaint about this organizer is open.'])
  expect(warningsOf(factsWith(2))).toEqual(['2 complaints about this organizer are open.'])
  const debt = { organizer: { complaints: { open: 0 }, owes: 44080 } } as OrganizerFacts
  expect(warningsOf(debt)).toEqual(['The organizer owes us KES 44,080.'])
  for (const facts of [factsWith(0), { organizer: null } as OrganizerFacts, null]) {
    expect(warningsOf(facts)).toEqual([])
  }
})
