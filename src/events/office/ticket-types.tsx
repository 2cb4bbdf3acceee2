import { useEffect, useRef } from 'react'
import { sessionFetch, useSession } from '../../accounts/office/session.ts'
import { smsDetail } from '../../messages/sms-count.rules.ts'
import { callApi, jsonPost } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Advanced, FormSection } from '../../ui/office/form-parts.tsx'
import { countsText, type TicketCounts } from '../../ui/office/ticket-counts.rules.ts'
import { useQuery } from '../../ui/office/use-query.ts'
import { phoneWarning } from '../editing/draft-faults.rules.ts'
import type { TypeDraft } from '../editing/event-draft.rules.ts'
import {
  MAX_PER_PHONE_MAX,
  TYPE_DESCRIPTION_MAX,
  TYPE_NAME_MAX,
} from '../editing/event-form.rules.ts'
import { isEntry } from '../event.rules.ts'
import type { FeeTerms } from '../price.rules.ts'
import { OFFSET_MAX } from '../types/offset.rules.ts'
import { feeTermsOf } from '../types/ticket-sums.rules.ts'
import { typedSoldIn } from '../types/unit-draft.rules.ts'
import { AddOnGates } from './add-on-gates.tsx'
import { FeeChoice, serviceFeeOf } from './fee-choice.tsx'
import { STEPS } from './form-steps.tsx'
import { PayoutChoice } from './payout-choice.tsx'
import { Pools } from './pool-fields.tsx'
import { SaleDates } from './sale-dates.tsx'
import { useSmsHint } from './sms-hints.tsx'
import { TypeDays } from './type-days.tsx'
import { TypeOptions } from './type-options.tsx'
import { TypePrice, TypeSight } from './type-price.tsx'
import type { EventForm } from './use-event-form.ts'
import type { FormLists } from './use-form-lists.ts'

type Counts = (TicketCounts & { ticket_type_id: string })[]

/**
 * Returns the words for the tickets of a type. The stock of the type counts complimentary tickets
 * and reserved places as sold; the figures count them separately.
 */
function useSalesWords(eventId: string | undefined) {
  const { data } = useQuery<Counts>(`type counts ${eventId}`, async (signal) => {
    if (!eventId) return { ok: true, status: 200, data: [] }
    const call = { ...jsonPost({ p_event_id: eventId }), signal }
    return await callApi(sessionFetch, '/api/rpc/get_event_ticket_type_stats', call)
  })
  return ({ id, sold = 0, held = 0 }: Stock): string => {
    if (sold + held === 0) return 'None sold yet'
    const counts = data?.find(({ ticket_type_id }) => ticket_type_id === id)
    const words = countsText(counts ?? { sold, complimentary: 0, reserved: 0 })
    return held > 0 ? `${words}, ${held} pending` : words
  }
}
type Stock = { id?: string | null; sold?: number | undefined; held?: number | undefined }
type SalesWords = ReturnType<typeof useSalesWords>

export function TicketTypes({
  form,
  lists: { payers, gates },
}: {
  form: EventForm
  lists: Pick<FormLists, 'payers' | 'gates'>
}) {
  const { draft } = form
  const service = serviceFeeOf(form, payers)
  const fee = feeTermsOf(service, draft.fees_on_top)
  const isAdmin = useSession().user?.role === 'admin'
  // An admin's event may have no organizer, so that no one receives a share.
  const isFeeKnown = service !== null && !(isAdmin && draft.organizer_id === '')
  const list = useRef<HTMLDivElement>(null)
  const salesWords = useSalesWords(form.event?.id)
  const added = useRef<string>(undefined)

  // Moves the focus to a row that was just added.
  useEffect(() => {
    if (draft.types.at(-1)?.key !== added.current) return
    added.current = undefined
    list.current?.querySelector<HTMLElement>(':scope > :last-child input')?.focus()
  }, [draft.types])

  return (
    <FormSection {...STEPS.types}>
      <div ref={list} className="flex flex-col gap-4">
        {draft.types.map((type, index) => (
          <TypeFields
            key={type.key}
            form={form}
            type={type}
            index={index}
            gates={gates}
            fee={fee}
            isFeeKnown={isFeeKnown}
            salesWords={salesWords}
          />
        ))}
      </div>
      <Removed form={form} salesWords={salesWords} />
      <AddType form={form} onAdded={(key) => (added.current = key)} />
      <Pools form={form} />
      <FeeChoice form={form} service={service} />
      <PayoutChoice form={form} />
      <MaxPerPhone form={form} />
    </FormSection>
  )
}

type AddTypeProps = { form: EventForm; onAdded: (key: string) => void }

function AddType({ form: { types }, onAdded }: AddTypeProps) {
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-4">
        <Button
          look="quiet"
          aria-disabled={types.isFull}
          aria-describedby={types.isFull ? 'no-more-types' : undefined}
          className={types.isFull ? 'cursor-not-allowed text-quiet' : ''}
          onClick={() => {
            if (!types.isFull) onAdded(types.add())
          }}
        >
          Add Ticket Type
        </Button>
        {!types.areAddOnsFull && (
          <button
            type="button"
            onClick={() => onAdded(types.add('add_on'))}
            className="min-h-11 text-small font-semibold text-quiet underline sm:px-2 hover:text-ink"
          >
            Add an add-on, such as parking
          </button>
        )}
      </div>
      {types.isFull && (
        <p id="no-more-types" className="mt-2 text-small text-quiet">
          An event can have up to eight ticket types, including removed types that have sold
          tickets: ticket numbers have room for no more.
        </p>
      )}
    </div>
  )
}

function MaxPerPhone({ form: { draft, findings, change } }: { form: EventForm }) {
  const unit = draft.types.find((type) => isEntry(type) && typedSoldIn(type) > 1)
  const counts = unit && ` One '${unit.name.trim()}' counts as ${typedSoldIn(unit)}.`
  const warning = phoneWarning(draft)
  return (
    <div className="border-t border-line pt-4 sm:max-w-120">
      <Field
        label="Max Per Phone Number"
        name="max_per_phone"
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_PER_PHONE_MAX}
        placeholder="No limit"
        hint={`How many tickets of this event one number can hold, however they were bought. Refunded tickets do not count.${counts ?? ''}`}
        value={draft.max_per_phone}
        aria-invalid={findings.isMarked('max_per_phone') || undefined}
        onChange={(typed) => change({ max_per_phone: typed.target.value })}
      />
      <p role="status" className="text-small text-used">
        {warning && <span className="mt-1 block">{warning}</span>}
      </p>
    </div>
  )
}

type NumberField = 'max_per_order' | 'quantity' | 'type_offset'

function TypeFields({
  form,
  type,
  index,
  gates,
  fee,
  isFeeKnown,
  salesWords,
}: {
  form: EventForm
  type: TypeDraft
  index: number
  gates: FormLists['gates']
  fee: FeeTerms
  isFeeKnown: boolean
  salesWords: SalesWords
}) {
  const { types, findings, draft } = form
  const smsHint = useSmsHint('type')
  const sales = type.id === null ? undefined : types.soldOf(type.id)
  const sold = sales?.sold ?? 0
  const held = sales?.held ?? 0
  const text = (name: NumberField | 'name' | 'description') => ({
    name: `${name}-${index}`,
    value: type[name],
    'aria-invalid': findings.isTypeMarked(type.key, name) || undefined,
    onChange: (typed: { target: { value: string } }) =>
      types.change(type.key, { [name]: typed.target.value }),
  })
  const number = (name: NumberField, min: number) => ({
    ...text(name),
    type: 'number',
    inputMode: 'numeric' as const,
    min,
    required: true,
  })
  const title = titleOf(draft.types, type)
  const soldIn = typedSoldIn(type)
  return (
    <fieldset className="min-w-0 rounded-soft border border-line p-3 sm:p-4">
      <legend className="px-2 font-semibold">{title}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Name"
          required
          maxLength={TYPE_NAME_MAX}
          hint={smsHint(type.name, 'They say "Ticket".')}
          {...text('name')}
        />
        <Field label="Description" maxLength={TYPE_DESCRIPTION_MAX} {...text('description')} />
      </div>
      <TypeDays form={form} type={type} />
      <TypePrice form={form} type={type} index={index} fee={isFeeKnown ? fee : null} />
      {/* Rows of their own for labels, fields and hints: a label of two lines moves both fields. */}
      <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(7.5em,100%),1fr))] gap-3 sm:gap-4 lg:grid-cols-3 *:row-span-3 *:grid *:grid-rows-subgrid *:gap-y-0 [&_label]:self-end">
        <Field
          label="Quantity"
          hint={
            salesWords({ id: type.id, sold, held }) + (sold + held && soldIn > 1 ? ' (people)' : '')
          }
          {...number('quantity', Math.max(1, Math.ceil((sold + held) / soldIn)))}
        />
        <Field
          label="Max Per Order"
          {...(type.price_kind === 'free' && { hint: 'Total for one phone number' })}
          {...number('max_per_order', 1)}
        />
      </div>
      <TypeSight form={form} type={type} />
      {!isEntry(type) && <AddOnGates form={form} type={type} common={gates} />}
      <SaleDates form={form} type={type} fee={fee} isFeeKnown={isFeeKnown} />
      <TypeOptions form={form} type={type} index={index} />
      <Advanced isOpen={findings.isTypeMarked(type.key, 'type_offset')}>
        <div className="max-w-60">
          <Field
            label="Type Offset"
            max={OFFSET_MAX}
            readOnly={sales?.is_offset_fixed ?? false}
            hint={sales?.is_offset_fixed ? "Can't change: printed in sold tickets" : '0 to 7'}
            {...number('type_offset', 0)}
          />
        </div>
        <p>Name in an SMS: {smsDetail(type.name)}</p>
      </Advanced>
      {draft.types.length > 1 && (
        <div className="mt-2 flex justify-end">
          <button
            type="button"
            aria-label={`Remove ${type.name.trim() || title.toLowerCase()}`}
            onClick={() => types.remove(type)}
            className="min-h-11 px-2 font-semibold text-bad underline hover:no-underline"
          >
            Remove
          </button>
        </div>
      )}
    </fieldset>
  )
}

/** 'Ticket type 2' or 'Add-on 1': entries and add-ons are counted separately. */
function titleOf(types: readonly TypeDraft[], type: TypeDraft): string {
  const ofKind = types.filter(({ kind }) => kind === type.kind)
  return `${isEntry(type) ? 'Ticket type' : 'Add-on'} ${ofKind.indexOf(type) + 1}`
}

type RemovedProps = { form: EventForm; salesWords: SalesWords }

/** The types that were removed in this form or earlier, and what happens to them. */
function Removed({ form, salesWords }: RemovedProps) {
  const before = form.event?.removed_ticket_types?.filter((type) => type.sold + type.held > 0) ?? []
  if (before.length + form.removed.length === 0) return null
  return (
    <ul aria-label="Removed ticket types" className="flex flex-col gap-2">
      {form.removed.map((type) => (
        <li
          key={type.key}
          className="flex flex-wrap items-center justify-between gap-x-4 rounded-soft bg-ground px-4 py-1"
        >
          <span className="min-w-0 py-2">{removedWords(form, type, salesWords)}</span>
          <button
            type="button"
            onClick={() => form.types.putBack(type)}
            className="min-h-11 px-2 font-semibold underline hover:no-underline"
          >
            Keep {type.name}
          </button>
        </li>
      ))}
      {before.map((type) => (
        <li key={type.id} className="rounded-soft bg-ground px-4 py-3 text-quiet">
          {type.name} was removed but is kept: {salesWords(type)}.
        </li>
      ))}
    </ul>
  )
}

function removedWords(form: EventForm, type: TypeDraft, salesWords: SalesWords): string {
  const { sold = 0, held = 0 } = form.types.soldOf(type.id ?? '') ?? {}
  if (sold + held === 0) return `${type.name} will be removed when you save.`
  return `${type.name} has sales (${salesWords({ id: type.id, sold, held })}), so it is kept: saving takes it off sale, and its tickets stay valid.`
}
