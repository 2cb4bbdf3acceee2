import { CheckField, OpenLine } from '../../ui/office/form-parts.tsx'
import type { TypeDraft } from '../editing/event-draft.rules.ts'
import type { Entrance } from '../entrances/entrance.rules.ts'
import type { EventForm } from './use-event-form.ts'

type GatesProps = { form: EventForm; type: TypeDraft; gates: readonly Entrance[] }

/** The common gates in an event with own gates. Collapsed unless the type uses a common gate. */
export function CommonGates({ form, type, gates }: GatesProps) {
  const isUsed = gates.some(({ id }) => type.gate_ids.includes(id))
  return (
    <details open={isUsed || undefined}>
      <OpenLine>Other gates</OpenLine>
      <TypeGates form={form} type={type} gates={gates} />
    </details>
  )
}

/**
 * The gates of a type, to tick. A gate of the other kind is not offered: a gate either lets people in
 * or redeems add-ons. Names of own gates may be long, so they stand in one column on phones.
 */
export function TypeGates({
  form: { draft, types, findings },
  type,
  gates,
  isOwn = false,
}: GatesProps & { isOwn?: boolean }) {
  const others = draft.types.filter(({ kind }) => kind !== type.kind)
  const isTaken = (id: string) => others.some(({ gate_ids }) => gate_ids.includes(id))
  const offered = gates.filter(({ id }) => type.gate_ids.includes(id) || !isTaken(id))
  return (
    <div
      className={`grid gap-x-4 lg:grid-cols-[repeat(auto-fill,minmax(12em,1fr))] ${
        isOwn ? 'sm:grid-cols-2' : 'grid-cols-[repeat(auto-fill,minmax(min(7.5em,100%),1fr))]'
      }`}
    >
      {offered.map(({ id, name }) => (
        <CheckField
          key={id}
          label={name}
          isWrong={findings.isTypeMarked(type.key, 'gate_ids')}
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
