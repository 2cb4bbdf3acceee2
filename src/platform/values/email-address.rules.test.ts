import { expect, test } from 'vitest'
import { EMAIL_MAX, isEmailAddress, readEmailAddress } from './email-address.rules.ts'

const long = (length: number) => `${'x'.repeat(length - '@example.com'.length)}@example.com`

test.each([
  'asha@example.com',
  'asha+tickets.2026@mail.example.co.ke',
  "o'brien_#1@example.com",
  'wanjikũ@barua.example',
  'asha@müller.example',
  'asha@barua.xn--p1ai',
  'asha@3.example',
  long(EMAIL_MAX),
])('%j is an email address', (address) => {
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
  // Invisible characters make two addresses look alike.
  'asha\u200b@example.com',
  'asha\u200d@example.com',
  'asha\u00ad@example.com',
  '\u202eahsa@example.com',
  'asha\ufe0f@example.com',
  'asha\u3164@example.com',
  'asha@exam\u2060ple.com',
  'asha\ue000@example.com',
  // The mailer reads these characters as a full stop, and so reads a different domain.
  'asha@example\u3002com',
  'asha@example\uff61com',
  // These addresses are spelled differently from their stored form.
  'asha\uff20example.com',
  '\ufb00@example.com',
  // Mail servers refuse these addresses, or read them as a route to another server.
  '.asha@example.com',
  'asha.@example.com',
  'as..ha@example.com',
  'asha@example..com',
  'asha@-example.com',
  'asha@example.com.',
  'asha%lango.example@example.com',
  'lango.example!asha@example.com',
  '=?utf-8?q?asha?=@example.com',
  'asha@[192.0.2.1',
  // No buyer's mailbox can have these addresses: the part after the @ is no public domain name.
  'a@b',
  'asha@localhost',
  'asha@[192.0.2.1]',
  'asha@[IPv6:2001:db8::1]',
  'asha@192.0.2.1',
  'asha@example.c',
  'asha@[b@example.com]',
  long(EMAIL_MAX + 1),
])('%j is no email address', (address) => {
  expect(isEmailAddress(address)).toBe(false)
})

test.each([
  [' asha@example.com\n', 'asha@example.com'],
  ['Asha@Example.com', 'Asha@Example.com'],
  ['\uff41sha\uff20example.com', 'asha@example.com'],
  ['wanjiku\u0303@example.com', 'wanjik\u0169@example.com'],
  ['asha@example\uff0ecom', 'asha@example.com'],
  ['\u212awame@example.com', 'Kwame@example.com'],
  ['asha\u200b@example.com', null],
  ['asha\uff1cb@example.com', null],
  ['', null],
])('%j is stored as %j', (typed, address) => {
  expect(readEmailAddress(typed)).toBe(address)
})
