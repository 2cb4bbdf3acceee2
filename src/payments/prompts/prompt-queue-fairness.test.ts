// spec: line-turns-address
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type BuiltEvent, buildEvent, newPhone, orderFor } from '../../../test/build.ts'
import { requestOrder } from '../../../test/http.ts'
import {
  type PlayedRequest,
  type PromptRequest,
  playPromptQueue,
} from '../../../test/play-prompt-queue.ts'
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
import { keepStage } from '../../../test/stage.ts'

const ATTACKER = '41.90.1.1'
const GAP_MS = 200

const stage = keepStage({ TRUST_PROXY: 'yes', PUSH_RATE: '5' })
let event: BuiltEvent

beforeAll(async () => {
  // The random pauses of jobs come from a fixed sequence.
  let drawn = 0
  vi.spyOn(Math, 'random').mockImplementation(() => (++drawn * 0.618034) % 1)
})
beforeEach(async () => {
  event = await buildEvent(stage.db, { types: [{ capacity: 10_000 }] })
})
afterAll(async () => {
  vi.restoreAllMocks()
})

/** Ten requests per second, within the attacker's limits, for invented phones. */
const attack: PromptRequest[] = Array.from({ length: 60 }, (_, at) => ({
  atMs: 100 * at,
  address: ATTACKER,
  paysAfterMs: null,
}))
const waitOf = ({ atMs, promptedAtMs }: PlayedRequest) => promptedAtMs! - atMs

describe('one address that requests ten prompts per second, with a rate of five', () => {
  let played: PlayedRequest[]
  const buyers = Array.from({ length: 5 }, (_, at) => ({
    atMs: 1050 + 1100 * at,
    address: `41.90.2.${at}`,
    paysAfterMs: 2000,
  }))
  beforeAll(async () => {
    const here = await buildEvent(stage.db, { types: [{ capacity: 10_000 }] })
    played = await playPromptQueue(stage, here, [...attack, ...buyers])
  })
  const ofAttacker = () => played.filter(({ address }) => address === ATTACKER)

  test('buyers elsewhere wait for at most one slot', () => {
    const others = played.filter(({ address }) => address !== ATTACKER)
    expect(others.map(({ status }) => status)).toEqual(buyers.map(() => 202))
    expect(Math.max(...others.map(waitOf))).toBeLessThanOrEqual(GAP_MS)
  })

  test("the attacker's prompts go out in the order of its requests", () => {
    const times = ofAttacker().map(({ promptedAtMs }) => promptedAtMs!)
    expect(times).toEqual(times.toSorted((one, other) => one - other))
  })

  test('no slot is lost or used twice', () => {
    const times = played.map(({ promptedAtMs }) => promptedAtMs!)
    for (let ms = 1000; ms <= 6000; ms += 1000) {
      const turns = times.filter((time) => time < ms).length
      expect(turns).toBeGreaterThanOrEqual(ms / GAP_MS - 2)
      expect(turns).toBeLessThanOrEqual(ms / GAP_MS + 2)
    }
  })
})

async function ask(address: string, phoneNumber = newPhone(), of = event) {
  const order = orderFor(of, [1], { phoneNumber })
  const answer = await requestOrder(stage, order, { 'x-forwarded-for': address })
  await stage.runJobs()
  return { ...order, status: answer.statusCode, answer }
}

/** Lets `count` prompt slots pass. Returns the phones that were prompted. */
async function passTurns(count: number): Promise<string[]> {
  const before = stage.daraja.pushes.length
  for (let i = 0; i < count; i++) {
    stage.pass(GAP_MS)
    await stage.hurry()
  }
  return stage.daraja.pushes.slice(before).map(({ phone }) => phone)
}

describe('the order of slots', () => {
  beforeEach(async () => {
    // The queue is empty, and earlier prompts no longer count for or against their address.
    stage.pass(4 * MINUTE)
    await stage.hurry()
    const { now } = stage.clock
    const start = now().getTime() - stage.clock.offsetMs
    vi.spyOn(stage.clock, 'now').mockImplementation(() => new Date(start + stage.clock.offsetMs))
    await spendFreeTurn()
  })
  afterEach(() => vi.mocked(stage.clock.now).mockRestore())

  /** Lets a buyer from another address use the free slot. */
  async function spendFreeTurn() {
    await stage.db.deleteFrom('rate_slot').execute()
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

  test('slots go round by address, oldest payment first within an address', async () => {
    const [a, b, c] = ['41.90.3.1', '41.90.3.2', '2001:db8::1']
    const orders = await askAll([a, a, a, b, b, c])
    const phones = orders.map(({ phoneNumber }) => phoneNumber)
    expect(await passTurns(6)).toEqual([0, 3, 5, 1, 4, 2].map((at) => phones[at]))
  })

  test('an address with a paid prompt gets more slots: its buyers wait as if alone', async () => {
    const [a, b] = ['41.90.4.1', '41.90.4.2']
    const first = await ask(a)
    await passTurns(1)
    await pay(stage, { ...first, ...(await latestPrompt(stage)) }, newReceipt())
    const orders = await askAll([a, a, a, b, b, b])
    const phones = orders.map(({ phoneNumber }) => phoneNumber)
    expect(await passTurns(6)).toEqual(phones)
  })

  test('an address with an unpaid prompt gets fewer slots', async () => {
    const [a, b, c] = ['41.90.5.1', '41.90.5.2', '41.90.5.3']
    await ask(a)
    await passTurns(1)
    await fail(stage, await latestPrompt(stage), 1037)
    const orders = await askAll([a, b, b, c])
    const phones = orders.map(({ phoneNumber }) => phoneNumber)
    expect(await passTurns(4)).toEqual([1, 3, 0, 2].map((at) => phones[at]))
    // A prompt's result counts for three minutes, so the result of this prompt no longer counts.
    stage.pass(3 * MINUTE)
    await spendFreeTurn()
    const later = await askAll([a, c])
    expect(await passTurns(2)).toEqual(later.map(({ phoneNumber }) => phoneNumber))
  })

  test('a payment that M-Pesa postponed, and one that waits for its own phone, cost no slot', async () => {
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
describe('a full queue', () => {
  // A stage that sends one prompt per second and whose queue lasts at most 18 seconds.
  const small = keepStage({ TRUST_PROXY: 'yes', PUSH_RATE: '1', TIME_SCALE: '0.1' })
  let here: BuiltEvent
  let start: number
  beforeAll(async () => {
    start = Date.now()
    small.clock.now = () => new Date(start + small.clock.offsetMs)
    here = await buildEvent(small.db, { types: [{ capacity: 10_000 }] })
  })

  async function askFrom(address: string) {
    const order = orderFor(here)
    const answer = await requestOrder(small, order, { 'x-forwarded-for': address })
    await small.runJobs()
    return { ...order, status: answer.statusCode, answer }
  }

  test('a full queue refuses payments that would be too late, and holds no tickets for them', async () => {
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

  test('a full queue refuses another prompt of an order, which stays as it was', async () => {
    await fail(small, await latestPrompt(small), 1037)
    const { id } = await small.db
      .selectFrom('order')
      .select('id')
      .where('state', '=', 'failed')
      .executeTakeFirstOrThrow()
    expect((await tryAgain(small, id)).body).toMatchObject({ code: 'busy_line' })
    expect(await readOrderState(small, id)).toBe('failed')
  })

  test('a full queue admits a buyer of another address, whose slot is the next', async () => {
    const other = await askFrom('41.90.7.1')
    small.pass(1000)
    await small.hurry()
    expect(small.daraja.pushes.at(-1)!.phone).toBe(other.phoneNumber)
  })

  test('a buyer who was overtaken in the queue reads that it was busy, once the time is over', async () => {
    for (let i = 0; i < 18; i++) {
      small.pass(1000)
      await small.hurry()
    }
    const late = await small.db
      .selectFrom('payment')
      .innerJoin('order', 'order.id', 'payment.order_id')
      .innerJoin('hold', 'hold.order_id', 'order.id')
      .select(['order.client_network', 'payment.result_code', 'hold.state'])
      .where('prompting_at', 'is', null)
      .execute()
    expect(late).toEqual([{ client_network: ATTACKER, result_code: 'busy', state: 'released' }])
  })
})
