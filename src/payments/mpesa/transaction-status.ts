import { type DarajaResult, postOperation, type ReplyAddresses } from './operation.ts'
import type { DarajaContext } from './post.ts'

/**
 * The subject of the query: a receipt, or the OriginatorConversationID of a Reversal or B2C
 * payment.
 */
export type StatusRequest = ReplyAddresses &
  ({ receipt: string } | { originatorConversationId: string }) & {
    /** The shortcode that asks: the one that collects payments, or the one that pays customers. */
    of: 'collection' | 'b2c'
    remarks: string
  }

export async function requestStatus(
  context: DarajaContext,
  request: StatusRequest,
): Promise<DarajaResult> {
  const { settings } = context
  const subject =
    'receipt' in request
      ? { TransactionID: request.receipt }
      : { OriginalConversationID: request.originatorConversationId }
  return await postOperation(context, '/mpesa/transactionstatus/v1/query', request, {
    initiator: 'Initiator',
    CommandID: 'TransactionStatusQuery',
    ...subject,
    PartyA: request.of === 'b2c' ? settings.b2cShortcode : settings.shortcode,
    // Type 4 is an organization's shortcode.
    IdentifierType: '4',
    Remarks: request.remarks,
    Occasion: '',
  })
}
