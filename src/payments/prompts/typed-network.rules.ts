import { walletOf } from '../wallet.rules.ts'
import { isOtherOperator } from './operator.rules.ts'

export const TYPED_NETWORKS = ['airtel', 'telkom', 'other', 'foreign'] as const
export type TypedNetwork = (typeof TYPED_NETWORKS)[number]

// Country codes begin with 1 to 9. Without + or 00, only the length shows that a code is there.
const FOREIGN = /^((\+|00)(?!254)[1-9]\d{6,14}|(?!254)[1-9]\d{10,14})$/

/** The network of a number that M-PESA's prompt does not reach. Null for Safaricom and for errors. */
export function typedNetwork(typed: string): TypedNetwork | null {
  const bare = typed.normalize('NFKC').replace(/[\s().\u00a0-]/g, '')
  if (FOREIGN.test(bare)) return 'foreign'
  const wallet = walletOf(typed)
  if (wallet !== null) return wallet === 'T-Kash' ? 'telkom' : 'airtel'
  return isOtherOperator(typed) ? 'other' : null
}
