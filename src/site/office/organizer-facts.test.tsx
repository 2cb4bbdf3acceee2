// spec: review-card
import { expect, test } from 'vitest'
import type { OrganizerFacts } from '../organizer-facts.contract.ts'
import { warningsOf } from './organizer-facts.tsx'

const factsWith = (open: number) => ({ organizer: { complaints: { open } } }) as OrganizerFacts

test('open complaints are a warning before a publication', () => {
  expect(warningsOf(factsWith(1))).toEqual(['1 complaint about this organizer is open.'])
  expect(warningsOf(factsWith(2))).toEqual(['2 complaints about this organizer are open.'])
  for (const facts of [factsWith(0), { organizer: null } as OrganizerFacts, null]) {
    expect(warningsOf(facts)).toEqual([])
  }
})
