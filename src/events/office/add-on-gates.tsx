import { listWords } from '../../platform/values/list-words.rules.ts'
import { Button } from '../../ui/button.tsx'
import { randomId } from '../../ui/random-id.ts'
import { GATE_NAME_MAX } from '../edit.rules.ts'
import type { EventDraft, TypeDraft } from '../editing/event-draft.rules.ts'
import type { Entrance } from '../entrances/entrance.rules.ts'
import { isNamed } from '../pools/pool.rules.ts'
import { gatesOfAddOns } from '../types/unit.rules.ts'
import { CommonGates, TypeGates } from './type-gates.tsx'
import type { EventForm } from './use-event-form.ts'

type Gates = Pick<EventDraft, 'gates' | 'types'>

/** 'Entrance 1' or 'Add-on gate 1' for each of the event's own gates. The kinds are counted apart. */
export function gateLabels({ gates, types }: Gates): string[] {
  const redeem = gatesOfAddOns(types)
  const counts = { Entrance: 0, 'Add-on gate': 0 }
  return gates.map(({ id }) => {
    const kind = redeem.has(id) ? 'Add-on gate' : 'Entrance'
    counts[kind] += 1
    return `${kind} ${counts[kind]}`
  })
}

/** The event's own gates. Gates without a name get a name for display. */
export function ownGates(draft: Gates): Entrance[] {
  const labels = gateLabels(draft)
  return draft.gates.map(({ id, name }, index) => ({
    id,
    name: name.trim() || `Unnamed ${labels[index]!.toLowerCase()}`,
  }))
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
  const ticked = own.filter(({ id }) => type.gate_ids.includes(id)).map((gate) => gate.name)
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
      {/* Ticking a gate takes it from the entrances, which are further down. */}
      <p role="status" className="text-small text-quiet">
        {ticked.length > 0 && `Tickets can't use ${listWords(ticked)} as an entrance now.`}
      </p>
      {isOffered && (
        <Button look="quiet" className="mt-2" onClick={add}>
          {name === '' ? 'Add a gate' : `Add a gate '${name}'`}
        </Button>
      )}
      {common.length > 0 && <CommonGates form={form} type={type} gates={common} />}
    </fieldset>
  )
}
