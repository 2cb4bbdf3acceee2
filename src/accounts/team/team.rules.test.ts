import { expect, test } from 'vitest'
import { recipientWords } from './team.rules.ts'

test('an invitation by SMS names the phone as people write it, and one by email the address', () => {
  expect(recipientWords('254712345678')).toBe('0712 345 678')
  expect(recipientWords('amina@club.example')).toBe('amina@club.example')
})
