import { toKes } from '../src/platform/values/money.rules.ts'
import { nairobiDateTime } from '../src/platform/values/nairobi.rules.ts'

// The results that the simulated M-Pesa of refund-world.ts posts.

/** Money that M-Pesa has moved. */
export type Moved = {
  kind: 'reversal' | 'b2c' | 'b2b'
  receipt: string
  amountCents: number
  shortCode?: string | undefined
  original?: string | undefined
  phone?: string | undefined
  originator: string
  /** The remaining balance of the utility account after a B2C payment. */
  leftCents?: number
  /** The charge in the result of a status query. */
  chargeCents?: number
  at?: Date
}

export type Operation = {
  originator: string
  conversation: string
  code: string
  moved: Moved | null
}

type MpesaRequest = { kind: string; receipt?: string; originatorConversationId?: string }

/**
 * Whether the request is a status query. A status query is about an earlier request or payment, and
 * moves no money.
 */
export function isStatus({ kind }: Pick<MpesaRequest, 'kind'>): boolean {
  return ['status', 'confirm', 'receipt', 'sold'].includes(kind)
}

type Parameter = { Key: string; Value?: string | number }

export function resultOf(asked: MpesaRequest, operation: Operation) {
  const { originator, conversation, moved } = operation
  const isAnswered = isStatus(asked) && !['R000002', '2001'].includes(operation.code)
  const parameters = isAnswered ? statusOf(asked, operation) : moneyOf(asked, moved)
  return {
    Result: {
      ResultType: 0,
      ResultCode: isAnswered ? '0' : operation.code,
      ResultDesc: 'As it is',
      OriginatorConversationID: originator,
      ConversationID: conversation,
      TransactionID: moved?.receipt ?? 'UKR0000000',
      ...(parameters.length > 0 && { ResultParameters: { ResultParameter: parameters } }),
    },
  }
}

function statusOf(asked: MpesaRequest, { code, moved }: Operation): Parameter[] {
  const unpaid = code === 'expired' ? 'Expired' : 'Declined'
  const stage = code === 'reversed' ? 'Reversed' : moved ? 'Completed' : unpaid
  return [
    moved ? { Key: 'ReceiptNo', Value: moved.receipt } : { Key: 'ReceiptNo' },
    { Key: 'TransactionStatus', Value: stage },
    ...(moved ? [{ Key: 'Amount', Value: toKes(moved.amountCents).toFixed(2) }] : []),
    ...(moved?.chargeCents
      ? [{ Key: 'DebitPartyCharges', Value: toKes(moved.chargeCents).toFixed(2) }]
      : []),
    ...(moved?.shortCode
      ? [{ Key: 'CreditPartyName', Value: `${moved.shortCode} - KIBO EVENTS` }]
      : []),
    { Key: 'OriginatorConversationID', Value: asked.originatorConversationId ?? '' },
  ]
}

function moneyOf({ kind, receipt }: MpesaRequest, moved: Moved | null): Parameter[] {
  if (!moved) return []
  const amount = toKes(moved.amountCents)
  if (kind === 'b2b') return [{ Key: 'Amount', Value: amount.toFixed(2) }]
  if (kind === 'reversal') {
    return [
      { Key: 'Amount', Value: amount.toFixed(2) },
      { Key: 'OriginalTransactionID', Value: receipt! },
      { Key: 'Charge', Value: 0 },
    ]
  }
  return [
    { Key: 'TransactionAmount', Value: amount },
    { Key: 'TransactionReceipt', Value: moved.receipt },
    { Key: 'TransactionCompletedDateTime', Value: dotted(moved.at!) },
    { Key: 'B2CUtilityAccountAvailableFunds', Value: toKes(moved.leftCents!).toFixed(2) },
  ]
}

/** A time as `DD.MM.YYYY HH:mm:ss` in Nairobi. */
function dotted(at: Date): string {
  const [date = '', time = ''] = nairobiDateTime(at).split(' ')
  return `${date.split('-').reverse().join('.')} ${time}`
}
