import { useEffect, useRef } from 'react'
import { sessionFetch, useSession } from '../../accounts/office/session.ts'
import { callApi, jsonPost } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormSection } from '../../ui/office/form-parts.tsx'
import { countsText, type TicketCounts } from '../../ui/office/ticket-counts.rules.ts'
import { useQuery } from '../../ui/office/use-query.ts'
import { phoneWarning } from '../editing/draft-faults.rules.ts'
import type { TypeDraft } from '../editing/event-draft.rules.ts'
import { MAX_PER_PHONE_MAX } from '../editing/event-form.rules.ts'
import { isEntry } from '../event.rules.ts'
import { feeTermsOf } from '../types/ticket-sums.rules.ts'
import { typedSoldIn } from '../types/unit-draft.rules.ts'
import { FeeChoice, serviceFeeOf } from './fee-choice.tsx'
import { STEPS } from './form-steps.tsx'
import { PayoutChoice } from './payout-choice.tsx'
import { Pools } from './pool-fields.tsx'
import { type SalesWords, TypeFields } from './type-fields.tsx'
import type { EventForm } from './use-event-form.ts'
import type { FormLists } from './use-form-lists.ts'

type Counts = (TicketCounts & { ticket_type_id: string })[]

/**
 * Returns the words for the tickets of a type. The stock of the type counts complimentary tickets
 * and reserved places as sold; the figures count them separately.
 */
function useSalesWords(eventId: string | undefined): SalesWords {
  const { data } = useQuery<Counts>(`type counts ${eventId}`, async (signal) => {
    if (!eventId) return { ok: true, status: 200, data: [] }
    const call = { ...jsonPost({ p_event_id: eventId }), signal }
    return await callApi(sessionFetch, '/api/rpc/get_event_ticket_type_stats', call)
  })
  return ({ id, sold = 0, held = 0 }) => {
    if (sold + held === 0) return 'None sold yet'
    const counts = data?.find(({ ticket_type_id }) => ticket_type_id === id)
    const words = countsText(counts ?? { sold, complimentary: 0, reserved: 0 })
    return held > 0 ? `${words}, ${held} pending` : words
  }
}

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
