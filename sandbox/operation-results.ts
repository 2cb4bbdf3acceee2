import { nairobiDateTime, nairobiStamp } from './clock.ts'
import type { Business, LedgerRow } from './ledger.ts'
import { publicBusiness, publicCustomer } from './names.ts'
import { isMoney, type Operation } from './operation.ts'
import type { SandboxOptions } from './options.ts'
import type { State } from './state.ts'

// The results posted to ResultURL and QueueTimeOutURL, with the texts of the real service.

export const OPERATION_RESULTS = {
  done: 0,
  noFunds: 1,
  aboveMaximum: 3,
  notAllowed: 21,
  wrongInitiator: 2001,
  notACustomer: 2040,
  alreadyReversed: 'R000001',
  noSuchTransaction: 'R000002',
} as const

export const OPERATION_WORDS: Record<string, string> = {
  0: 'The service request is processed successfully.',
  1: 'The balance is insufficient for the transaction.',
  3: 'Declined due to limit rule: greater than the maximum transaction amount.',
  21: 'The initiator is not allowed to initiate this request.',
  2001: 'The initiator information is invalid.',
  2040: 'Declined due to customer type: the credit party customer type is not supported by this service.',
  R000001: 'The transaction has already been reversed.',
  R000002: 'The OriginalTransactionID is invalid.',
}

interface Parameter {
  Key: string
  Value?: string | number
}

/** An account in a balance result: `Name|KES|current|available|reserved|uncleared`. */
function account(name: string, kes: number): string {
  const amount = kes.toFixed(2)
  return `${name}|KES|${amount}|${amount}|0.00|0.00`
}

/**
 * The balances of a short code. If the shop has a separate B2C short code, only that short code has
 * the utility account.
 */
function balances(options: SandboxOptions, business: Business, party: string): string {
  const collects = party === options.shortCode
  const pays = party === options.b2cShortCode
  return [
    account('Working Account', collects ? business.working_kes : 0),
    account('Float Account', 0),
    account('Utility Account', pays ? business.utility_kes : 0),
    account('Charges Paid Account', pays ? business.charges_kes : 0),
    account('Organization Settlement Account', 0),
  ].join('&')
}

/** The time as `DD.MM.YYYY HH:mm:ss`. */
function dottedTime(at: number): string {
  const [date = '', time = ''] = nairobiDateTime(at).split(' ')
  return `${date.split('-').reverse().join('.')} ${time}`
}

function reversalParameters(options: SandboxOptions, state: State, row: LedgerRow): Parameter[] {
  return [
    { Key: 'DebitAccountBalance', Value: account('Working Account', state.business.working_kes) },
    { Key: 'Amount', Value: row.amount.toFixed(2) },
    { Key: 'TransCompletedTime', Value: Number(nairobiStamp(Date.parse(row.at))) },
    { Key: 'OriginalTransactionID', Value: row.original_receipt ?? '' },
    { Key: 'Charge', Value: row.charge },
    { Key: 'CreditPartyPublicName', Value: publicCustomer(row.msisdn) },
    { Key: 'DebitPartyPublicName', Value: publicBusiness(options, options.shortCode) },
  ]
}

function b2cParameters(state: State, row: LedgerRow): Parameter[] {
  const { business } = state
  return [
    { Key: 'TransactionAmount', Value: row.amount },
    { Key: 'TransactionReceipt', Value: row.receipt },
    { Key: 'ReceiverPartyPublicName', Value: publicCustomer(row.msisdn) },
    { Key: 'TransactionCompletedDateTime', Value: dottedTime(Date.parse(row.at)) },
    { Key: 'B2CUtilityAccountAvailableFunds', Value: business.utility_kes },
    { Key: 'B2CWorkingAccountAvailableFunds', Value: business.working_kes },
    { Key: 'B2CRecipientIsRegisteredCustomer', Value: 'Y' },
    { Key: 'B2CChargesPaidAccountAvailableFunds', Value: business.charges_kes },
  ]
}

/** The name of the recipient of all b2b payments. */
const PAYEE = 'KIBO EVENTS'

function b2bParameters(state: State, row: LedgerRow): Parameter[] {
  return [
    { Key: 'DebitAccountBalance', Value: account('Working Account', state.business.working_kes) },
    { Key: 'Amount', Value: row.amount.toFixed(2) },
    { Key: 'TransCompletedTime', Value: Number(nairobiStamp(Date.parse(row.at))) },
    { Key: 'DebitPartyCharges', Value: row.charge ? row.charge.toFixed(2) : '' },
    { Key: 'ReceiverPartyPublicName', Value: `${row.payee} - ${PAYEE}` },
    { Key: 'Currency', Value: 'KES' },
  ]
}

/**
 * The subject of a status query: a movement of money, a request without a movement, or null if
 * neither is found.
 */
export function findSubject(state: State, asked: Operation) {
  const about =
    [...state.operations.values()].find(
      ({ originator_conversation_id, conversation_id }) =>
        asked.conversation !== '' &&
        [originator_conversation_id, conversation_id].includes(asked.conversation),
    ) ?? null
  const receipt = asked.receipt || about?.outcome?.money?.receipt
  const row = state.ledger.find((other) => other.receipt === receipt) ?? null
  const movesMoney = about !== null && isMoney(about.kind)
  if (row) return { row, operation: state.operations.get(row.originator_conversation_id ?? '') }
  // An unknown receipt is not found, even if the other fields match.
  return movesMoney && asked.receipt === '' ? { row: null, operation: about } : null
}

type Subject = NonNullable<ReturnType<typeof findSubject>>

/** M-Pesa does not document its word for a payment that was reversed; here it is 'Reversed'. */
function stageOf(state: State, { row, operation }: Subject): string {
  if (row) return state.reversed.has(row.receipt) ? 'Reversed' : 'Completed'
  if (!operation?.outcome) return 'Pending'
  return operation.outcome.code === null ? 'Expired' : 'Declined'
}

const REASONS = {
  push: 'Pay Bill Online',
  paybill: 'Pay Bill',
  reversal: 'Transaction Reversal',
  b2c: 'Business Payment to Customer via API',
  b2b: 'Business to Business Payment via API',
}

function statusParameters(options: SandboxOptions, state: State, subject: Subject): Parameter[] {
  const { row, operation } = subject
  const msisdn = row?.msisdn ?? operation?.msisdn
  const customer = msisdn ? publicCustomer(msisdn) : undefined
  const asked = operation && isMoney(operation.kind) ? operation.kind : 'reversal'
  const kind = row?.kind ?? asked
  const paysOut = kind !== 'push' && kind !== 'paybill'
  const payee = row?.payee ?? operation?.payee
  const shortCode = kind === 'b2c' ? options.b2cShortCode : options.shortCode
  const shop = publicBusiness(options, shortCode)
  const begun = nairobiStamp(Date.parse(operation?.created_at ?? row?.at ?? ''))
  const ended = row?.at ?? operation?.outcome?.at
  // An item without a value is sent without the field `Value`.
  const known = (Key: string, Value: string | number | undefined): Parameter =>
    Value === undefined ? { Key } : { Key, Value }
  return [
    known('ReceiptNo', row?.receipt),
    { Key: 'TransactionStatus', Value: stageOf(state, subject) },
    { Key: 'Amount', Value: (row?.amount ?? operation?.amount ?? 0).toFixed(2) },
    known('DebitPartyName', paysOut ? shop : customer),
    known('CreditPartyName', payee ? `${payee} - ${PAYEE}` : paysOut ? customer : shop),
    { Key: 'InitiatedTime', Value: Number(begun) },
    known('FinalisedTime', ended ? Number(nairobiStamp(Date.parse(ended))) : undefined),
    { Key: 'ReasonType', Value: REASONS[kind] },
    known('TransactionReason', operation?.occasion || undefined),
    known('DebitPartyCharges', row?.charge ? row.charge.toFixed(2) : undefined),
    {
      Key: 'DebitAccountType',
      Value: kind === 'b2c' ? 'Utility Account' : paysOut ? 'Working Account' : 'MMF Account',
    },
    known('ConversationID', operation?.conversation_id),
    known('OriginatorConversationID', operation?.originator_conversation_id),
  ]
}

function parametersOf(options: SandboxOptions, state: State, operation: Operation): Parameter[] {
  const { kind, outcome, party } = operation
  if (outcome?.money) {
    if (kind === 'b2c') return b2cParameters(state, outcome.money)
    return kind === 'b2b'
      ? b2bParameters(state, outcome.money)
      : reversalParameters(options, state, outcome.money)
  }
  if (kind === 'balance') {
    const at = Date.parse(outcome?.at ?? operation.created_at)
    return [
      { Key: 'AccountBalance', Value: balances(options, state.business, party) },
      { Key: 'BOCompletedTime', Value: Number(nairobiStamp(at)) },
    ]
  }
  const subject = findSubject(state, operation)
  return subject ? statusParameters(options, state, subject) : []
}

/**
 * The reference data of a result. As in results of the real service, a single item is an object,
 * and several items are a list.
 */
function referenceData(operation: Operation) {
  const timeout = { Key: 'QueueTimeoutURL', Value: operation.timeout_url }
  if (operation.kind !== 'status') return { ReferenceItem: timeout }
  const occasion = operation.occasion
    ? { Key: 'Occasion', Value: operation.occasion }
    : { Key: 'Occasion' }
  return { ReferenceItem: [timeout, occasion] }
}

/**
 * The body posted to ResultURL. The body posted to QueueTimeOutURL is the same, but without a
 * result.
 */
export function resultBody(options: SandboxOptions, state: State, operation: Operation) {
  const { outcome } = operation
  if (!outcome) throw new Error('a result needs an outcome')
  const envelope = {
    ResultType: 0,
    ResultCode: outcome.code ?? OPERATION_RESULTS.done,
    ResultDesc:
      outcome.code === null
        ? 'The request timed out in the queue.'
        : OPERATION_WORDS[String(outcome.code)],
    OriginatorConversationID: operation.originator_conversation_id,
    ConversationID: operation.conversation_id,
    TransactionID: outcome.transaction_id,
  }
  if (outcome.code === null) return { Result: { ...envelope, ResultType: 1, ResultCode: 1 } }
  const ReferenceData = referenceData(operation)
  if (outcome.code !== OPERATION_RESULTS.done) return { Result: { ...envelope, ReferenceData } }
  const ResultParameter = parametersOf(options, state, operation)
  return { Result: { ...envelope, ResultParameters: { ResultParameter }, ReferenceData } }
}
