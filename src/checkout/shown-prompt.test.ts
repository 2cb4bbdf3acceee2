import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../../test/build.ts'
import { fail, latestPrompt, place, prompted, readOrder } from '../../test/purchase.ts'
import { keepStage, type ScriptedDaraja } from '../../test/stage.ts'

const stage = keepStage({ MPESA_BUSINESS_NAME: 'KASARANI SHOWS LTD' })
let event: BuiltEvent
let accept: ScriptedDaraja['nextPush']

beforeAll(async () => {
  accept = stage.daraja.nextPush
})
beforeEach(async () => {
  stage.daraja.nextPush = accept
  // The clock stands still unless a test moves it.
  const at = Date.now()
  stage.clock.now = () => new Date(at + stage.clock.offsetMs)
  event = await buildEvent(stage.db, { types: [{ price: 100 }] })
})

const read = async (id: string) => (await readOrder(stage, id)).body

// spec: waiting-picture
test('the reply has the business and the account that the phone shows', async () => {
  const { orderId, push } = await prompted(stage, event)
  expect(await read(orderId)).toMatchObject({
    prompt: { business: 'KASARANI SHOWS LTD', account: push.accountReference },
  })
})

// spec: waiting-ring
test('a prompt counts down 60 s from when it was sent, for any number of reads; then it is being checked', async () => {
  const { orderId } = await prompted(stage, event)
  expect(await read(orderId)).toMatchObject({ phase: 'prompted', seconds_left: 60 })
  // Simulates a process whose clock is behind the clock of the process that sent the prompt.
  stage.pass(-5_000)
  expect(await read(orderId)).toMatchObject({ phase: 'prompted', seconds_left: 60 })
  stage.pass(55_000)
  expect(await read(orderId)).toMatchObject({ phase: 'prompted', seconds_left: 10 })
  stage.pass(10_000)
  expect(await read(orderId)).toMatchObject({
    phase: 'checking',
    seconds_left: null,
    message: 'We are checking with M-PESA whether you have paid. Do not pay again.',
  })
  stage.pass(40_000)
  expect(await read(orderId)).toMatchObject({ phase: 'confirming', seconds_left: null })
})

// spec: waiting-ring
test('there is no countdown in the queue, before the prompt is sent, or after M-Pesa puts it off', async () => {
  const { orderId } = await place(stage, event)
  expect(await read(orderId)).toMatchObject({ phase: 'in_line', seconds_left: null })
  stage.daraja.nextPush = () => ({ kind: 'later', raw: {} })
  await stage.runJobs()
  stage.pass(20_000)
  expect(await read(orderId)).toMatchObject({ phase: 'in_line', seconds_left: null })
  stage.daraja.nextPush = accept
  await stage.hurry()
  expect(await read(orderId)).toMatchObject({ phase: 'prompted', seconds_left: 60 })
  await fail(stage, await latestPrompt(stage), 1032)
})
