import { useState } from 'react'
import { smsDetail } from '../../messages/sms-count.rules.ts'
import { Field } from '../../ui/field.tsx'
import { Advanced, FoldedFields } from '../../ui/office/form-parts.tsx'
import type { TypeDraft } from '../editing/event-draft.rules.ts'
import { TYPE_DESCRIPTION_MAX, TYPE_NAME_MAX } from '../editing/event-form.rules.ts'
import { isEntry } from '../event.rules.ts'
import type { FeeTerms } from '../price.rules.ts'
import { OFFSET_MAX } from '../types/offset.rules.ts'
import { draftPrice } from '../types/type-draft.rules.ts'
import { priceWords } from '../types/type-price.rules.ts'
import { typedSoldIn } from '../types/unit-draft.rules.ts'
import { AddOnGates } from './add-on-gates.tsx'
import { SaleDates } from './sale-dates.tsx'
import { useSmsHint } from './sms-hints.tsx'
import { TypeDays } from './type-days.tsx'
import { TypeOptions } from './type-options.tsx'
import { TypePrice, TypeSight } from './type-price.tsx'
import type { EventForm } from './use-event-form.ts'
import type { FormLists } from './use-form-lists.ts'

/** The sold and the pending tickets of a type. */
type Stock = { id?: string | null; sold?: number | undefined; held?: number | undefined }
export type SalesWords = (stock: Stock) => string

/** In a form with more types than this, the types that are stored are collapsed. */
export const MANY_TYPES = 3

type NumberField = 'max_per_order' | 'quantity' | 'type_offset'

/**
 * The fields of one ticket type. In a form with many types each stored type is collapsed to its
 * name, price and sales.
 */
export function TypeFields({
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
  const salesText = salesWords({ id: type.id, sold, held })
  // Decided once: a type that is being edited stays open when another one is added.
  const [isOneOfMany] = useState(draft.types.length > MANY_TYPES)
  const fields = (
    <>
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
          hint={salesText + (sold + held && soldIn > 1 ? ' (people)' : '')}
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
    </>
  )
  return (
    <fieldset
      className={`min-w-0 rounded-soft border border-line ${isOneOfMany ? 'px-3 py-1 sm:px-4' : 'p-3 sm:p-4'}`}
    >
      <legend className={isOneOfMany ? 'sr-only' : 'px-2 font-semibold'}>{title}</legend>
      {isOneOfMany ? (
        <FoldedFields
          isWrong={findings.isTypeWrong(type.key)}
          isOpenFirst={type.id === null}
          title={
            <span className="min-w-0 py-1 font-normal wrap-anywhere">
              <b className="block text-body font-semibold text-ink">{type.name.trim() || title}</b>
              {type.id !== null && `${priceWords(draftPrice(type))} · ${salesText}`}
            </span>
          }
        >
          <div>{fields}</div>
        </FoldedFields>
      ) : (
        fields
      )}
    </fieldset>
  )
}

/** 'Ticket type 2' or 'Add-on 1': entries and add-ons are counted separately. */
function titleOf(types: readonly TypeDraft[], type: TypeDraft): string {
  const ofKind = types.filter(({ kind }) => kind === type.kind)
  return `${isEntry(type) ? 'Ticket type' : 'Add-on'} ${ofKind.indexOf(type) + 1}`
}
