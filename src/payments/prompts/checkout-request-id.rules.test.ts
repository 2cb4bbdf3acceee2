import { describe, expect, test } from 'vitest'
import { matchesPrompt } from './checkout-request-id.rules.ts'

// 19:30:06 in Nairobi.
const at = new Date('2026-03-14T16:30:06Z')
const prompt = { phone: '254712000001', at }

describe('an id that a callback reported', () => {
  test.each([
    ['ws_CO_14032026193006123712000001'],
    ['ws_CO_14032026192807000712000001'],
    ['ws_CO_14032026193205999712000001'],
  ])('%s may be the id of a prompt on this phone at this time', (id) => {
    expect(matchesPrompt(id, prompt)).toBe(true)
  })

  test.each([
    ['of another phone', 'ws_CO_14032026193006123712000002'],
    ['of an earlier prompt', 'ws_CO_14032026192755123712000001'],
    ['of a later prompt', 'ws_CO_14032026193207123712000001'],
    ['of the same time in UTC', 'ws_CO_14032026163006123712000001'],
    ['of the day before', 'ws_CO_13032026193006123712000001'],
    ['with an impossible day', 'ws_CO_32032026193006123712000001'],
    ['of the older form', 'ws_CO_14032026193006123'],
    ['with another digit at the end', 'ws_CO_140320261930061237120000011'],
    ['with another prefix', 'xx_CO_14032026193006123712000001'],
    ['without text', ''],
  ])('an id %s is not of this prompt', (_what, id) => {
    expect(matchesPrompt(id, prompt)).toBe(false)
  })
})
