import { CheckField, FormSection } from '../../ui/office/form-parts.tsx'
import { STEPS } from './form-steps.tsx'
import type { EventForm } from './use-event-form.ts'
import type { FormLists } from './use-form-lists.ts'

/** The gates of each ticket type. */
export function GateChoices({ form, gates }: { form: EventForm; gates: FormLists['gates'] }) {
  const { draft, types } = form
  return (
    <FormSection {...STEPS.gates}>
      <p className="text-quiet">
        Tickets are split evenly between ticked gates. If none is ticked, tickets say 'Main Gate'.
      </p>
      {draft.types.map((type, index) => (
        <fieldset key={type.key} className="rounded-soft border border-line px-4 pb-2">
          <legend className="px-2 font-semibold">
            {type.name.trim() || `Ticket type ${index + 1}`}
          </legend>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(min(7.5em,100%),1fr))] gap-x-4 lg:grid-cols-[repeat(auto-fill,minmax(12em,1fr))]">
            {gates.map(({ id, name }) => (
              <CheckField
                key={id}
                label={name}
                checked={type.gate_ids.includes(id)}
                onChange={(checked) =>
                  types.change(type.key, {
                    gate_ids: checked
                      ? [...type.gate_ids, id]
                      : type.gate_ids.filter((other) => other !== id),
                  })
                }
              />
            ))}
          </div>
        </fieldset>
      ))}
    </FormSection>
  )
}
