import type { AttachReply } from '../unmatched/unmatched-receipts.contract.ts'

const BECAME = {
  sale: 'The tickets are sold and on their way.',
  refund_due: 'It could not buy these tickets and is due back.',
  refunded: 'It was paid back.',
  suspense: 'It is being looked at.',
} satisfies Record<AttachReply['use'], string>

/** The result of attaching a receipt to an order, in words. */
export function attachedWords(receipt: string, code: string, { use }: AttachReply): string {
  return `${receipt} is ${code}’s now. ${BECAME[use]}`
}
