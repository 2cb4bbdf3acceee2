import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi, jsonPost, type Problem, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { formatExactKes } from '../../ui/office/formats.rules.ts'
import { ModalForm } from '../../ui/office/modal-form.tsx'
import { decisionText } from '../decision-days.rules.ts'
import type { EventPayouts as Payouts, SentPayout } from '../payouts.contract.ts'

/**
 * Requests a payout. If the latest request was refused and was higher than the available amount,
 * one press requests the available amount.
 */
export function RequestPayout({
  eventId,
  payouts,
  onDone,
}: {
  eventId: string
  payouts: Payouts
  onDone: (text: string) => void
}) {
  const { available } = payouts
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const latest = payouts.payouts[0]
  const isLess = latest?.stage === 'refused' && latest.amount > available

  async function requestRest() {
    if (isBusy) return
    setIsBusy(true)
    const answer = await sendRequest(eventId, available)
    setIsBusy(false)
    onDone(answer.ok ? requestedText(answer.data) : problemText(answer, NO_CONNECTION))
  }

  return (
    <div className="flex flex-wrap gap-3">
      {isLess && (
        <Button aria-disabled={isBusy} onClick={() => void requestRest()}>
          {isBusy ? 'Sending...' : `Request ${formatExactKes(available)}`}
        </Button>
      )}
      <Button look={isLess ? 'quiet' : 'loud'} onClick={() => setIsAsking(true)}>
        {isLess ? 'Request less' : 'Request payout'}
      </Button>
      {isAsking && (
        <AskForm
          eventId={eventId}
          payouts={payouts}
          onClose={() => setIsAsking(false)}
          onAsked={(payout) => {
            setIsAsking(false)
            onDone(requestedText(payout))
          }}
        />
      )}
    </div>
  )
}

const NO_CONNECTION = 'No connection. Please try again.'
const requestedText = ({ amount }: SentPayout) => `${formatExactKes(amount)} requested`

const sendRequest = (eventId: string, amount: number) =>
  callApi<SentPayout>(sessionFetch, '/api/payouts', jsonPost({ event_id: eventId, amount }))

function AskForm({
  eventId,
  payouts: { available, account, decision_days },
  onClose,
  onAsked,
}: {
  eventId: string
  payouts: Payouts
  onClose: () => void
  onAsked: (payout: SentPayout) => void
}) {
  const [amount, setAmount] = useState(String(available))
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function send() {
    setIsBusy(true)
    const answer = await sendRequest(eventId, Number(amount))
    setIsBusy(false)
    if (answer.ok) onAsked(answer.data)
    else setProblem(answer)
  }

  const atField = problem?.field === 'amount' || problem?.code === 'beyond_available'
  return (
    <ModalForm
      title="Request a payout"
      about={`To ${account?.words}. ${decisionText(decision_days)}, and email you when we have sent it.`}
      yes={['Request payout', 'Sending...']}
      problem={problem && !atField ? problemText(problem, NO_CONNECTION) : ''}
      isBusy={isBusy}
      onClose={onClose}
      onSend={() => void send()}
    >
      <Field
        label="Amount in KES"
        type="number"
        inputMode="numeric"
        hint={`Up to ${formatExactKes(available)}`}
        value={amount}
        error={atField && problem ? problem.error : null}
        onChange={({ target }) => {
          setAmount(target.value)
          setProblem(null)
        }}
      />
    </ModalForm>
  )
}
