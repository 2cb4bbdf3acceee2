import { expect, test } from 'vitest'
import { callAsAdmin } from '../../../test/refunds.ts'
import { keepStage } from '../../../test/stage.ts'

const stage = keepStage()

// spec: refunds-switch
test('the switch names who stopped sending, when and why, and so does the audit log', async () => {
  const read = async () => (await callAsAdmin(stage, 'GET', '/api/refunds/sending')).body
  const turn = async (to: object) => callAsAdmin(stage, 'POST', '/api/refunds/sending', to)
  expect(await read()).toEqual({ on: true, stopped: null, waiting: null })
  const stoppedAt = stage.clock.now().toISOString()
  const { body } = await turn({ on: false, words: ' Odd receipts. ' })
  expect(body).toMatchObject({ on: false, stopped: { words: 'Odd receipts.' } })
  // A second admin presses the same button, which changes nothing.
  expect((await turn({ on: false, words: 'Too late.' })).body).toEqual(body)
  expect(await read()).toEqual(body)
  expect(body.stopped.at >= stoppedAt).toBe(true)
  expect((await turn({ on: true })).body).toEqual({
    on: true,
    stopped: null,
    waiting: null,
  })
  const log = await stage.db
    .selectFrom('audit_log as l')
    .innerJoin('account as a', 'a.id', 'l.account_id')
    .select(['l.action', 'l.after', 'a.full_name', 'a.email'])
    .where('l.subject', '=', 'refunds')
    .orderBy('l.id', 'desc')
    .limit(2)
    .execute()
  expect(log).toMatchObject([
    { action: 'refunds_started', after: null },
    { action: 'refunds_stopped', after: { words: 'Odd receipts.' } },
  ])
  expect([log[1]!.full_name, log[1]!.email]).toContain(body.stopped.by)
})
