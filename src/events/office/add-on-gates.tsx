import { Button } from '../../ui/button.tsx'
import { randomId } from '../../ui/random-id.ts'
import { GATE_NAME_MAX } from '../edit.rules.ts'
import type { EventDraft, TypeDraft } from '../editing/event-draft.rules.ts'
import type { Entrance } from '../entrances/entrance.rules.ts'
import { isNamed } from '../pools/pool.rules.ts'
import { gatesOfAddOns } from '../types/unit.rules.ts'
import { CommonGates, TypeGates } from './type-gates.tsx'
import type { EventForm } from './use-event-form.ts'

/** The gates of the event's own, with words for gates without a name. */
export function ownGates({ gates, types }: Pick<EventDraft, 'gates' | 'types'>): Entrance[] {
  const redeem = gatesOfAddOns(types)
  return gates.map(({ id, name }, index) => {
    const word = redeem.has(id) ? 'gate' : 'entrance'
    return { id, name: name.trim() || `Unnamed ${word} ${index + 1}` }
  })
}

/** The gates at which an add-on is redeemed. `common` are the gates that all events can use. */
export function AddOnGates({
  form,
  type,
  common,
}: {
  form: EventForm
  type: TypeDraft
  common: readonly Entrance[]
}) {
  const { draft, change, findings } = form
  const own = ownGates(draft)
  const name = type.name.trim().slice(0, GATE_NAME_MAX)
  const isOffered = ![...own, ...common].some((gate) => isNamed(gate, name))
  const isWrong = findings.isTypeMarked(type.key, 'gate_ids')

  function add() {
    const id = randomId()
    const types = draft.types.map((other) =>
      other.key === type.key ? { ...other, gate_ids: [...other.gate_ids, id] } : other,
    )
    findings.takeOffType(type.key, ['gate_ids'])
    change({ gates: [...draft.gates, { id, name }], types })
  }

  return (
    <fieldset className="mt-4 min-w-0">
      <legend className="font-semibold">Redeemed at</legend>
      <p className={`text-small ${isWrong ? 'text-bad' : 'text-quiet'}`}>
        A gate that lets no one in, such as 'Parking' or 'Bar'. An add-on opens no entrance.
      </p>
      <TypeGates form={form} type={type} gates={own} isOwn />
      {isOffered && (
        <Button look="quiet" className="mt-2" onClick={add}>
          {name === '' ? 'Add a gate' : `Add a gate '${name}'`}
        </Button>
      )}
      {common.length > 0 && <CommonGates form={form} type={type} gates={common} />}
    </fieldset>
  )
}
