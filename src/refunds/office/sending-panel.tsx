import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import type { SendingState, SendingSwitch } from '../../payments/outgoing/sending.contract.ts'
import { callApi, jsonPost, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Instant } from '../../ui/office/instant.tsx'
import { ModalForm } from '../../ui/office/modal-form.tsx'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import { WholeWords } from '../../ui/whole-words.tsx'
import { dueText } from '../waiting.rules.ts'

const PATH = '/api/refunds/sending'
/** The interval in ms for loading the state again, because other admins may change it. */
const EVERY_MS = 15_000

/**
 * Shows whether refunds and payouts are sent and, if not, who stopped them and when. Its button stops
 * or resumes sending.
 */
export function SendingPanel() {
  const { data, problem, reload } = useQuery(
    'sending of refunds',
    (signal) => callApi<SendingState>(sessionFetch, PATH, { signal }),
    EVERY_MS,
  )
  const [isAsked, setIsAsked] = useState(false)
  const { isBusy, refusal, turn, forget } = useSwitch(reload)
  if (!data && problem) {
    return <TryAgain onAgain={reload}>{problem.error || 'An error occurred'}</TryAgain>
  }
  const isPaused = data?.on === false
  return (
    <section
      aria-label="Automatic refunds"
      className={`flex min-h-14 flex-col justify-center rounded-card border bg-paper px-4 text-small ${isPaused ? 'border-bad py-3' : 'border-line py-1'}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <div
          role="status"
          className={`min-w-0 break-words ${isPaused ? 'flex-[1_1_20em]' : 'flex-[1_1_9em]'}`}
        >
          {data ? <State state={data} /> : <p className="text-quiet">Loading...</p>}
        </div>
        {data && (
          // Not disabled: a disabled button loses keyboard focus.
          <Button
            look="quiet"
            className="shrink-0 px-3!"
            aria-disabled={isBusy}
            onClick={() => {
              forget()
              if (data.on) setIsAsked(true)
              else void turn({ on: true })
            }}
          >
            {data.on ? 'Pause refunds' : isBusy ? 'Saving...' : 'Resume refunds'}
          </Button>
        )}
      </div>
      <div role="alert" className="empty:hidden">
        {refusal && !isAsked && <Notice look="bad">{refusal}</Notice>}
      </div>
      {isAsked && (
        <StopForm
          problem={refusal}
          isBusy={isBusy}
          onClose={() => setIsAsked(false)}
          onSend={async (reason) => {
            if (await turn({ on: false, words: reason })) setIsAsked(false)
          }}
        />
      )}
    </section>
  )
}

function useSwitch(again: () => void) {
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  async function turn(to: SendingSwitch): Promise<boolean> {
    if (isBusy) return false
    setIsBusy(true)
    const answer = await callApi<SendingState>(sessionFetch, PATH, jsonPost(to))
    setIsBusy(false)
    setRefusal(answer.ok ? '' : problemText(answer, 'No connection. Please try again.'))
    again()
    return answer.ok
  }
  return { isBusy, refusal, turn, forget: () => setRefusal('') }
}

function State({ state: { on, stopped, waiting } }: { state: SendingState }) {
  if (on) return <p className="font-semibold">Automatic refunds are on.</p>
  return (
    <>
      <p className="font-semibold text-bad">Automatic refunds are paused.</p>
      {stopped && (
        <p className="text-small">
          Since <Instant at={stopped.at} />
          <span>{`, by ${stopped.by}`}</span>
        </p>
      )}
      {stopped?.words && <p className="text-quiet">{stopped.words}</p>}
      {waiting && <p>{dueText(waiting)}</p>}
    </>
  )
}

function StopForm({
  problem,
  isBusy,
  onClose,
  onSend,
}: {
  problem: string
  isBusy: boolean
  onClose: () => void
  onSend: (reason: string) => void
}) {
  const [reason, setReason] = useState('')
  return (
    <ModalForm
      title="Pause refunds?"
      about={
        <WholeWords text="No refund and no payout is sent until you resume; those that wait then begin within five minutes. Money that M-PESA already has still goes out." />
      }
      yes={['Pause refunds', 'Saving...']}
      problem={problem}
      isBusy={isBusy}
      onClose={onClose}
      onSend={() => onSend(reason.trim())}
    >
      <Field
        label="Reason"
        hint="Appears here and in the audit log."
        name="words"
        required
        pattern=".*\S.*"
        maxLength={500}
        autoComplete="off"
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </ModalForm>
  )
}
