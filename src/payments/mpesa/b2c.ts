import { toWholeKes } from '../../platform/values/money.rules.ts'
import { type DarajaResult, postOperation, type ReplyAddresses } from './operation.ts'
import type { DarajaContext } from './post.ts'

export type B2cRequest = ReplyAddresses & {
  /** Our own permanent id: M-Pesa accepts one payment per id, with any result. */
  originatorConversationId: string
  /** 2547… or 2541… */
  phone: string
  /** Must be whole shillings. */
  amountCents: number
  /** 2 to 100 characters, for M-Pesa's own records. */
  remarks: string
  /** Up to 100 characters; returned by a status query. */
  occasion: string
}

/** Pays a customer from the utility account. */
export async function requestB2c(
  context: DarajaContext,
  request: B2cRequest,
): Promise<DarajaResult> {
  return await postOperation(context, '/mpesa/b2c/v3/paymentrequest', request, {
    initiator: 'InitiatorName',
    OriginatorConversationID: request.originatorConversationId,
    CommandID: 'BusinessPayment',
    Amount: toWholeKes(request.amountCents),
    PartyA: context.settings.b2cShortcode,
    PartyB: Number(request.phone),
    Remarks: request.remarks,
    // The misspelling is M-Pesa's.
    Occassion: request.occasion,
  })
}
