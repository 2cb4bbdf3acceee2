// spec: refund-matrix
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FAULT_KINDS } from '../../../sandbox/faults.ts'
import { startTrial, type Trial, until } from '../../../sandbox/trial.ts'
import { keepDatabase } from '../../../test/database.ts'
import { type RefundFault, SEEN_AS } from '../../../test/refund-world.ts'
import { readEnv } from '../../env.ts'
import { systemClock } from '../../platform/clock.ts'
import { makeLog } from '../../platform/log.ts'
import { type Daraja, makeDaraja } from './daraja.ts'

// Checks that Lango's client sees the sandbox's faults as the matrix of refund tests assumes.

const { db } = keepDatabase(5)
let trial: Trial
let daraja: Daraja
beforeAll(async () => {
  trial = await startTrial({ timeScale: 0.01 })
  const env = readEnv({
    MPESA_BASE_URL: trial.base,
    PUBLIC_ORIGIN: trial.listener.url,
    MPESA_SECURITY_CERTIFICATE: (await trial.get('/certificate')).text,
  })
  daraja = makeDaraja({ env, clock: systemClock, log: makeLog('silent'), db })
})
afterAll(() => trial.close())

const PHONE = '254712000001'
let calls = 0
/** Callback addresses for one call, so that its results cannot be mixed up with another call's. */
function addresses() {
  const at = `${trial.listener.url}/cb/${++calls}`
  return { resultUrl: `${at}/result`, timeoutUrl: `${at}/timeout`, remarks: 'Refund' }
}

const CALLS = {
  reversal: async () => {
    const receipt = await trial.pay(PHONE)
    return await daraja.reverse({ ...addresses(), receipt, amountCents: 1000_00 })
  },
  b2c: async () => {
    const originatorConversationId = `refund-${calls}`
    const request = { originatorConversationId, phone: PHONE, amountCents: 100_00, occasion: '' }
    return await daraja.payCustomer({ ...addresses(), ...request })
  },
  b2b: async () => {
    // Buyers' payments fill the account that pays businesses.
    await trial.pay(PHONE)
    const payee = { payee: 'till', shortCode: '543210', accountReference: 'PAYOUT1' } as const
    return await daraja.payBusiness({ ...addresses(), ...payee, amountCents: 100_00 })
  },
  status: async () => {
    const receipt = await trial.pay(PHONE)
    return await daraja.askStatus({ ...addresses(), receipt, of: 'collection' })
  },
}
type Group = keyof typeof CALLS

/**
 * For each fault: the response that Lango's client gets, and the addresses that M-Pesa calls
 * afterwards.
 */
const SEEN: Record<RefundFault, readonly [answer: string, ...reports: string[]]> = {
  none: ['accepted', 'result'],
  later: ['later'],
  unreachable: ['refused'],
  turned_down: ['refused'],
  not_taken: ['unknown'],
  taken: ['unknown', 'result'],
  before_answer: ['accepted', 'result'],
  late: ['accepted', 'result'],
  lost: ['accepted'],
  twice: ['accepted', 'result', 'result'],
  refused: ['accepted', 'result'],
  timeout: ['accepted', 'timeout'],
  timeout_done: ['accepted', 'timeout'],
}

const CELLS = (Object.keys(CALLS) as Group[]).flatMap((group) =>
  FAULT_KINDS[group].map((kind) => [group, kind] as const),
)

test.each(CELLS)('%s under the fault %s ends as our client expects', async (group, kind) => {
  await trial.plan({ [group]: { [kind]: kind === 'delay_ms' ? [20, 20] : 1 } })
  const answer = await CALLS[group]()
  await until('the fault has struck', async () => {
    const { counts } = (await trial.get('/faults')).json
    return counts[group][kind] >= 1
  })
  const [kindOfAnswer, ...expected] = SEEN[SEEN_AS[kind]]
  expect(answer.kind).toBe(kindOfAnswer)
  const heard = () =>
    trial.listener.received.flatMap(({ path }) => path.split(`/cb/${calls}/`)[1] ?? [])
  await until('all is reported', () => heard().length >= expected.length)
  expect(heard()).toEqual(expected)
})
