import { toWholeKes } from '../../platform/values/money.rules.ts'
import { type DarajaResult, postOperation, type ReplyAddresses } from './operation.ts'
import type { DarajaContext } from './post.ts'

export type ReversalRequest = ReplyAddresses & {
  receipt: string
  /** The whole payment: M-Pesa does not document partial reversals. */
  amountCents: number
  /** 2 to 100 characters, for M-Pesa's own records. */
  remarks: string
}

/** Reverses a payment. A second request gets the result 'already reversed'. */
export async function requestReversal(
  context: DarajaContext,
  request: ReversalRequest,
): Promise<DarajaResult> {
  return await postOperation(context, '/mpesa/reversal/v1/request', request, {
    initiator: 'Initiator',
    CommandID: 'TransactionReversal',
    TransactionID: request.receipt,
    Amount: toWholeKes(request.amountCents),
    ReceiverParty: context.settings.shortcode,
    // The misspelling is M-Pesa's; 11 is an organization's shortcode.
    RecieverIdentifierType: '11',
    Remarks: request.remarks,
    Occasion: '',
  })
}
