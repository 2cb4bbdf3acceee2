import { useState } from 'react'
import { useRecording } from '../../ledger/office/use-recording.tsx'
import type { MessageReply } from '../../platform/http/platform.contract.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { formatDay } from '../../ui/office/formats.rules.ts'
import { ModalForm } from '../../ui/office/modal-form.tsx'

/** Lets an admin remove a mistaken date from the dates for which the event's money waits. */
export function MistakenDate({
  eventId,
  date,
  onDone,
}: {
  eventId: string
  date: string
  onDone: (text: string) => void
}) {
  const [isOpen, setIsOpen] = useState(false)
  const { typed, inputOf, record, form } = useRecording(
    { words: '' },
    'No connection. Please try again.',
  )
  const day = formatDay(date)

  async function send() {
    const path = `/api/events/${encodeURIComponent(eventId)}/mistaken_dates`
    if (!(await record<MessageReply>(path, { date, ...typed }))) return
    setIsOpen(false)
    onDone(`The money no longer waits for ${day}`)
  }

  return (
    <>
      <Button look="quiet" className="mt-2 text-small px-3!" onClick={() => setIsOpen(true)}>
        {day} was a mistake
      </Button>
      {isOpen && (
        <ModalForm
          title={`Was ${day} a mistake?`}
          about="The money then waits only for the event's date now and its other earlier dates."
          yes={['Take it out', 'Saving...']}
          {...form}
          onClose={() => setIsOpen(false)}
          onSend={() => void send()}
        >
          <Field
            label="Reason"
            hint="How you know that the event was never planned for it. For the audit log."
            maxLength={500}
            autoComplete="off"
            {...inputOf('words')}
          />
        </ModalForm>
      )}
    </>
  )
}
