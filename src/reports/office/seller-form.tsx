import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { SELLER_MAX, SELLER_MIN } from '../../events/sellers/seller.rules.ts'
import type { Seller } from '../../events/sellers/sellers.contract.ts'
import { callApi, jsonPost } from '../../ui/api.ts'
import { Field } from '../../ui/field.tsx'
import { ModalForm } from '../../ui/office/modal-form.tsx'
import { useSending } from '../../ui/office/use-sending.ts'
import { SelectField } from '../../ui/select-field.tsx'

const NO_CONNECTION = 'No connection. Try again: a number is used once.'

/** The dialog that adds a seller. `number` is the next free number, if there is one. */
export function SellerForm({
  eventId,
  number,
  onClose,
  onAdded,
}: {
  eventId: string
  number: number | null
  onClose: () => void
  onAdded: (text: string) => void
}) {
  const [typed, setTyped] = useState({
    ...{ name: '', phone: '', number: number === null ? '' : String(number) },
    ...{ kind: 'percent', value: '' },
  })
  const { send, errorOf, forgetProblem, form } = useSending(Object.keys(typed), NO_CONNECTION)
  const isPercent = typed.kind === 'percent'
  const inputOf = (field: keyof typeof typed) => ({
    name: field,
    value: typed[field],
    error: errorOf(field),
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped((before) => ({ ...before, [field]: target.value }))
      forgetProblem()
    },
  })

  async function add() {
    const body = { ...typed, number: Number(typed.number), value: Number(typed.value) }
    const path = `/api/events/${eventId}/sellers`
    const seller = await send(callApi<Seller>(sessionFetch, path, jsonPost(body)))
    if (seller) onAdded(`${seller.name} can sell now, with number ${seller.number}.`)
  }

  return (
    <ModalForm
      title="Add seller"
      about="The seller gets a link, a QR code and a number to dial. The commission is a share of what you receive or an amount for each ticket, on new orders only. You pay it yourself."
      yes={['Add seller', 'Adding...']}
      {...form}
      onClose={onClose}
      onSend={() => void add()}
    >
      <Field label="Name" maxLength={100} autoComplete="off" required {...inputOf('name')} />
      <Field
        label="Phone number"
        hint="The seller sees their sales with a code that we send to this phone. Tickets bought with it earn no commission."
        type="tel"
        inputMode="tel"
        autoComplete="off"
        required
        {...inputOf('phone')}
      />
      <Field
        label="Number"
        hint={`Two digits, ${SELLER_MIN} to ${SELLER_MAX}: part of the link, and dialled after the event code.`}
        type="number"
        inputMode="numeric"
        min={SELLER_MIN}
        max={SELLER_MAX}
        required
        {...inputOf('number')}
      />
      <SelectField
        label="Commission"
        options={[
          ['percent', 'Percent of what you receive'],
          ['per_ticket', 'Shillings for each paid ticket'],
        ]}
        {...inputOf('kind')}
      />
      <Field
        label={isPercent ? 'Percent' : 'Shillings'}
        type="number"
        inputMode={isPercent ? 'decimal' : 'numeric'}
        min={0}
        max={isPercent ? 100 : 1_000_000}
        step={isPercent ? 0.01 : 1}
        required
        {...inputOf('value')}
      />
    </ModalForm>
  )
}
