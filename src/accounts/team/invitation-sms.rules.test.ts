// spec: team-invitations
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyName } from '../../../test/names.ts'
import { SMS_MAX_SEPTETS, septets } from '../../messages/sms.rules.ts'
import { invitationSms } from './invitation-sms.rules.ts'

const TOKEN = 'Az0-_'.padEnd(43, 'x')
// The gateway appends this to the first message that a phone gets from a sender.
const OPT_OUT = '\nSTOP*456*9*5#'

const anyOrigin = fc
  .integer({ min: 4, max: 32 })
  .map((length) => `https://${'ticket-shop.nairobi-events.example'.slice(0, length)}`)

test('an invitation SMS has one part with its whole link, whatever the title', () => {
  fc.assert(
    fc.property(anyName, anyOrigin, fc.boolean(), (title, origin, isForAll) => {
      const link = `${origin}/organizer/join#${TOKEN}`
      const text = invitationSms({ title, link }, isForAll)
      expect(septets(text + OPT_OUT)).toBeLessThanOrEqual(SMS_MAX_SEPTETS)
      expect(text.endsWith(`: ${link}`)).toBe(true)
    }),
    { seed: 20261127, numRuns: 3_000 },
  )
})
