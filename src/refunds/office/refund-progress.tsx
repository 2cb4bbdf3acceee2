import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi } from '../../ui/api.ts'
import { Notice } from '../../ui/notice.tsx'
import { formatDay, formatExactKes } from '../../ui/office/formats.rules.ts'
import { useQuery } from '../../ui/office/use-query.ts'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { RefundState, RefundWay } from '../refund.rules.ts'
import type { RefundReply } from '../refunds.contract.ts'

const POLL_MS = 2000

/** The progress of a refund, from the request to M-PESA's receipt. */
export function RefundProgress({ made }: { made: RefundReply }) {
  const path = `/api/refunds/${made.id}`
  const { data } = useQuery<RefundReply>(
    path,
    (signal) => callApi<RefundReply>(sessionFetch, path, { signal }),
    POLL_MS,
    ({ state }) => state === 'done',
  )
  const refund = data ?? made
  return (
    <Notice look={refund.state === 'refused' ? 'bad' : 'good'} role="status">
      <RefundText {...refund} />
    </Notice>
  )
}

type RefundView = Pick<RefundReply, 'amount' | 'due_by' | 'waiting' | 'receipt'> & {
  state: RefundState
  way: RefundWay | null
}

export function RefundText({ amount, state, due_by, waiting, receipt, way }: RefundView) {
  const kes = <span className="whitespace-nowrap">{formatExactKes(amount)}</span>
  if (state === 'done') {
    return (
      <>
        <strong>{kes} refunded.</strong> <WholeWords text={doneText({ receipt, way })} />
      </>
    )
  }
  return (
    <>
      <span>
        {kes} will be refunded by {formatDay(due_by)}. We'll notify the buyer.
      </span>
      <span className="block">
        <WholeWords text={waiting ? `${waiting}.` : STEPS[state]} />
      </span>
    </>
  )
}

const STEPS = {
  due: 'Next: we send it to M-PESA.',
  sending: 'We are sending it to M-PESA.',
  sent: 'M-PESA is paying it.',
  unknown: 'M-PESA has not confirmed it yet. We keep checking.',
  refused: 'M-PESA refused it. It is on the work list.',
  manual: 'It needs an admin. It is on the work list.',
} as const

function doneText({ receipt, way }: Pick<RefundView, 'receipt' | 'way'>): string {
  if (way === 'returned') return 'M-PESA had returned it before.'
  if (receipt === null) return ''
  return way === 'manual' ? `Reference ${receipt}.` : `M-PESA receipt ${receipt}.`
}
