import type { Fields } from './check.ts'
import { isStamp } from './clock.ts'
import type { Sandbox } from './context.ts'
import { checkPassword, checkShortCode, invalidField, wireText } from './daraja.ts'
import type { NewPrompt } from './prompts.ts'

const REQUIRED = [
  'BusinessShortCode',
  'Password',
  'Timestamp',
  'TransactionType',
  'Amount',
  'PartyA',
  'PartyB',
  'PhoneNumber',
  'CallBackURL',
  'AccountReference',
] as const

const MSISDN = /^254[17]\d{8}$/
/** Daraja refuses a CallBackURL that contains any of these words. */
const FORBIDDEN_IN_URL = /m-?pesa|safaricom|exe|exec|cmd|sql|query/i

export function isCallbackUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:\/\//i.test(text) && !FORBIDDEN_IN_URL.test(text)
}

/** Parses a push. Like Daraja, reports only the first invalid field, in this fixed order. */
export function readPush(sandbox: Sandbox, fields: Fields): NewPrompt {
  for (const name of REQUIRED) if (wireText(fields, name) === '') throw invalidField(name)
  const text = (name: string) => wireText(fields, name)
  const demand = (name: string, holds: boolean) => {
    if (!holds) throw invalidField(name)
  }
  demand('BusinessShortCode', /^\d{5,7}$/.test(text('BusinessShortCode')))
  checkShortCode(sandbox, fields)
  demand('Timestamp', isStamp(text('Timestamp')))
  checkPassword(sandbox, fields)
  const type = text('TransactionType')
  demand('TransactionType', type === 'CustomerPayBillOnline' || type === 'CustomerBuyGoodsOnline')
  demand('Amount', /^[1-9]\d{0,8}$/.test(text('Amount')))
  demand('PartyA', MSISDN.test(text('PartyA')))
  demand('PhoneNumber', MSISDN.test(text('PhoneNumber')))
  // A payment to a paybill goes to the short code itself. A till has a different number, in PartyB.
  const till = type === 'CustomerBuyGoodsOnline'
  demand(
    'PartyB',
    till ? /^\d{5,8}$/.test(text('PartyB')) : text('PartyB') === sandbox.options.shortCode,
  )
  demand('CallBackURL', isCallbackUrl(text('CallBackURL')))
  demand('AccountReference', /^[A-Za-z0-9 ]{1,12}$/.test(text('AccountReference')))
  demand('TransactionDesc', /^[A-Za-z0-9 ]{0,13}$/.test(text('TransactionDesc')))
  return {
    msisdn: text('PhoneNumber'),
    amount: Number(text('Amount')),
    business: sandbox.options.businessName,
    account_reference: text('AccountReference'),
    transaction_type: type,
    callback_url: text('CallBackURL'),
  }
}
