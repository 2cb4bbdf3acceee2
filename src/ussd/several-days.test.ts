// Tests the screens before a payment for an event of several days.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildEvent } from '../../test/build.ts'
import { dialCodeOf, makeDialler } from '../../test/dialler.ts'
import { makeStage, type Stage } from '../../test/stage.ts'

let stage: Stage
let code: string
beforeAll(async () => {
  stage = await makeStage()
  const { id } = await buildEvent(stage.db, {
    title: 'Tana Fest',
    days: [
      { date: '2027-12-17', time: '17:00' },
      { date: '2027-12-18', time: '14:00' },
      { date: '2027-12-19', time: '14:00', cancelledAt: new Date('2026-11-20T07:00:00Z') },
    ],
    types: [
      { name: 'Saturday Adult', price: 1000, days: [2] },
      { name: 'Sat and Sun', price: 1500, days: [2, 3] },
      { name: 'Weekend Pass', price: 2500, days: [1, 2, 3] },
    ],
  })
  code = await dialCodeOf(stage, id)
})
afterAll(() => stage.close())

// spec: days-told
test.each([
  [1, 'Sat 18 Dec 2PM, Nyayo', 'Jmosi 18 Des 2PM, Nyayo'],
  [2, 'Sat 18 Dec 2PM, Nyayo', 'Jmosi 18 Des 2PM, Nyayo'],
  [3, 'Fri 17-Sat 18 Dec, Nyayo', 'Ijm 17-Jmosi 18 Des, Nyayo'],
])('the total of type %i names its own days', async (row, en, sw) => {
  const dialler = makeDialler(stage)
  expect((await dialler.dial(`${code}*${row}*1`)).screen).toContain(`\n${en}`)
  const swahili = makeDialler(stage)
  await swahili.dial('6')
  await swahili.type(code)
  await swahili.type(String(row))
  expect((await swahili.type('1')).screen).toContain(`\n${sw}`)
})

// spec: days-told
test('the short total of a phone of another network names the own days, too', async () => {
  const totalOf = async (row: number) => {
    const dialler = makeDialler(stage, '254733000123')
    return (await dialler.dial(`${code}*${row}*1`)).screen
  }
  expect(await totalOf(1)).toMatch(/\n(Sat )?18 Dec 2PM/)
  expect(await totalOf(3)).toMatch(/\n(Fri 17-Sat 18 Dec|17-18 Dec)/)
})
