import { expect, test } from 'vitest'
import { recipientText } from './team.rules.ts'

test('an invitation by SMS names the phone as people write it, and one by email the address', () => {
  expect(recipientText('254712345678')).toBe('0712 345 678')
  expect(recipientText('amina@club.example')).toBe('amina@club.example')
})
