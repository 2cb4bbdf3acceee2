import { StepNumber } from '../../ui/office/form-parts.tsx'
import { findFaults } from '../editing/event-draft.rules.ts'
import type { EventForm } from './use-event-form.ts'

export const STEPS = {
  basics: { step: 1, title: 'Basic Information' },
  image: { step: 2, title: 'Event Image' },
  types: { step: 3, title: 'Ticket Types' },
  gates: { step: 4, title: 'Gate Assignment' },
} as const

/** The steps of the form, each with a tick once nothing in it is missing. */
export function FormSteps({ form, hasGates }: { form: EventForm; hasGates: boolean }) {
  const { draft, picture } = form
  const faults = findFaults(draft, draft.image !== '' || picture.isPending)
  const isWrong = (name: keyof typeof STEPS) => faults.some(({ field }) => stepOf(field) === name)
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
                <StepNumber step={step} isDone={!isWrong(name as keyof typeof STEPS)} />
                {title}
              </button>
            </li>
          ),
        )}
      </ol>
      <p className="text-small text-quiet">
        Fields with <span className="text-bad">*</span> are required.
      </p>
    </nav>
  )
}

function stepOf(field: string): keyof typeof STEPS {
  if (field === 'image') return 'image'
  return field.startsWith('ticket_types') ? 'types' : 'basics'
}
