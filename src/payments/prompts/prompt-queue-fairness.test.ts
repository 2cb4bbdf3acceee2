// spec: line-turns-address
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type BuiltEvent, buildEvent, newPhone, orderFor } from '../../../test/build.ts'
import { type Asked, type Asker, playPromptQueue } from '../../../test/play-prompt-queue.ts'
import {
  fail,
  latestPrompt,
  MINUTE,
  newReceipt,
  pay,
  readOrder,
  readOrderState,
  readStock,
  tryAgain,
} from '../../../test/purchase.ts'
import { makeStage, type Stage } from '../../../test/stage.ts'

const ATTACKER = '41.90.1.1'
const GAP_MS = 200

let stage: Stage
let event: BuiltEvent

beforeAll(async () => {
  stage = await makeStage({ TRUST_PROXY: 'yes', PUSH_RATE: '5' })
  // When jobs ask again is drawn; here the same each time.
  let drawn = 0
  vi.spyOn(Math, 'random').mockImplementation(() => (++drawn * 0.618034) % 1)
})
beforeEach(async () => {
  event = await buildEvent(stage.db, { types: [{ capacity: 10_000 }] })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await stage.close()
})

/** Ten a second, within its limits, on phones that it invents. */
const attack: Asker[] = Array.from({ length: 60 }, (_, at) => ({
  atMs: 100 * at,
  address: ATTACKER,
  paysAfterMs: null,
}))
const waitOf = ({ atMs, promptedAtMs }: Asked) => promptedAtMs! - atMs

describe('one address that asks ten times a second, where five prompts may go out', () => {
  let asked: Asked[]
  const buyers = Array.from({ length: 5 }, (_, at) => ({
    atMs: 1050 + 1100 * at,
    address: `41.90.2.${at}`,
    paysAfterMs: 2000,
  }))
  beforeAll(async () => {
    const here = await buildEvent(stage.db, { types: [{ capacity: 10_000 }] })
    asked = await playPromptQueue(stage, here, [...attack, ...buyers])
  })
  const ofAttacker = () => asked.filter(({ address }) => address === ATTACKER)

  test('keeps nobody elsewhere waiting for longer than the turn that it has just taken', () => {
    const others = asked.filter(({ address }) => address !== ATTACKER)
    expect(others.map(({ status }) => status)).toEqual(buyers.map(() => 202))
    expect(Math.max(...others.map(waitOf))).toBeLessThanOrEqual(GAP_MS)
  })

  test('has its own prompts in the order in which it asked', () => {
    const times = ofAttacker().map(({ promptedAtMs }) => promptedAtMs!)
    expect(times).toEqual(times.toSorted((one, other) => one - other))
  })

  test('and no turn is lost, and none is given twice', () => {
    const times = asked.map(({ promptedAtMs }) => promptedAtMs!)
    for (let ms = 1000; ms <= 6000; ms += 1000) {
      const turns = times.filter((time) => time < ms).length
      expect(turns).toBeGreaterThanOrEqual(ms / GAP_MS - 2)
      expect(turns).toBeLessThanOrEqual(ms / GAP_MS + 2)
    }
  })
})

async function ask(address: string, phoneNumber = newPhone(), of = event) {
  const order = orderFor(of, [1], { phoneNumber })
  const answer = await stage.app.inject({
    method: 'POST',
    url: '/api/functions/mpesa',
    headers: { prefer: 'respond-async', 'x-forwarded-for': address },
    payload: order,
  })
  await stage.runJobs()
  return { ...order, status: answer.statusCode, answer }
}

/** So many turns; whose they are. */
async function passTurns(count: number): Promise<string[]> {
  const before = stage.daraja.pushes.length
  for (let i = 0; i < count; i++) {
    stage.pass(GAP_MS)
    await stage.hurry()
  }
  return stage.daraja.pushes.slice(before).map(({ phone }) => phone)
}

describe('turns', () => {
  beforeEach(async () => {
    // Nobody is left in line, and no turn of before counts.
    stage.pass(4 * MINUTE)
    await stage.hurry()
    const { now } = stage.clock
    const start = now().getTime() - stage.clock.offsetMs
    vi.spyOn(stage.clock, 'now').mockImplementation(() => new Date(start + stage.clock.offsetMs))
    await spendFreeTurn()
  })
  afterEach(() => vi.mocked(stage.clock.now).mockRestore())

  /** It goes to somebody else. */
  async function spendFreeTurn() {
    await stage.db.deleteFrom('rate_turn').execute()
    await ask('41.90.9.9')
  }

  async function askAll(addresses: string[]) {
    const orders = []
    for (const address of addresses) {
      stage.pass(1)
      orders.push(await ask(address))
    }
    return orders
  }

  test('go round by address, oldest first within one', async () => {
    const [a, b, c] = ['41.90.3.1', '41.90.3.2', '2001:db8::1']
    const orders = await askAll([a, a, a, b, b, c])
    const phones = orders.map(({ phoneNumber }) => phoneNumber)
    expect(await passTurns(6)).toEqual([0, 3, 5, 1, 4, 2].map((at) => phones[at]))
  })

  test('are more for an address whose prompt was paid: its people wait as if alone', async () => {
    const [a, b] = ['41.90.4.1', '41.90.4.2']
    const first = await ask(a)
    await passTurns(1)
    await pay(stage, { ...first, ...(await latestPrompt(stage)) }, newReceipt())
    const orders = await askAll([a, a, a, b, b, b])
    const phones = orders.map(({ phoneNumber }) => phoneNumber)
    expect(await passTurns(6)).toEqual(phones)
  })

  test('are fewer for one whose prompt was not', async () => {
    const [a, b, c] = ['41.90.5.1', '41.90.5.2', '41.90.5.3']
    await ask(a)
    await passTurns(1)
    await fail(stage, await latestPrompt(stage), 1037)
    const orders = await askAll([a, b, b, c])
    const phones = orders.map(({ phoneNumber }) => phoneNumber)
    expect(await passTurns(4)).toEqual([1, 3, 0, 2].map((at) => phones[at]))
    // What came of a turn counts for three minutes.
    stage.pass(3 * MINUTE)
    await spendFreeTurn()
    const later = await askAll([a, c])
    expect(await passTurns(2)).toEqual(later.map(({ phoneNumber }) => phoneNumber))
  })

  test('are lost by nobody: who is put back in line, and who waits for the own phone, is passed over', async () => {
    const { nextPush } = stage.daraja
    const [busy, own, other] = await askAll(['41.90.6.1', '41.90.6.2', '41.90.6.3'])
    stage.daraja.nextPush = () => ({ kind: 'later', raw: {} })
    await passTurns(1)
    stage.daraja.nextPush = nextPush
    const second = await ask('41.90.6.4', own!.phoneNumber, await buildEvent(stage.db))
    expect(await passTurns(2)).toEqual([own, other].map((order) => order!.phoneNumber))
    const newcomer = await ask('41.90.6.5')
    expect(await passTurns(1)).toEqual([newcomer.phoneNumber])
    stage.pass(1000)
    expect(await passTurns(2)).toEqual([busy!.phoneNumber])
    expect(second.status).toBe(202)
  })
})

// spec: line-full-refused
describe('a line that is full', () => {
  // Eighteen seconds, and a turn in each.
  let small: Stage
  let here: BuiltEvent
  let start: number
  beforeAll(async () => {
    small = await makeStage({ TRUST_PROXY: 'yes', PUSH_RATE: '1', TIME_SCALE: '0.1' })
    start = Date.now()
    small.clock.now = () => new Date(start + small.clock.offsetMs)
    here = await buildEvent(small.db, { types: [{ capacity: 10_000 }] })
  })
  afterAll(() => small.close())

  async function askFrom(address: string) {
    const order = orderFor(here)
    const answer = await small.app.inject({
      method: 'POST',
      url: '/api/functions/mpesa',
      headers: { prefer: 'respond-async', 'x-forwarded-for': address },
      payload: order,
    })
    await small.runJobs()
    return { ...order, status: answer.statusCode, answer }
  }

  test('takes nobody who could not have his turn, and holds nothing for him', async () => {
    const all = []
    for (let i = 0; i < 25; i++) all.push(await askFrom(ATTACKER))
    const accepted = all.filter(({ status }) => status === 202)
    expect(accepted).toHaveLength(18)
    const { orderId, answer } = all.at(-1)!
    expect(answer.statusCode).toBe(429)
    expect(answer.json()).toMatchObject({ code: 'busy_line' })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect((await readOrder(small, orderId)).status).toBe(404)
    expect(await readStock(small, here.types[0]!.id)).toMatchObject({ held: 18 })
  })

  test('refuses one more prompt of an order, which stays as it was', async () => {
    await fail(small, await latestPrompt(small), 1037)
    const { id } = await small.db
      .selectFrom('order')
      .select('id')
      .where('state', '=', 'failed')
      .executeTakeFirstOrThrow()
    expect((await tryAgain(small, id)).body).toMatchObject({ code: 'busy_line' })
    expect(await readOrderState(small, id)).toBe('failed')
  })

  test('takes who comes from elsewhere, and his turn is the next', async () => {
    const other = await askFrom('41.90.7.1')
    small.pass(1000)
    await small.hurry()
    expect(small.daraja.pushes.at(-1)!.phone).toBe(other.phoneNumber)
  })

  test('and who was overtaken in it is told that all are busy, once the time is over', async () => {
    for (let i = 0; i < 18; i++) {
      small.pass(1000)
      await small.hurry()
    }
    const late = await small.db
      .selectFrom('payment')
      .innerJoin('order', 'order.id', 'payment.order_id')
      .innerJoin('hold', 'hold.order_id', 'order.id')
      .select(['order.asked_from', 'payment.result_code', 'hold.state'])
      .where('prompting_at', 'is', null)
      .execute()
    expect(late).toEqual([{ asked_from: ATTACKER, result_code: 'busy', state: 'released' }])
  })
})
