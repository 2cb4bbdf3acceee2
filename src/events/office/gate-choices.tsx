import { FormSection } from '../../ui/office/form-parts.tsx'
import type { Entrance } from '../entrances/entrance.rules.ts'
import { isEntry } from '../event.rules.ts'
import { gatesOfAddOns } from '../types/unit.rules.ts'
import { ownGates } from './add-on-gates.tsx'
import { Entrances } from './entrances.tsx'
import { STEPS } from './form-steps.tsx'
import { CommonGates, TypeGates } from './type-gates.tsx'
import type { EventForm } from './use-event-form.ts'

/**
 * The entrances of the event, and the gates of each ticket type. `common` are the gates that all
 * events can use.
 */
export function GateChoices({ form, common }: { form: EventForm; common: Entrance[] }) {
  const { draft } = form
  // The gates of add-ons are chosen among their other fields.
  const entries = draft.types.filter(isEntry)
  const redeem = gatesOfAddOns(draft.types)
  const own = ownGates(draft).filter(({ id }) => !redeem.has(id))
  const types = own.length + common.length > 0 ? entries : []
  return (
    <FormSection {...STEPS.gates}>
      <p className="text-quiet">
        Tickets are split evenly between ticked entrances. If none is ticked, tickets say 'Main
        Gate'.
        {own.length > 0 && ' Once tickets are sold for an entrance, its name stays.'}
      </p>
      <Entrances form={form} />
      {types.map((type, index) => (
        <fieldset key={type.key} className="rounded-soft border border-line px-4 pb-2">
          <legend className="px-2 font-semibold">
            Entrances for{' '}
            {type.name.trim() ? `${type.name.trim()} tickets` : `ticket type ${index + 1}`}
          </legend>
          {own.length === 0 ? (
            <TypeGates form={form} type={type} gates={common} />
          ) : (
            <>
              <TypeGates form={form} type={type} gates={own} isOwn />
              {common.length > 0 && <CommonGates form={form} type={type} gates={common} />}
            </>
          )}
        </fieldset>
      ))}
    </FormSection>
  )
}
