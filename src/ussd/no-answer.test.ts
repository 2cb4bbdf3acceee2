// Tests that inputs which a screen does not accept get a notice, whether dialled or typed.
import { beforeAll, expect, test } from 'vitest'
import { buildEvent } from '../../test/build.ts'
import { makeDialler } from '../../test/dialler.ts'
import { MINUTE } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'

const stage = keepStage()
let code: string

beforeAll(async () => {
  const types = [{ name: 'Standard', price: 500, capacity: 50, maxPerOrder: 4 }]
  const { id } = await buildEvent(stage.db, { title: 'Derby Day', types })
  const event = stage.db.selectFrom('event').select('dial_code').where('id', '=', id)
  code = String((await event.executeTakeFirstOrThrow()).dial_code)
})

// spec: ussd-event-code
test.each([
  ['99', 'No event has code 99.', 'Hakuna tukio la nambari 99.'],
  ['99*1', 'No event has code 99.', 'Hakuna tukio la nambari 99.'],
  ['999999999', 'No event has code 999999999.', 'Hakuna tukio la nambari 999999999.'],
  ['9', 'Invalid choice.', 'Chaguo si sahihi.'],
  ['1234567890', 'Invalid choice.', 'Chaguo si sahihi.'],
])('%s, which leads nowhere, is told of above the menu, each time', async (code, en, sw) => {
  const phone = makeDialler(stage)
  const menu = await phone.dial()
  stage.pass(6 * MINUTE)
  for (let n = 0; n < 2; n++) {
    expect((await phone.dial(code)).screen).toBe(`${en}\n${menu.screen}`)
  }
  const swahili = await phone.type('6')
  expect((await phone.dial(code)).screen).toBe(`${sw}\n${swahili.screen}`)
})

// spec: ussd-dial-string
test('a quantity above the maximum gets a notice, whether dialled or typed', async () => {
  const phone = makeDialler(stage)
  const quantityScreen = /\nHow many\? \(1-4\)\n0 Back$/
  const dialled = (await phone.dial(`${code}*1*7`)).screen
  expect(dialled).toMatch(/^At most 4\.\nStandard KES 500/)
  expect(dialled).toMatch(quantityScreen)
  for (const many of ['5', ' 7 ', '10000000']) {
    expect((await phone.type(many)).screen).toBe(dialled)
  }
  for (const none of ['0x', '-1', 'two', '000']) {
    expect((await phone.type(none)).screen).toMatch(/^Invalid choice\.\nStandard/)
  }
})
