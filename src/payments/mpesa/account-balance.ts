import { type OperationAnswer, postOperation, type ReplyAddresses } from './operation.ts'
import type { DarajaContext } from './post.ts'

export type BalanceRequest = ReplyAddresses & {
  /** The number that collects, or the one that pays customers; they may be one. */
  of: 'collection' | 'b2c'
  remarks: string
}

export async function requestBalance(
  context: DarajaContext,
  request: BalanceRequest,
): Promise<OperationAnswer> {
  const { settings } = context
  return await postOperation(context, '/mpesa/accountbalance/v1/query', request, {
    initiator: 'Initiator',
    CommandID: 'AccountBalance',
    PartyA: request.of === 'b2c' ? settings.b2cShortcode : settings.shortcode,
    // An organization's short code.
    IdentifierType: '4',
    Remarks: request.remarks,
  })
}
