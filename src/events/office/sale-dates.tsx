import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FoldedFields } from '../../ui/office/form-parts.tsx'
import { chosenDay } from '../../ui/office/formats.rules.ts'
import { randomId } from '../../ui/random-id.ts'
import { lastDateOf } from '../days/day-draft.rules.ts'
import type { TypeDraft } from '../editing/event-draft.rules.ts'
import { STEPS_MAX } from '../editing/event-form.rules.ts'
import { addedStep, movedStep, type StepDraft } from '../editing/price-draft.rules.ts'
import type { FeeTerms } from '../price.rules.ts'
import { salesEndOf } from '../sales.rules.ts'
import { PriceWithFee } from './fee-choice.tsx'
import { plannedType } from './price-plan.ts'
import { PriceStepFields } from './price-step-fields.tsx'
import { PriceTimeline } from './price-timeline.tsx'
import type { EventForm } from './use-event-form.ts'
import { markOf } from './use-findings.ts'

/** The collapsed sale dates and early prices of a ticket type, and the timeline of its prices. */
export function SaleDates({
  form,
  type,
  fee,
  isFeeKnown,
}: {
  form: EventForm
  type: TypeDraft
  fee: FeeTerms
  isFeeKnown: boolean
}) {
  const { draft, event } = form
  const fields = ['sale_from', 'sale_until', 'price_steps']
  const ofSteps = type.price_steps.flatMap(({ key }) =>
    ['id', 'name', 'price', 'starts_at', 'ends_at', 'quantity'].map((name) => markOf(key, name)),
  )
  const isWrong = [...fields, ...ofSteps].some((name) => form.findings.isTypeMarked(type.key, name))
  const hasSteps = type.price_kind === 'price'
  return (
    <>
      <FoldedFields
        title={hasSteps ? 'Sale dates and early prices' : 'Sale dates'}
        isWrong={isWrong}
        className="mt-2"
      >
        <Window form={form} type={type} />
        {hasSteps && <Steps form={form} type={type} fee={isFeeKnown ? fee : null} />}
      </FoldedFields>
      {event?.copied_date && plannedType(type) !== null ? (
        <p className="text-small text-quiet">
          Sale dates are those of the event you copied. They move with the date that you choose.
        </p>
      ) : (
        <PriceTimeline
          type={type}
          fee={fee}
          times={{ now: Date.now(), salesEnd: salesEndOf(lastDateOf(draft, type)) }}
        />
      )}
    </>
  )
}

function Window({ form, type }: { form: EventForm; type: TypeDraft }) {
  const { types, findings } = form
  const field = (name: 'sale_from' | 'sale_until') => ({
    type: 'datetime-local',
    name: `${name}-${type.key}`,
    value: type[name],
    'aria-invalid': findings.isTypeMarked(type.key, name) || undefined,
    onChange: (typed: { target: { value: string } }) =>
      types.change(type.key, { [name]: typed.target.value }),
    ...hintOf(chosenDay(type[name])),
  })
  return (
    <>
      <p className="text-small text-quiet">
        Leave empty what you don't need. Times are Nairobi time.
      </p>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label="On sale from" {...field('sale_from')} />
        <Field label="On sale until" {...field('sale_until')} />
      </div>
    </>
  )
}

const hintOf = (hint: string | undefined) => (hint === undefined ? {} : { hint })

function Steps({ form, type, fee }: { form: EventForm; type: TypeDraft; fee: FeeTerms | null }) {
  const { types, findings } = form
  const steps = type.price_steps
  const list = useRef<HTMLDivElement>(null)
  const added = useRef<string>(undefined)
  const set = (price_steps: StepDraft[]) => types.change(type.key, { price_steps })

  // Moves the focus to the first empty field of a row that was just added.
  useEffect(() => {
    if (steps.at(-1)?.key !== added.current) return
    added.current = undefined
    list.current?.lastElementChild?.querySelector<HTMLElement>('input[value=""]')?.focus()
  }, [steps])

  function add() {
    const step = addedStep(randomId(), steps.length === 0)
    added.current = step.key
    set([...steps, step])
  }

  function change(step: StepDraft, patch: Partial<StepDraft>) {
    const marks = Object.keys(patch).map((name) => markOf(step.key, name))
    findings.takeOffType(type.key, marks)
    set(steps.map((other) => (other === step ? { ...step, ...patch } : other)))
  }

  return (
    <>
      <div ref={list} className="flex flex-col gap-4 empty:hidden">
        {steps.map((step, index) => (
          <PriceStepFields
            key={step.key}
            step={step}
            place={{ isFirst: index === 0, isLast: index === steps.length - 1 }}
            isMarked={(name) => findings.isTypeMarked(type.key, markOf(step.key, name))}
            onChange={(patch) => change(step, patch)}
            onMove={(by) => set(movedStep(steps, step, by))}
            onRemove={() => set(steps.filter((other) => other !== step))}
          >
            <PriceWithFee type={{ ...type, price: step.price }} fee={fee} />
          </PriceStepFields>
        ))}
      </div>
      {steps.length < STEPS_MAX && (
        <div>
          <Button look="quiet" onClick={add}>
            {steps.length === 0 ? 'Add an early bird' : 'Add another early price'}
          </Button>
        </div>
      )}
    </>
  )
}
