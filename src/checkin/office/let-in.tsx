import { type FormEvent, useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { formatShortDate } from '../../ui/dates.rules.ts'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Badge } from '../../ui/office/badge.tsx'
import { Panel } from '../../ui/office/data-table.tsx'
import { capitalise, formatCount } from '../../ui/office/formats.rules.ts'
import type { EntryGate, FoundTickets } from '../command-view.contract.ts'
import { type FoundTicket, LetInForm } from './let-in-form.tsx'
import { TicketNumber } from './ticket-number.tsx'

type LetInNotice = { look: 'good' | 'bad'; text: string }

/** Finds a ticket and lets its holder in, if the code on the ticket cannot be read. */
export function LetIn({
  eventId,
  gates,
  onlyWhole,
  onLetIn,
}: {
  eventId: string
  gates: EntryGate[]
  /** True if phone numbers are masked for the user, who then cannot search by last digits. */
  onlyWhole: boolean
  onLetIn: () => void
}) {
  const [found, setFound] = useState<FoundTicket[] | null>(null)
  const [chosen, setChosen] = useState<FoundTicket | null>(null)
  const [notice, setNotice] = useState<LetInNotice | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function onSubmit(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault()
    const q = String(new FormData(submitted.currentTarget).get('q')).trim()
    if (isBusy || q === '') return
    setIsBusy(true)
    setNotice(null)
    const query = new URLSearchParams({ q, event_id: eventId })
    const answer = await callApi<FoundTickets>(sessionFetch, `/api/gate/find?${query}`)
    setIsBusy(false)
    setFound(answer.ok ? answer.data.data : null)
    if (!answer.ok) setNotice({ look: 'bad', text: problemText(answer, 'No connection.') })
  }

  function onDone(look: LetInNotice['look'], text: string) {
    setChosen(null)
    setFound(null)
    setNotice({ look, text })
    onLetIn()
  }

  return (
    <section aria-labelledby="let-in">
      <h3 id="let-in" className="mb-2 font-semibold">
        Manual entry
      </h3>
      <Panel>
        <form noValidate onSubmit={onSubmit} className="flex flex-wrap items-end gap-3 p-4">
          <div className="min-w-0 flex-1 basis-60">
            <Field
              label={`Ticket number, or ${onlyWhole ? '' : 'last digits of the '}phone number`}
              name="q"
              autoComplete="off"
              maxLength={100}
              hint={
                onlyWhole
                  ? "All digits of the holder's number."
                  : "At least four digits of the holder's number."
              }
            />
          </div>
          <Button look="quiet" type="submit" className="sm:mb-6" aria-disabled={isBusy}>
            {isBusy ? 'Searching...' : 'Look up'}
          </Button>
        </form>
        <div className="px-4 pb-4 empty:hidden">
          {notice && (
            <Notice look={notice.look} role={notice.look === 'bad' ? 'alert' : 'status'}>
              {notice.text}
            </Notice>
          )}
          {found?.length === 0 && <p role="status">No ticket found for this event.</p>}
          {found && found.length > 0 && <Found tickets={found} onChoose={setChosen} />}
        </div>
      </Panel>
      {chosen && (
        <LetInForm
          eventId={eventId}
          ticket={chosen}
          gates={gates}
          onDone={onDone}
          onClose={() => setChosen(null)}
        />
      )}
    </section>
  )
}

function Found({
  tickets,
  onChoose,
}: {
  tickets: FoundTicket[]
  onChoose: (ticket: FoundTicket) => void
}) {
  return (
    <ul aria-label="Found tickets">
      {tickets.map((ticket) => {
        const { ticket_number, ticket_type, kind, admits, left, gate, state, day_date } = ticket
        return (
          <li
            key={ticket_number}
            className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-3 last:border-0"
          >
            <div className="min-w-0">
              <p>
                <TicketNumber number={ticket_number} />
              </p>
              <p className="text-small text-quiet">
                {ticket_type} · {gate ?? 'Main Gate'} · {formatCount(left)} of {formatCount(admits)}{' '}
                left
              </p>
            </div>
            {left > 0 && day_date ? (
              <Badge look="used">{`Other day: ${formatShortDate(day_date)}`}</Badge>
            ) : state === 'valid' && left > 0 ? (
              <Button onClick={() => onChoose(ticket)}>
                {kind ? 'Redeem' : 'Let in'}
                <span className="sr-only"> on {ticket_number}</span>
              </Button>
            ) : (
              <Badge look={state === 'used' || left === 0 ? 'used' : 'bad'}>
                {capitalise(state === 'valid' ? 'used' : state)}
              </Badge>
            )}
          </li>
        )
      })}
    </ul>
  )
}
