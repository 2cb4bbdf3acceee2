import { expect, test } from 'vitest'
import { EMAIL_MAX, isEmailAddress } from './email-address.rules.ts'

const long = (length: number) => `${'x'.repeat(length - '@example.com'.length)}@example.com`

test.each([
  'asha@example.com',
  'asha+tickets.2026@mail.example.co.ke',
  "o'brien_#1@example.com",
  'asha@localhost',
  'asha@[192.0.2.1]',
  'asha@[IPv6:2001:db8::1]',
  'wanjikũ@barua.example',
  'asha@müller.example',
  long(EMAIL_MAX),
])('a mail could go to %j', (address) => {
  expect(isEmailAddress(address)).toBe(true)
})

test.each([
  '',
  'asha',
  '@example.com',
  'asha@',
  'a@b@example.com',
  'a b@example.com',
  'asha@exam ple.com',
  ' asha@example.com',
  'asha@example.com\n',
  'asha@example.com\r\nBcc: b@example.com',
  'a\u0000@example.com',
  'a\u0085@example.com',
  'asha@example.com,b@example.com',
  'asha@example.com;b@example.com',
  'Asha <asha@example.com>',
  '<asha@example.com>',
  'asha(a comment)@example.com',
  '"asha"@example.com',
  'undisclosed:asha@example.com',
  'asha\\@example.com',
  'asha@exam"ple.com',
  'asha@example.com(comment)',
  long(EMAIL_MAX + 1),
])('no mail goes to %j', (address) => {
  expect(isEmailAddress(address)).toBe(false)
})
