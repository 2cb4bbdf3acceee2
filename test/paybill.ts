import { expect } from 'vitest'
import { nairobiStamp } from '../src/platform/values/nairobi.rules.ts'
import { newReceipt } from './purchase.ts'
import type { Stage } from './stage.ts'

/**
 * A payment by paybill as M-Pesa reports it. Without a given payer, the payer's number is masked.
 */
export type ByHand = {
  account: string
  /** In shillings. */
  amount: number
  receipt?: string
  payer?: string
  at?: Date
  shortcode?: string
}

export function paybillBody(stage: Stage, paid: ByHand) {
  return {
    TransactionType: 'Pay Bill',
    TransID: paid.receipt ?? newReceipt(),
    TransTime: nairobiStamp(paid.at ?? stage.clock.now()),
    TransAmount: paid.amount.toFixed(2),
    BusinessShortCode: paid.shortcode ?? stage.env.mpesa.shortcode,
    BillRefNumber: paid.account,
    InvoiceNumber: '',
    OrgAccountBalance: '',
    ThirdPartyTransID: '',
    MSISDN: paid.payer ?? '',
    FirstName: '',
    MiddleName: '',
    LastName: '',
  }
}

/**
 * Returns the path registered with M-Pesa for validations and confirmations of paybill payments.
 */
export async function paybillPath(stage: Stage): Promise<string> {
  const select = stage.db.selectFrom('paybill_address').select('token')
  if (!(await select.executeTakeFirst())) await stage.sweep()
  return `/cb/c/${(await select.executeTakeFirstOrThrow()).token}`
}

/** Posts a validation as M-Pesa does before taking the money. Returns the shop's result code. */
export async function validate(stage: Stage, paid: ByHand | string): Promise<string> {
  const answer = await stage.app.inject({
    method: 'POST',
    url: `${await paybillPath(stage)}/validation`,
    payload: typeof paid === 'string' ? paid : paybillBody(stage, paid),
  })
  expect(answer.statusCode).toBe(200)
  return answer.json().ResultCode
}

/** Simulates a paybill payment that M-Pesa confirms. Returns the receipt. */
export async function confirmByHand(stage: Stage, paid: ByHand): Promise<string> {
  const receipt = paid.receipt ?? newReceipt()
  const answer = await stage.app.inject({
    method: 'POST',
    url: `${await paybillPath(stage)}/confirmation`,
    payload: paybillBody(stage, { ...paid, receipt }),
  })
  expect([answer.statusCode, answer.json().ResultCode]).toEqual([200, 0])
  return receipt
}

export async function readCode(stage: Stage, orderId: string): Promise<string> {
  const select = stage.db.selectFrom('order').select('code').where('id', '=', orderId)
  return (await select.executeTakeFirstOrThrow()).code
}
