// spec: sandbox-ussd-faults
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTrial, type Trial, until } from './trial.ts'
import { NO_CONNECTION } from './ussd.ts'

let trial: Trial
beforeEach(async () => {
  trial = await startTrial()
  trial.listener.script.answer = (path, { text }) =>
    path !== '/cb/u/menu' ? '' : text.endsWith('9') ? 'END Bye' : `CON Got ${text}`
})
afterEach(() => trial.close())

const ANA = '254712000001'
const turns = () => trial.told('/cb/u/menu')
const ends = () => trial.told('/cb/u/menu/end')
const plan = (ussd: object) => trial.plan({ seed: 3, ussd })
const counts = async () => (await trial.counts()).ussd

test('repeat: each turn is posted twice, and counts once', async () => {
  await plan({ repeat: 1 })
  const first = await trial.dial(ANA)
  await trial.type(ANA, first, '9')
  expect(turns().map(({ text }) => text)).toEqual(['', '', '9', '9'])
  expect(new Set(turns().map(({ sessionId }) => sessionId)).size).toBe(1)
  await until('the end was told', () => ends().length === 1)
  expect(ends()).toMatchObject([{ hopsCount: '2', status: 'Success' }])
  expect(await counts()).toMatchObject({ repeat: 2 })
})

test('reply_lost: the service has replied, and the phone shows an error', async () => {
  await plan({ reply_lost: 1 })
  expect(await trial.dial(ANA)).toMatchObject({ screen: NO_CONNECTION, open: false })
  expect(turns()).toHaveLength(1)
  await until('the end was told', () => ends().length === 1)
  expect(ends()).toMatchObject([{ status: 'Failed', errorMessage: 'The reply was lost' }])
  expect(await counts()).toMatchObject({ reply_lost: 1 })
})

test('cut: the input never reaches the service', async () => {
  const first = await trial.dial(ANA)
  await plan({ cut: 1 })
  const shown = await trial.type(ANA, first, '1')
  expect(shown).toEqual({ ...first, screen: NO_CONNECTION, open: false })
  expect(turns()).toHaveLength(1)
  await until('the end was told', () => ends().length === 1)
  expect(ends()).toMatchObject([{ status: 'Incomplete', hopsCount: '1' }])
  expect(await counts()).toMatchObject({ cut: 1 })
})

test('split_root: the service code is the root of the dialled code, and the rest are inputs', async () => {
  await plan({ split_root: 1 })
  const first = await trial.dial(ANA)
  await trial.type(ANA, first, '1')
  await trial.type(ANA, first, '9')
  await trial.dial(ANA, '*265*25*123#')
  expect(turns().map(({ serviceCode, text }) => [serviceCode, text])).toEqual([
    ['*265#', '25'],
    ['*265#', '25*1'],
    ['*265#', '25*1*9'],
    ['*265#', '25*123'],
  ])
  expect(await counts()).toMatchObject({ split_root: 2 })
})

test('split_none: the service code is the whole dialled string', async () => {
  await plan({ split_none: 1 })
  const first = await trial.dial(ANA, '*265*25*123#')
  await trial.type(ANA, first, '9')
  await trial.dial(ANA)
  expect(turns().map(({ serviceCode, text }) => [serviceCode, text])).toEqual([
    ['*265*25*123#', ''],
    ['*265*25*123#', '9'],
    ['*265*25#', ''],
  ])
  expect(await counts()).toMatchObject({ split_none: 1 })
})

test('a split is not counted if it changes nothing, or if another code was dialled', async () => {
  await plan({ split_root: 1, split_none: 1 })
  await trial.dial(ANA, '*144#')
  expect(await counts()).toMatchObject({ split_root: 0, split_none: 0 })
  await trial.close()
  trial = await startTrial({ ussdCode: '*265#' })
  trial.listener.script.answer = () => 'CON Hello'
  await plan({ split_root: 1 })
  await trial.dial(ANA, '*265*123#')
  expect(turns()).toMatchObject([{ serviceCode: '*265#', text: '123' }])
  expect(await counts()).toMatchObject({ split_root: 0 })
})

test('delay_ms: a turn is delayed, and the next input has to wait for its screen', async () => {
  const first = await trial.dial(ANA)
  await plan({ delay_ms: [300, 300] })
  const slow = trial.type(ANA, first, '1')
  await until('it was sent', async () => (await counts()).delay_ms === 1)
  const early = await trial.send('POST', `/phones/${ANA}/ussd`, { ...pick(first), input: '2' })
  expect([early.status, early.json.error]).toEqual([409, 'input: the screen has not come yet'])
  expect(await slow).toMatchObject({ screen: 'Got 1' })
})

const pick = ({ session_id }: { session_id: string }) => ({ session_id })

test("end_drop: the service is not notified of the session's end", async () => {
  await plan({ end_drop: 1 })
  const first = await trial.dial(ANA)
  await trial.type(ANA, first, '9')
  expect(await counts()).toMatchObject({ end_drop: 1 })
  await trial.plan({})
  await trial.type(ANA, await trial.dial(ANA), '9')
  await until('the next end was told', () => ends().length > 0)
  expect(ends().map(({ sessionId }) => sessionId)).not.toContain(first.session_id)
})

test('a plan that is set twice draws the same faults twice', async () => {
  const draw = async () => {
    await plan({ cut: 0.3, split_root: 0.5 })
    const seen: unknown[] = []
    for (let number = 0; number < 12; number++) {
      const { open } = await trial.dial(ANA)
      seen.push([open, turns().at(-1)?.serviceCode])
      if (open) await trial.send('DELETE', `/phones/${ANA}/ussd`)
    }
    return seen
  }
  await trial.dial(ANA, '*144#')
  const first = await draw()
  const again = await draw()
  expect(again.slice(1)).toEqual(first.slice(1))
  expect(new Set(first.map(String)).size).toBeGreaterThan(2)
})
