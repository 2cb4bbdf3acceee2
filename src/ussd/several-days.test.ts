// Tests the screens before a payment for an event of several days.
import { beforeAll, expect, test } from 'vitest'
import { buildEvent } from '../../test/build.ts'
import { dialCodeOf, makeDialler } from '../../test/dialler.ts'
import { keepStage } from '../../test/stage.ts'
import { eventsScreen } from './event-screens.rules.ts'

const stage = keepStage()
let code: string
beforeAll(async () => {
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

// spec: days-told
test('the list of events has the days that take place, short where names would be cut', () => {
  const day = (n: number, cancelled: boolean) => ({
    ...{ n, date: `2027-12-${16 + n}`, time: '14:00' },
    ...(cancelled && { cancelled_at: '2026-11-20T07:00:00Z' }),
  })
  const event = (title: string, cancelled: number[]) => ({
    ...{ id: title, title, date: '2027-12-17', time: '17:00', is_sold_out: false },
    ...{ ticket_types: [], days: [1, 2, 3].map((n) => day(n, cancelled.includes(n))) },
  })
  const frame = { language: 'en', hasBack: true } as const
  const list = (...events: ReturnType<typeof event>[]) => eventsScreen(frame, events).text
  expect(list(event('Tana Fest', []), event('Lamu Fest', [1]), event('Gedi Fest', [1, 3]))).toBe(
    '1 Tana Fest Fri 17-Sun 19 Dec\n2 Lamu Fest Sat 18-Sun 19 Dec\n3 Gedi Fest Sat 18 Dec\n0 Back',
  )
  const long = 'The Great Tana River Festival of Music'
  const four = [1, 2, 3, 4].map(() => event(long.slice(0, 25), []))
  expect(list(...four)).toContain(' 17-19 Dec\n')
})
