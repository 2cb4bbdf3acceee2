import { Button } from '../../ui/button.tsx'
import { StepNumber } from '../../ui/office/form-parts.tsx'
import { findFaults } from '../editing/draft-faults.rules.ts'
import { areGatesComplete } from '../editing/event-draft.rules.ts'
import { isEntry } from '../event.rules.ts'
import { isDrawnCard } from '../pictures/drawn-card.rules.ts'
import type { EventForm } from './use-event-form.ts'

export const STEPS = {
  basics: { step: 1, title: 'Basic Information' },
  image: { step: 2, title: 'Event Image' },
  types: { step: 3, title: 'Ticket Types' },
  gates: { step: 4, title: 'Gate Assignment' },
} as const

/** The steps of the form. Each step gets a tick when it lacks nothing. A new form has no ticks. */
export function FormSteps({ form, hasGates }: { form: EventForm; hasGates: boolean }) {
  const { draft, picture } = form
  const hasPoster = picture.isPending || (draft.image !== '' && !isDrawnCard(draft.image))
  const faults = findFaults(draft, hasPoster)
  const isBegun = draft.title.trim() !== ''
  const isDone = (name: string) =>
    isBegun &&
    faults.every(({ field }) => stepOf(field, draft) !== name) &&
    (name !== 'gates' || areGatesComplete(draft.types))
  return (
    <nav aria-label="Steps" className="mt-2">
      <ol className="flex flex-wrap gap-x-6">
        {Object.entries(STEPS).map(([name, { step, title }]) =>
          name === 'gates' && !hasGates ? null : (
            <li key={name}>
              <button
                type="button"
                onClick={() => document.getElementById(`step-${step}`)?.scrollIntoView()}
                className="inline-flex min-h-11 items-center gap-2 font-semibold hover:underline"
              >
                <StepNumber step={step} isDone={isDone(name)} />
                {title}
              </button>
            </li>
          ),
        )}
      </ol>
      <p className="text-small text-quiet">
        {form.kind === 'draft' &&
          (form.draft.days.length > 0
            ? 'A title and the days are enough to save. '
            : 'A title is enough to save. ')}
        Fields with <span className="text-bad">*</span> are required
        {form.kind === 'draft' && ' to submit'}.
      </p>
    </nav>
  )
}

/**
 * A button for each step with a wrong field. The button leads to the first wrong field of the step.
 */
export function WrongSteps({
  fields,
  draft,
}: {
  fields: readonly string[]
  draft: EventForm['draft']
}) {
  const names = new Set(fields.map((field) => stepOf(field, draft)))
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {[...names].map((name) => (
        <Button key={name} look="quiet" onClick={() => goToWrong(STEPS[name].step)}>
          Go to {STEPS[name].title}
        </Button>
      ))}
    </div>
  )
}

function goToWrong(step: number): void {
  const wrong = document.querySelector<HTMLElement>(`#step-${step} [aria-invalid="true"]`)
  const target = wrong ?? document.getElementById(`step-${step}`)
  wrong?.focus({ preventScroll: true })
  target?.scrollIntoView({ block: wrong ? 'center' : 'start' })
}

/** Fields of the event that stand below its ticket types. */
const TYPES_FIELDS: ReadonlySet<string> = new Set(['max_per_phone', 'payout_release'])

function stepOf(field: string, { types }: EventForm['draft']): keyof typeof STEPS {
  if (field === 'image') return 'image'
  const [, index] = /^ticket_types\.(\d+)\.gate_ids/.exec(field) ?? []
  const gated = index === undefined ? undefined : types[Number(index)]
  // The gates of an add-on are in the step of the ticket types, among its other fields.
  if (field.startsWith('gates') || (gated && isEntry(gated))) return 'gates'
  const isOfTypes = /^(ticket_types|pools)/.test(field) || TYPES_FIELDS.has(field)
  return isOfTypes ? 'types' : 'basics'
}
