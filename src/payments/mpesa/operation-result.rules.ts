import {
  centsOf,
  type Fields,
  fieldsOf,
  instantOf,
  parseFields,
  phoneOf,
  textOf,
} from './wire-text.rules.ts'

/** M-Pesa's ids of an operation. An id is '' if the result leaves it out. */
type OperationIds = { originatorConversationId: string; conversationId: string }

type Unreadable = { kind: 'unreadable'; reason: string }

/** M-Pesa examined the request and certainly did nothing. */
type Refused = OperationIds & { kind: 'refused'; code: string }

/** The result proves neither success nor failure. */
type Unclear = OperationIds & { kind: 'unclear'; code: string }

export type ReversalResult =
  | (OperationIds & {
      kind: 'done'
      receipt: string | null
      originalReceipt: string | null
      amountCents: number | null
      chargeCents: number | null
    })
  /** The payment was reversed before, by us or by Safaricom. The payer already has the money. */
  | (OperationIds & { kind: 'already_reversed' })
  | Refused
  | Unclear
  | Unreadable

export type B2cResult =
  | (OperationIds & {
      kind: 'done'
      receipt: string | null
      amountCents: number | null
      /** Balance of the utility account after the payment. */
      utilityCents: number | null
      completedAt: Date | null
    })
  | Refused
  | Unclear
  | Unreadable

export type StatusResult =
  | (OperationIds & {
      kind: 'found'
      stage: Stage | 'other'
      status: string
      receipt: string | null
      amountCents: number | null
      chargeCents: number | null
      payer: Party
      payee: Party
      finalisedAt: Date | null
      /** Ids of the queried transaction; OperationIds are the query's own. */
      subject: OperationIds
    })
  /** M-Pesa's result proves neither that the transaction exists nor that it does not. */
  | Unclear
  | Unreadable

type Party = { phone: string | null; shortCode: string | null; name: string }

type BalanceResult =
  | (OperationIds & {
      kind: 'balances'
      accounts: Account[]
      /** In cents. Null if M-Pesa lists no account of this name. */
      workingCents: number | null
      utilityCents: number | null
      /** The time at which M-Pesa had this balance. */
      completedAt: Date | null
    })
  | Unclear
  | Unreadable

type Account = { name: string; currentCents: number; availableCents: number }

type Envelope = OperationIds & {
  code: string
  receipt: string | null
  parameters: ReadonlyMap<string, string>
}

// Returned before any money moves. Other codes, internal errors included, prove nothing.
const CERTAIN = new Set(
  '1 2 3 4 8 11 12 13 14 15 21 2001 2006 2028 2040 8006 SFC_IC0003 R000002'.split(' '),
)

// For a transaction that moved no money, M-Pesa sends a date and zeros as the receipt.
const RECEIPT = /^(?!...0{7}$)[A-Z0-9]{6,20}$/

function receiptOf(text: string): string | null {
  const receipt = text.toUpperCase()
  return RECEIPT.test(receipt) ? receipt : null
}

function readEnvelope(text: string): Envelope | Unreadable {
  const result = fieldsOf(parseFields(text)?.Result)
  if (!result) return { kind: 'unreadable', reason: 'no Result in it' }
  const code = textOf(result.ResultCode)
  if (code === '') return { kind: 'unreadable', reason: 'no ResultCode' }
  return {
    ...idsOf(result),
    code,
    receipt: receiptOf(textOf(result.TransactionID)),
    parameters: readParameters(result.ResultParameters),
  }
}

function idsOf(fields: Fields): OperationIds {
  return {
    originatorConversationId: textOf(fields.OriginatorConversationID),
    conversationId: textOf(fields.ConversationID),
  }
}

/** A parameter that has two values or a wrong type: read as no amount, receipt or state. */
const NO_VALUE = '?'

// A list, or an object for one parameter. Values may be missing. Two older keys contain spaces.
function readParameters(value: unknown): ReadonlyMap<string, string> {
  const listed = fieldsOf(value)?.ResultParameter
  const parameters = new Map<string, string>()
  for (const item of Array.isArray(listed) ? listed : [listed]) {
    const fields = fieldsOf(item)
    const key = textOf(fields?.Key).replaceAll(' ', '')
    const text = readableText(fields?.Value)
    parameters.set(key, (parameters.get(key) ?? text) === text ? text : NO_VALUE)
  }
  return parameters
}

function readableText(value: unknown): string {
  const isReadable = value === null || ['undefined', 'string', 'number'].includes(typeof value)
  return isReadable ? textOf(value) : NO_VALUE
}

/** Whether the text of a parameter is not an amount. A missing parameter ('') is no error. */
const isNoAmount = (text: string) => text !== '' && centsOf(text) === null

const NO_AMOUNT: Unreadable = { kind: 'unreadable', reason: 'the amount is no amount' }

function notDone({ code, originatorConversationId, conversationId }: Envelope): Refused | Unclear {
  const kind = CERTAIN.has(code) ? 'refused' : 'unclear'
  return { kind, code, originatorConversationId, conversationId }
}

function ids({ originatorConversationId, conversationId }: Envelope): OperationIds {
  return { originatorConversationId, conversationId }
}

export function readReversalResult(text: string): ReversalResult {
  const envelope = readEnvelope(text)
  if ('kind' in envelope) return envelope
  if (envelope.code === 'R000001') return { kind: 'already_reversed', ...ids(envelope) }
  if (envelope.code !== '0') return notDone(envelope)
  const said = (key: string) => envelope.parameters.get(key) ?? ''
  if (isNoAmount(said('Amount'))) return NO_AMOUNT
  return {
    kind: 'done',
    ...ids(envelope),
    receipt: envelope.receipt,
    originalReceipt: receiptOf(said('OriginalTransactionID')),
    amountCents: centsOf(said('Amount')),
    chargeCents: centsOf(said('Charge')),
  }
}

export function readB2cResult(text: string): B2cResult {
  const envelope = readEnvelope(text)
  if ('kind' in envelope) return envelope
  if (envelope.code !== '0') return notDone(envelope)
  const said = (key: string) => envelope.parameters.get(key) ?? ''
  // A payment to a business has different parameter names.
  const amount = said('TransactionAmount') || said('Amount')
  if (isNoAmount(amount)) return NO_AMOUNT
  return {
    kind: 'done',
    ...ids(envelope),
    receipt: receiptOf(said('TransactionReceipt')) ?? envelope.receipt,
    amountCents: centsOf(amount),
    utilityCents: centsOf(said('B2CUtilityAccountAvailableFunds')),
    completedAt: instantOf(said('TransactionCompletedDateTime')),
  }
}

/** `reversed`: completed, and the money has gone back since. */
type Stage = 'completed' | 'pending' | 'failed' | 'reversed'

const STAGES: Record<string, Stage> = {
  completed: 'completed',
  initiated: 'pending',
  authorized: 'pending',
  pending: 'pending',
  cancelled: 'failed',
  declined: 'failed',
  expired: 'failed',
}

export function readStatusResult(text: string): StatusResult {
  const envelope = readEnvelope(text)
  if ('kind' in envelope) return envelope
  const status = envelope.parameters.get('TransactionStatus') ?? ''
  if (envelope.code !== '0' || status === '') {
    return { kind: 'unclear', code: envelope.code, ...ids(envelope) }
  }
  const said = (key: string) => envelope.parameters.get(key) ?? ''
  const stage = stageOf(status)
  if (stage === 'completed' && isNoAmount(said('Amount'))) return NO_AMOUNT
  return {
    kind: 'found',
    ...ids(envelope),
    stage,
    status,
    receipt: receiptOf(said('ReceiptNo')),
    amountCents: centsOf(said('Amount')),
    chargeCents: centsOf(said('DebitPartyCharges')),
    payer: partyOf(said('DebitPartyName')),
    payee: partyOf(said('CreditPartyName')),
    finalisedAt: instantOf(said('FinalisedTime')),
    subject: idsOf(Object.fromEntries(envelope.parameters)),
  }
}

/** M-Pesa's word for a reversed transaction is not documented, so all 'revers…' count. */
function stageOf(status: string): Stage | 'other' {
  return /revers/i.test(status) ? 'reversed' : (STAGES[status.toLowerCase()] ?? 'other')
}

/** Parses '254712000001 - ASHA ACHIENG'. */
function partyOf(text: string): Party {
  const [number = '', ...name] = text.split(' - ')
  const phone = phoneOf(number.trim())
  const shortCode = /^\d{5,7}$/.test(number.trim()) ? number.trim() : null
  return { phone, shortCode, name: name.join(' - ').trim() }
}

export function readBalanceResult(text: string): BalanceResult {
  const envelope = readEnvelope(text)
  if ('kind' in envelope) return envelope
  const accounts = readAccounts(envelope.parameters.get('AccountBalance') ?? '')
  if (envelope.code !== '0' || accounts.length === 0) {
    return { kind: 'unclear', code: envelope.code, ...ids(envelope) }
  }
  const available = (name: RegExp) =>
    accounts.find((account) => name.test(account.name))?.availableCents ?? null
  return {
    kind: 'balances',
    ...ids(envelope),
    accounts,
    workingCents: available(/^working/i),
    utilityCents: available(/^utility/i),
    completedAt: instantOf(envelope.parameters.get('BOCompletedTime') ?? ''),
  }
}

// Parses 'Name|KES|current|available|reserved|uncleared', joined with &.
function readAccounts(text: string): Account[] {
  return text.split('&').flatMap((group) => {
    const [name = '', , current = '', available = ''] = group.split('|')
    const [currentCents, availableCents] = [centsOf(current), centsOf(available)]
    if (name === '' || currentCents === null || availableCents === null) return []
    return [{ name: name.trim(), currentCents, availableCents }]
  })
}
