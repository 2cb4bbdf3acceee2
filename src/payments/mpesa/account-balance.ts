import { type DarajaResult, postOperation, type ReplyAddresses } from './operation.ts'
import type { DarajaContext } from './post.ts'

export type BalanceRequest = ReplyAddresses & {
  /** The shortcode that collects payments, or the one that pays customers; both may be the same. */
  of: 'collection' | 'b2c'
  remarks: string
}

export async function requestBalance(
  context: DarajaContext,
  request: BalanceRequest,
): Promise<DarajaResult> {
  const { settings } = context
  return await postOperation(context, '/mpesa/accountbalance/v1/query', request, {
    initiator: 'Initiator',
    CommandID: 'AccountBalance',
    PartyA: request.of === 'b2c' ? settings.b2cShortcode : settings.shortcode,
    // Type 4 is an organization's shortcode.
    IdentifierType: '4',
    Remarks: request.remarks,
  })
}
