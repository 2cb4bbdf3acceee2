// spec: other-wallets, other-wallets-refund
import { beforeAll, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, newPhone, orderFor } from '../../../test/build.ts'
import { dialCodeOf, digitOf, makeDialler } from '../../../test/dialler.ts'
import { requestOrder } from '../../../test/http.ts'
import { confirmByHand, readCode } from '../../../test/paybill.ts'
import { newReceipt, readOrder } from '../../../test/purchase.ts'
import { playRefunds, type RefundWorld } from '../../../test/refund-world.ts'
import { readRefunds, refundOrder } from '../../../test/refunds.ts'
import { keepStage, makeStage } from '../../../test/stage.ts'
import { readEnv } from '../../env.ts'
import { SMS_MAX_SEPTETS, septets } from '../../messages/sms.rules.ts'
import { localPhone } from '../../platform/values/phone.rules.ts'
import { settleListed } from '../receipts/settle-listed.ts'

const stage = keepStage({ OTHER_WALLETS: 'on', LIMIT_PUSH_PER_PHONE: '1000' })
let world: RefundWorld
let event: BuiltEvent
beforeAll(async () => {
  world = playRefunds(stage)
  event = await buildEvent(stage.db, { types: [{ name: 'Terrace', price: 300 }] })
})

const SAFARICOM = '254799000111'
const airtelPhone = () => newPhone().replace(/^2547../, '254733')

async function order(phoneNumber: string, on = stage) {
  const payload = orderFor(event, [1], { payBy: 'paybill', phoneNumber })
  const { body } = await requestOrder(on, payload)
  return { orderId: payload.orderId, reply: JSON.parse(body) }
}

async function paid(payer: string) {
  const phone = airtelPhone()
  const { orderId } = await order(phone)
  const account = await readCode(stage, orderId)
  const receipt = await confirmByHand(stage, { account, amount: 300, payer })
  await stage.runJobs()
  return { phone, orderId, account, receipt }
}

const smsTo = (phone: string) => stage.sent.filter((sms) => sms.phone === phone)

test('the reply names the mobile money of the number, only where it is offered', async () => {
  expect((await order(airtelPhone())).reply.paybill).toMatchObject({
    ...{ business: '174379', amount: 300, wallet: 'Airtel Money' },
  })
  const telkom = newPhone().replace(/^2547../, '254771')
  expect((await order(telkom)).reply.paybill.wallet).toBe('T-Kash')
  expect((await order(newPhone())).reply.paybill).not.toHaveProperty('wallet')
})

test('the setting is off by default, and a wrong value or a till is refused at the start', () => {
  expect(readEnv({}).mpesa.otherWallets).toBe(false)
  expect(() => readEnv({ OTHER_WALLETS: 'yes' })).toThrow('OTHER_WALLETS')
  const till = { OTHER_WALLETS: 'on', MPESA_TRANSACTION_TYPE: 'CustomerBuyGoodsOnline' }
  expect(() => readEnv(till)).toThrow('OTHER_WALLETS=on needs a paybill')
})

describe('a payment from another network', () => {
  // Safaricom does not document the payer field of payments from other networks.
  test.each([
    ['no number', ''],
    ['a masked number', '2547 ***** 111'],
    ['a word', 'AIRTEL'],
    ['a number of the networks in between', SAFARICOM],
  ])('%s: the tickets go to the number of the order', async (_, payer) => {
    const { phone, orderId } = await paid(payer)
    expect((await readOrder(stage, orderId)).body).toMatchObject({ status: '0' })
    expect(smsTo(phone)).toHaveLength(1)
    expect(smsTo(SAFARICOM)).toEqual([])
  })

  test('found on the list alone, too', async () => {
    const phone = airtelPhone()
    const { orderId } = await order(phone)
    const row = { receipt: newReceipt(), amountCents: 300_00, at: stage.clock.now() }
    const accountReference = await readCode(stage, orderId)
    await settleListed(stage.deps, [{ ...row, accountReference, msisdn: SAFARICOM }])
    await stage.runJobs()
    expect(smsTo(phone)).toHaveLength(1)
    expect(smsTo(SAFARICOM)).toEqual([])
  })
})

describe('a refund to another network', () => {
  async function refund(payer: string, msisdn = '') {
    const { orderId, account, receipt, phone } = await paid(payer)
    world.taken.set(receipt, 300_00)
    const row = { receipt, amountCents: 300_00, accountReference: account, at: stage.clock.now() }
    await settleListed(stage.deps, [{ ...row, msisdn }])
    world.faults.reversal = ['refused']
    world.faults.b2c = ['refused']
    await refundOrder(stage, orderId)
    await world.settle()
    return { phone, made: (await readRefunds(stage, orderId))[0]! }
  }

  test('without a payer waits for an admin after a refused Reversal, and nothing is paid by B2C', async () => {
    const before = world.calls('b2c').length
    const { made } = await refund('')
    expect(made).toMatchObject({ state: 'manual', phone: null, failure_code: 'payer_unknown' })
    expect(world.calls('b2c').length).toBe(before)
  })

  test('that M-Pesa refuses by B2C waits for an admin, with the refusal', async () => {
    const airtel = airtelPhone()
    const { made } = await refund(airtel, airtel)
    expect(world.calls('b2c').at(-1)).toMatchObject({ phone: airtel })
    expect(made).toMatchObject({ state: 'refused', failure_code: '2040' })
  })
})

test.each([
  [
    'en',
    'Pay from Airtel Money',
    /^Before \d+(:\d\d)?[AP]M: Airtel Money, pay bill, business no\. 174379, account \w{8}, exactly KES 300\. Tickets come by SMS\.$/,
  ],
  [
    'sw',
    'Lipa kwa Airtel Money',
    /^Kabla ya \d+(:\d\d)?[AP]M: Airtel Money, pay bill, biashara 174379, akaunti \w{8}, KES 300 kamili\. Tiketi huja SMS\.$/,
  ],
])('by USSD the paybill comes first for a phone of Airtel (%s)', async (language, label, words) => {
  const phone = makeDialler(stage, airtelPhone())
  if (language === 'sw') await phone.type(digitOf(await phone.dial(), 'Kiswahili'))
  await phone.dial()
  await phone.type(await dialCodeOf(stage, event.id))
  await phone.type('1')
  const total = await phone.type('1')
  expect(septets(total.screen)).toBeLessThanOrEqual(SMS_MAX_SEPTETS)
  expect(total.screen).toContain(`\nAirtel Money ${localPhone(phone.phone)}\n1 ${label}\n`)
  const last = await phone.type(digitOf(total, label))
  expect(last.isOpen).toBe(false)
  expect(last.screen).toMatch(words)
  const pushes = stage.daraja.pushes.length
  await stage.hurry()
  expect(stage.daraja.pushes.length).toBe(pushes)
})

// spec: ussd-other-network
describe('where other networks cannot pay, by USSD', () => {
  test.each([
    [
      'en',
      'other network? M-PESA needs Safaricom',
      ['1 Other number', '2 Pay', '3 Pay with Paybill', '0 Back'],
    ],
    [
      'sw',
      'mtandao mwingine? M-PESA ni ya Safaricom',
      ['1 Nambari nyingine', '2 Lipa', '3 Lipa kwa Paybill', '0 Rudi'],
    ],
  ])(
    'a number of another network is warned, and another number comes first (%s)',
    async (language, warning, rows) => {
      const plain = await makeStage({ LIMIT_PUSH_PER_PHONE: '1000' })
      const { id } = await buildEvent(plain.db, { types: [{ name: 'Terrace', price: 300 }] })
      const dialler = makeDialler(plain, airtelPhone())
      if (language === 'sw') await dialler.type(digitOf(await dialler.dial(), 'Kiswahili'))
      await dialler.dial()
      await dialler.type(await dialCodeOf(plain, id))
      await dialler.type('1')
      const total = await dialler.type('1')
      expect(septets(total.screen)).toBeLessThanOrEqual(SMS_MAX_SEPTETS)
      expect(total.screen.split('\n').slice(-5)).toEqual([
        `${localPhone(dialler.phone)}: ${warning}`,
        ...rows,
      ])
      await dialler.type('1')
      const safaricom = newPhone()
      const changed = await dialler.type(localPhone(safaricom))
      expect(changed.screen).toContain(
        `\nM-PESA ${localPhone(safaricom)}\n1 ${rows[1]!.slice(2)}\n`,
      )
      // The owner of a number that has moved to Safaricom can pay from this number nevertheless.
      for (const back of ['0', '0']) await dialler.type(back)
      expect((await dialler.type('2')).isOpen).toBe(false)
      await plain.hurry()
      expect(plain.daraja.pushes.at(-1)).toMatchObject({ phone: dialler.phone })
      await plain.close()
    },
  )
})
