import { CheckField, FormSection, OpenMark } from '../../ui/office/form-parts.tsx'
import type { Entrance } from '../entrances/entrance.rules.ts'
import { Entrances } from './entrances.tsx'
import { STEPS } from './form-steps.tsx'
import type { EventForm } from './use-event-form.ts'

type TypeDraft = EventForm['draft']['types'][number]

/**
 * The entrances of the event, and the gates of each ticket type. `common` are the gates that all
 * events can use.
 */
export function GateChoices({ form, common }: { form: EventForm; common: Entrance[] }) {
  const { draft } = form
  const own = draft.gates.map(({ id, name }, index) => {
    return { id, name: name.trim() || `Unnamed entrance ${index + 1}` }
  })
  return (
    <FormSection {...STEPS.gates}>
      <p className="text-quiet">
        Tickets are split evenly between ticked entrances. If none is ticked, tickets say 'Main
        Gate'.
        {own.length > 0 && ' Once tickets are sold for an entrance, its name stays.'}
      </p>
      <Entrances form={form} />
      {draft.types.map((type, index) => (
        <fieldset key={type.key} className="rounded-soft border border-line px-4 pb-2">
          <legend className="px-2 font-semibold">
            Entrances for{' '}
            {type.name.trim() ? `${type.name.trim()} tickets` : `ticket type ${index + 1}`}
          </legend>
          {own.length === 0 ? (
            <Gates form={form} type={type} gates={common} />
          ) : (
            <>
              <Gates form={form} type={type} gates={own} isOwn />
              {common.length > 0 && <CommonGates form={form} type={type} gates={common} />}
            </>
          )}
        </fieldset>
      ))}
    </FormSection>
  )
}

type GatesProps = { form: EventForm; type: TypeDraft; gates: readonly Entrance[] }

/** The common gates of an event with entrances of its own: folded, unless the type has one. */
function CommonGates({ form, type, gates }: GatesProps) {
  const isUsed = gates.some(({ id }) => type.gate_ids.includes(id))
  return (
    <details open={isUsed || undefined} className="group">
      <summary className="flex min-h-11 w-fit items-center gap-1 font-semibold text-small text-quiet hover:text-ink">
        <OpenMark />
        Other gates
      </summary>
      <Gates form={form} type={type} gates={gates} />
    </details>
  )
}

/** Names of own gates may be long, so they stand in one column on phones. */
function Gates({ form: { types }, type, gates, isOwn = false }: GatesProps & { isOwn?: boolean }) {
  return (
    <div
      className={`grid gap-x-4 lg:grid-cols-[repeat(auto-fill,minmax(12em,1fr))] ${
        isOwn ? 'sm:grid-cols-2' : 'grid-cols-[repeat(auto-fill,minmax(min(7.5em,100%),1fr))]'
      }`}
    >
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
  )
}
