import { toWholeKes } from '../../platform/values/money.rules.ts'
import { type OperationAnswer, postOperation, type ReplyAddresses } from './operation.ts'
import type { DarajaContext } from './post.ts'

export type ReversalRequest = ReplyAddresses & {
  receipt: string
  /** All of the payment: whether a part can be reversed is not documented. */
  amountCents: number
  /** 2 to 100 characters, for M-Pesa's own records. */
  remarks: string
}

/** Gives a payment back. Asked a second time, the result says that it is reversed already. */
export async function requestReversal(
  context: DarajaContext,
  request: ReversalRequest,
): Promise<OperationAnswer> {
  return await postOperation(context, '/mpesa/reversal/v1/request', request, {
    initiator: 'Initiator',
    CommandID: 'TransactionReversal',
    TransactionID: request.receipt,
    Amount: toWholeKes(request.amountCents),
    ReceiverParty: context.settings.shortcode,
    // Misspelt on the wire; 11 is an organization's short code.
    RecieverIdentifierType: '11',
    Remarks: request.remarks,
    Occasion: '',
  })
}
