import { afterEach, beforeEach, expect, test } from 'vitest'
import { pushBody, startTrial, type Trial, until } from './trial.ts'

let trial: Trial
beforeEach(async () => {
  trial = await startTrial({ timeScale: 0.05 })
})
afterEach(() => trial.close())

const ANA = '254712000001'
const BEN = '254712000002'

test.each([
  ['http_429', 429, '500.003.02'],
  ['http_500', 500, '500.003.1001'],
])('push: %s refuses the push, and no prompt appears', async (kind, status, code) => {
  await trial.plan({ push: { [kind]: 1 } })
  const answer = await trial.push(ANA)
  expect([answer.status, answer.json.errorCode]).toEqual([status, code])
  expect(await trial.prompts(ANA)).toEqual([])
  expect((await trial.counts()).push[kind]).toBe(1)
})

test('push: html_503 responds with an HTML page', async () => {
  await trial.plan({ push: { html_503: 1 } })
  const answer = await trial.push(ANA)
  expect([answer.status, answer.json]).toEqual([503, undefined])
  expect(answer.text).toContain('<html>')
  expect(await trial.prompts(ANA)).toEqual([])
})

test('push: drop_after_accept closes the connection, and the prompt is on the phone', async () => {
  await trial.plan({ push: { drop_after_accept: 1 } })
  await expect(trial.push(ANA)).rejects.toThrow()
  expect(await trial.prompts(ANA)).toHaveLength(1)
  await trial.auto(BEN)
  await expect(trial.push(BEN)).rejects.toThrow()
  await until('it was paid all the same', async () => (await trial.ledger()).length === 1)
  expect((await trial.counts()).push.drop_after_accept).toBe(2)
})

test('push: delay_ms delays the response', async () => {
  await trial.plan({ push: { delay_ms: [120, 130] } })
  const before = performance.now()
  expect((await trial.push(ANA)).status).toBe(200)
  expect(performance.now() - before).toBeGreaterThan(115)
  expect((await trial.counts()).push.delay_ms).toBe(1)
})

test('push: if the client closes the connection early, the phone still gets the prompt and answers it', async () => {
  await trial.plan({ push: { delay_ms: [150, 150] } })
  await trial.auto(ANA)
  await trial.oauth()
  const hangUp = AbortSignal.timeout(40)
  const push = fetch(`${trial.base}/mpesa/stkpush/v1/processrequest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${trial.token()}`, 'content-type': 'application/json' },
    body: JSON.stringify(pushBody(ANA, `${trial.listener.url}/cb/p/a`)),
    signal: hangUp,
  })
  await expect(push).rejects.toThrow()
  await until('it was paid all the same', async () => (await trial.ledger()).length === 1)
})
