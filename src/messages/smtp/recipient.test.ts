import { domainToUnicode } from 'node:url'
import fc from 'fast-check'
import addressparser from 'nodemailer/lib/addressparser'
import MailComposer from 'nodemailer/lib/mail-composer'
import { expect, test } from 'vitest'
import { todaysRuns } from '../../../test/torture/daily.ts'
import { isEmailAddress, readEmailAddress } from '../../platform/values/email-address.rules.ts'

/** Parts of addresses, as visitors and attackers type them. */
const PARTS = [
  ...'ab@@..+-_%!=?\'"(),:;<>[]\\ \t\r\n\u0000\u007f',
  '\u00a0',
  '\u00ad',
  '\u034f',
  '\u200b',
  '\u200d',
  '\u202e',
  '\u2066',
  '\u3002',
  '\uff0e',
  '\uff20',
  '\uff1c',
  '\ufe6b',
  '\u2024',
  '\u0130',
  '\u212a',
  '\ufb00',
  '\ufdfa',
  'ß',
  'ũ',
  '\u0301',
  '\u{e0041}',
  '\ud800',
  '=?utf-8?q?',
  '[192.0.2.1]',
  'example.com',
  'xn--mller-kva',
  'müller',
]

const texts = fc.oneof(
  fc.array(fc.constantFrom(...PARTS), { maxLength: 12 }).map((parts) => parts.join('')),
  fc
    .tuple(...[4, 4].map((maxLength) => fc.array(fc.constantFrom(...PARTS), { maxLength })))
    .map(([local, domain]) => `${local!.join('')}@${domain!.join('')}`),
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => `${text}@example.com`),
  fc.emailAddress(),
)

const RUNS = todaysRuns(3000, 500)

test('an address that passes is the one address that nodemailer parses and sends to', () => {
  fc.assert(
    fc.property(texts, (typed) => {
      const address = readEmailAddress(typed)
      fc.pre(address !== null)
      expect(isEmailAddress(address!)).toBe(true)
      expect(addressparser(address!)).toEqual([{ address, name: '' }])
      const mail = new MailComposer({ to: [{ name: '', address: address! }], text: '' }).compile()
      const { to } = mail.getEnvelope()
      expect(to).toHaveLength(1)
      const [local, domain] = split(address!)
      const [sentLocal, sentDomain] = split((to as string[])[0]!)
      expect(sentLocal).toBe(local)
      // Mail servers compare domains in ASCII and in lower case.
      expect(asShown(sentDomain)).toBe(asShown(domain))
    }),
    { numRuns: RUNS, maxSkipsPerRun: 1000 },
  )
})

test('an address that was parsed is parsed to itself, and has no invisible characters', () => {
  fc.assert(
    fc.property(texts, (typed) => {
      const address = readEmailAddress(typed)
      fc.pre(address !== null)
      expect(readEmailAddress(address!)).toBe(address)
      expect(address).not.toMatch(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u)
      expect(address!.normalize('NFKC')).toBe(address)
    }),
    { numRuns: RUNS, maxSkipsPerRun: 1000 },
  )
})

function split(address: string): [local: string, domain: string] {
  const at = address.lastIndexOf('@')
  return [address.slice(0, at), address.slice(at + 1)]
}

function asShown(domain: string): string {
  // The URL standard rejects some domains, such as literals, so the result may be empty.
  return domainToUnicode(domain) || domain.toLowerCase()
}
