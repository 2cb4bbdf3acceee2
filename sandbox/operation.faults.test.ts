import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTrial, type Trial, until } from './trial.ts'

let trial: Trial
let receipt: string
beforeEach(async () => {
  trial = await startTrial({ timeScale: 0.01 })
  receipt = await trial.pay(ANA)
})
afterEach(() => trial.close())

const ANA = '254712000001'

const MONEY = ['reversal', 'b2c', 'b2b'] as const
const ALL = [...MONEY, 'status', 'balance'] as const
type Group = (typeof ALL)[number]

let asked = 0
/** Sends one request of this kind. The account has enough money for the request. */
function ask(group: Group) {
  if (group === 'reversal') return trial.reverse(receipt)
  if (group === 'b2c') return trial.b2c(`id-${asked++}`)
  if (group === 'b2b') return trial.b2b()
  return group === 'status' ? trial.status({ TransactionID: receipt }) : trial.balance()
}

const results = () => trial.told('/cb/result')
const counted = async (group: Group, kind: string) => (await trial.counts())[group][kind]
const moved = async () => (await trial.ledger()).length - 1

test.each(ALL)('%s: delay_ms delays the result', async (group) => {
  await trial.plan({ [group]: { delay_ms: [150, 150] } })
  const before = performance.now()
  await trial.result(() => ask(group))
  expect(performance.now() - before).toBeGreaterThan(145)
  expect(await counted(group, 'delay_ms')).toBe(1)
})

test.each(ALL)('%s: drop executes the request without posting a result', async (group) => {
  await trial.plan({ [group]: { drop: 1 } })
  await ask(group)
  await until('it was dropped', async () => (await counted(group, 'drop')) === 1)
  await trial.send('DELETE', '/faults')
  // Wait for a second result. A first result, if posted, would have arrived before the second.
  await trial.result(() => trial.balance())
  expect(results()).toHaveLength(1)
  expect(await moved()).toBe(MONEY.some((kind) => kind === group) ? 1 : 0)
})

test.each(ALL)('%s: duplicate posts the same result twice', async (group) => {
  await trial.plan({ [group]: { duplicate: 1 } })
  await ask(group)
  await until('both came', () => results().length === 2)
  expect(results()[0]).toEqual(results()[1])
  expect(await counted(group, 'duplicate')).toBe(1)
  expect(await moved()).toBeLessThanOrEqual(1)
})

test.each(ALL)(
  '%s: before_answer posts the result before the acceptance is returned',
  async (group) => {
    await trial.plan({ [group]: { before_answer: 1 } })
    const answer = await ask(group)
    expect(results()[0].Result.ConversationID).toBe(answer.json.ConversationID)
    expect(await counted(group, 'before_answer')).toBe(1)
  },
)

test.each<[Group, number]>([
  ['reversal', 21],
  ['b2c', 2040],
  ['status', 2001],
  ['balance', 2001],
])('%s: refused: the result has code %i, and no money moves', async (group, code) => {
  await trial.plan({ [group]: { refused: 1 } })
  const result = await trial.result(() => ask(group))
  expect(result.ResultCode).toBe(code)
  expect(result.ResultParameters).toBeUndefined()
  expect(await counted(group, 'refused')).toBe(1)
  expect(await moved()).toBe(0)
})

test.each(ALL)('%s: timeout calls QueueTimeOutURL and executes nothing', async (group) => {
  await trial.plan({ [group]: { timeout: 1 } })
  const answer = await ask(group)
  await until('it was told', () => trial.told('/cb/timeout').length === 1)
  expect(trial.told('/cb/timeout')[0].Result).toMatchObject({
    OriginatorConversationID: answer.json.OriginatorConversationID,
    ConversationID: answer.json.ConversationID,
  })
  expect(results()).toEqual([])
  expect(await moved()).toBe(0)
  expect(await counted(group, 'timeout')).toBe(1)
})

test.each(MONEY)(
  '%s: timeout_done calls QueueTimeOutURL after the money has moved',
  async (group) => {
    await trial.plan({ [group]: { timeout_done: 1 } })
    await ask(group)
    await until('it was told', () => trial.told('/cb/timeout').length === 1)
    expect(results()).toEqual([])
    expect(await moved()).toBe(1)
    expect(await counted(group, 'timeout_done')).toBe(1)
  },
)

test.each(
  ALL.flatMap((group) => ['http_429', 'http_500', 'html_503'].map((kind) => [group, kind])),
)('%s: %s: the request is not accepted', async (group, kind) => {
  await trial.plan({ [group as Group]: { [kind as string]: 1 } })
  const answer = await ask(group as Group)
  expect(answer.status).toBe(Number((kind as string).slice(-3)))
  expect(await counted(group as Group, kind as string)).toBe(1)
  await trial.send('DELETE', '/faults')
  await trial.result(() => trial.balance())
  expect(results()).toHaveLength(1)
  expect(await moved()).toBe(0)
})

test.each(ALL)('%s: drop_after_accept executes the request without a response', async (group) => {
  await trial.plan({ [group]: { drop_after_accept: 1 } })
  await expect(ask(group)).rejects.toThrow()
  await until('the result came', () => results().length === 1)
  expect(results()[0].Result.ResultCode).toBe(0)
  expect(await counted(group, 'drop_after_accept')).toBe(1)
})

test('an id refused by the gateway can be used again, and an id whose response was lost cannot', async () => {
  await trial.plan({ b2c: { http_500: 1 } })
  expect((await trial.b2c('mine')).status).toBe(500)
  await trial.plan({ b2c: { drop_after_accept: 1 } })
  await expect(trial.b2c('mine')).rejects.toThrow()
  await trial.send('DELETE', '/faults')
  expect((await trial.b2c('mine')).json.errorCode).toBe('500.002.1001')
})

test('timeout_done exists only for requests that move money', async () => {
  const answer = await trial.plan({ status: { timeout_done: 1 } })
  expect(answer.json.error).toMatch(/^status\.timeout_done:/)
})

test('a plan that is set twice draws the same faults twice', async () => {
  const run = async () => {
    await trial.plan({ seed: 5, b2c: { refused: 0.3, http_500: 0.3, timeout: 0.3 } })
    const drawn: number[] = []
    for (let i = 0; i < 20; i++) drawn.push((await ask('b2c')).status)
    return { drawn, counts: (await trial.counts()).b2c }
  }
  const first = await run()
  expect(await run()).toEqual(first)
  expect(first.counts.refused * first.counts.timeout * first.counts.http_500).toBeGreaterThan(0)
})
