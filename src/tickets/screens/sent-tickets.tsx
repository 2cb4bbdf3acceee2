import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { PREFIX } from '../../ui/language.rules.ts'
import { Notice } from '../../ui/notice.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import type { TicketReply } from '../tickets.contract.ts'
import { CodeStep } from './code-step.tsx'
import { type SendOutcome, sendTicket } from './send-ticket.ts'

type Sent = TicketReply['sent'][number]
type Props = { number: string; posted: SendOutcome | null }
type ListProps = Props & { sent: readonly Sent[]; onTakenBack: () => void }

export function SentTickets({ number, sent, posted, onTakenBack }: ListProps) {
  const titleId = useId()
  const [isDone, setIsDone] = useState(posted?.takeBack !== undefined && posted.isDone === true)
  const { revalidate } = useRevalidator()
  const onDone = () => {
    setIsDone(true)
    onTakenBack()
    void revalidate()
  }
  if (sent.length === 0 && !isDone) return null
  return (
    <section
      aria-labelledby={titleId}
      className="rounded-card border border-line bg-paper px-4 py-3 print:hidden"
    >
      <h2 id={titleId} className="font-semibold">
        Sent to friends
      </h2>
      {isDone && (
        <Notice look="good" role="status">
          Done. It is back on this ticket.
        </Notice>
      )}
      <ul className="divide-y divide-line">
        {sent.map((one) => (
          <SentRow
            key={one.id}
            sent={one}
            number={number}
            posted={posted?.takeBack === one.id ? posted : null}
            onDone={onDone}
          />
        ))}
      </ul>
    </section>
  )
}

function SentRow({ sent, number, posted, onDone }: Props & { sent: Sent; onDone: () => void }) {
  const textId = useId()
  const { outcome, isBusy, formProps } = useFormPost(posted, sendTicket)
  const done = useEffectEvent(onDone)
  useEffect(() => {
    if (outcome?.isDone) done()
  }, [outcome])
  return (
    <li className="py-2">
      <p id={textId}>{sent.words}</p>
      {!outcome?.isDone && <p className="text-small text-quiet">{sent.note}</p>}
      {sent.can_take_back && !outcome?.isDone && (
        <form {...formProps} action={`${PREFIX}/t/${number}`} className="mt-2 flex flex-col gap-3">
          <input type="hidden" name="number" value={number} />
          <input type="hidden" name="take_back" value={sent.id} />
          {outcome?.problem && outcome.field !== 'code' && (
            <Notice look="bad" role="alert">
              {outcome.problem}
            </Notice>
          )}
          {outcome?.id ? (
            <CodeStep
              outcome={outcome}
              isBusy={isBusy}
              text="Take back"
              busyText="Taking it back..."
            >
              We sent a code by SMS to the phone that has this ticket. Nothing changes until you
              enter it.
            </CodeStep>
          ) : (
            <Button
              type="submit"
              look="quiet"
              className="self-start"
              aria-describedby={textId}
              disabled={isBusy}
            >
              {isBusy ? 'Sending code...' : 'Take back'}
            </Button>
          )}
        </form>
      )}
    </li>
  )
}
