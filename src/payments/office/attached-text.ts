import type { AttachReply } from '../unmatched/unmatched-receipts.contract.ts'

const BECAME = {
  sale: 'The tickets are on their way.',
  refund_due: 'These tickets could not be issued, so it will be refunded.',
  refunded: 'It was refunded.',
  suspense: 'It is being checked.',
} satisfies Record<AttachReply['use'], string>

export function attachedText(receipt: string, code: string, { use }: AttachReply): string {
  return `${receipt} is now attached to ${code}. ${BECAME[use]}`
}
