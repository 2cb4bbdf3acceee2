import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import type { EventReply } from '../../events/events.contract.ts'
import { lastDate } from '../../events/sales.rules.ts'
import { callApi, jsonPost } from '../../ui/api.ts'
import { copyText } from '../../ui/copy-text.ts'
import { Field } from '../../ui/field.tsx'
import { chosenDay, formatCount } from '../../ui/office/formats.rules.ts'
import { ModalForm } from '../../ui/office/modal-form.tsx'
import { useSending } from '../../ui/office/use-sending.ts'
import { randomId } from '../../ui/random-id.ts'
import { SelectField } from '../../ui/select-field.tsx'
import type { Allotment } from '../complimentary.contract.ts'
import { ROWS_MAX } from '../rows.rules.ts'

const NO_CONNECTION = 'No connection. Try again: no second link is made.'

/** The dialog that sets places aside for a sponsor and makes the link. */
export function AllotmentForm({
  event,
  onClose,
  onMade,
}: {
  event: EventReply
  onClose: () => void
  onMade: (text: string) => void
}) {
  const types = event.ticket_types
  const [typed, setTyped] = useState({
    name: '',
    ticket_type_id: types[0]?.id ?? '',
    quantity: '20',
    ends_on: lastDate(event),
  })
  const { sold_in = 1 } = types.find(({ id }) => id === typed.ticket_type_id) ?? {}
  const [nonce, setNonce] = useState(randomId)
  const { send, errorOf, forgetProblem, form } = useSending(Object.keys(typed), NO_CONNECTION)
  const inputOf = (field: keyof typeof typed) => ({
    name: field,
    value: typed[field],
    error: errorOf(field),
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped((before) => ({ ...before, [field]: target.value }))
      forgetProblem()
      // A changed form is a new request, so it needs a new nonce.
      setNonce(randomId())
    },
  })

  async function add() {
    const path = `/api/events/${event.id}/allotments`
    const body = { ...typed, nonce, quantity: Number(typed.quantity) }
    const made = await send(callApi<Allotment>(sessionFetch, path, jsonPost(body)))
    if (!made) return
    const copied = await copyText(made.url)
    onMade(copied ? 'Link copied. Send it to the sponsor.' : 'The link is ready: copy it below.')
  }

  return (
    <ModalForm
      title="Add sponsor link"
      about="The tickets are taken off sale at once. Each guest who opens the link types a phone number and gets one ticket by SMS. Unclaimed tickets return to sale after the last day."
      yes={['Add link', 'Adding...']}
      {...form}
      onClose={onClose}
      onSend={() => void add()}
    >
      <Field
        label="Sponsor"
        hint="The SMS begins with this name."
        maxLength={100}
        autoComplete="off"
        {...inputOf('name')}
      />
      <SelectField
        label="Ticket type"
        options={types.map(({ id, name, available }) => [
          id,
          `${name} (${formatCount(available)} left)`,
        ])}
        {...inputOf('ticket_type_id')}
      />
      <Field
        label={sold_in === 1 ? 'Number of tickets' : `Number of tickets, each for ${sold_in}`}
        type="number"
        inputMode="numeric"
        min={1}
        max={ROWS_MAX}
        {...inputOf('quantity')}
      />
      <Field
        label="Last day"
        type="date"
        max={lastDate(event)}
        hint={chosenDay(typed.ends_on)}
        {...inputOf('ends_on')}
      />
    </ModalForm>
  )
}
