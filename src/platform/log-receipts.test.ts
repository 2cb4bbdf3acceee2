// spec: log-no-receipts
// Reads the whole log of purchases and refunds. A person can open tickets with a receipt or an
// order code, so each line shows only the last four characters.
import { beforeAll, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../../test/build.ts'
import { payRefundsBack } from '../../test/cancelling.ts'
import { confirmByHand, readCode, validate } from '../../test/paybill.ts'
import { newReceipt, pay, payLate, prompted, tell } from '../../test/purchase.ts'
import { refundOrder } from '../../test/refunds.ts'
import { keepStage, paidCallback } from '../../test/stage.ts'
import { LOG_REDACTION } from '../app.ts'
import { makeLog } from './log.ts'

const HOUR = 3600_000
const lines: string[] = []
const stream = { write: (line: string) => lines.push(line) }

let event: BuiltEvent
const stage = keepStage({}, makeLog('debug', { redaction: LOG_REDACTION, stream }))
beforeAll(async () => {
  event = await buildEvent(stage.db, { types: [{ price: 500 }] })
})

test('the log of purchases and refunds has no receipt and no order code but its last four signs', async () => {
  const bought = await prompted(stage, event)
  await pay(stage, bought, newReceipt())
  expect((await refundOrder(stage, bought.orderId)).status).toBe(201)
  await payRefundsBack(stage)
  // M-Pesa reports payments that the shop cannot assign: late, with another amount, under another
  // receipt, by paybill, and for an order that does not exist.
  const late = await prompted(stage, event)
  // About 5 % of codes have only letters. Only the field distinguishes such a code from a word.
  const letters = { code: 'KDMDVCPG' }
  await stage.db.updateTable('order').set(letters).where('id', '=', late.orderId).execute()
  await tell(stage, late, paidCallback('UKXQWERTYZ', 1, late.checkoutId))
  await payLate(stage, await prompted(stage, event), 'UKQWERTYXR')
  const code = await readCode(stage, (await prompted(stage, event)).orderId)
  expect(await validate(stage, { account: code, amount: 1 })).not.toBe('0')
  await confirmByHand(stage, { account: code, amount: 500 })
  await confirmByHand(stage, { account: code, amount: 500, shortcode: '999999' })
  const [stray, lost] = [newReceipt(), 'UKXABCDEFG']
  for (const receipt of [stray, lost]) {
    const row = { receipt, amountCents: 70_50, accountReference: 'DERBY TWO', at: null }
    stage.daraja.receipts.push({ ...row, msisdn: '254712345678' })
  }
  await stage.sweep()
  for (let hours = 0; hours < 56; hours += 8) {
    stage.pass(8 * HOUR)
    await stage.sweep()
  }
  const { db } = stage
  const payments = await db.selectFrom('payment').select('mpesa_receipt as receipt').execute()
  const others = await db.selectFrom('unmatched_receipt').select('receipt').execute()
  const refunds = await db.selectFrom('refund').select('receipt').execute()
  const orders = await db.selectFrom('order').select('code').execute()
  const receipts = [...payments, ...others, ...refunds].flatMap(({ receipt }) => receipt ?? [])
  expect(receipts.length).toBeGreaterThan(5)
  const log = lines.join('')
  for (const secret of [...receipts, ...orders.map((order) => order.code), 'DERBY TWO']) {
    expect(log).not.toContain(secret)
  }
  // The log identifies these payments by the last characters of the receipt or of the code.
  for (const secret of [stray, lost, code, 'DERBY TWO']) {
    expect(log).toContain(`"…${secret.slice(-4)}"`)
  }
})
