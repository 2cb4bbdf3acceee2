import { FoldedFields, FormSection } from '../../ui/office/form-parts.tsx'
import type { TypeDraft } from '../editing/event-draft.rules.ts'
import type { Entrance } from '../entrances/entrance.rules.ts'
import { isEntry } from '../event.rules.ts'
import { gatesOfAddOns } from '../types/unit.rules.ts'
import { ownGates } from './add-on-gates.tsx'
import { Entrances } from './entrances.tsx'
import { STEPS } from './form-steps.tsx'
import { MANY_TYPES } from './type-fields.tsx'
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
      {types.length > 0 && <h3 className="font-bold">Entrances for each ticket type</h3>}
      {types.map((type, index) => (
        <GatesOfType
          key={type.key}
          form={form}
          type={type}
          title={type.name.trim() || `Ticket type ${index + 1}`}
          own={own}
          common={common}
          isOneOfMany={types.length > MANY_TYPES}
        />
      ))}
    </FormSection>
  )
}

/** The gates of a type. One of many types is collapsed to its name and gates if it lacks nothing. */
function GatesOfType({
  form,
  type,
  title,
  own,
  common,
  isOneOfMany,
}: {
  form: EventForm
  type: TypeDraft
  title: string
  own: readonly Entrance[]
  common: readonly Entrance[]
  isOneOfMany: boolean
}) {
  const gates =
    own.length === 0 ? (
      <TypeGates form={form} type={type} gates={common} />
    ) : (
      <>
        <TypeGates form={form} type={type} gates={own} isOwn />
        {common.length > 0 && <CommonGates form={form} type={type} gates={common} />}
      </>
    )
  const chosen = [...own, ...common].filter(({ id }) => type.gate_ids.includes(id))
  const others = form.draft.types.filter(isEntry)
  const isMissing = chosen.length === 0 && others.some(({ gate_ids }) => gate_ids.length > 0)
  const none = isMissing ? 'none ticked' : 'Main Gate'
  return (
    <fieldset className="min-w-0 rounded-soft border border-line px-4">
      <legend className={isOneOfMany ? 'sr-only' : 'float-left w-full pt-3 font-semibold'}>
        <span className="sr-only">Entrances for </span>
        {title}
      </legend>
      {isOneOfMany ? (
        <FoldedFields
          isWrong={form.findings.isTypeMarked(type.key, 'gate_ids')}
          isOpenFirst={type.id === null || isMissing}
          title={
            <span className="min-w-0 py-2 text-body font-normal wrap-anywhere">
              <b className="font-semibold text-ink">{title}:</b>{' '}
              {chosen.map(({ name }) => name).join(', ') || none}
            </span>
          }
        >
          <div>{gates}</div>
        </FoldedFields>
      ) : (
        <div className="clear-both pb-2">{gates}</div>
      )}
    </fieldset>
  )
}
