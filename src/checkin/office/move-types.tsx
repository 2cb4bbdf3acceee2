import { useState } from 'react'
import type { EventReply } from '../../events/events.contract.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FormSection } from '../../ui/office/form-parts.tsx'
import { formatCount } from '../../ui/office/formats.rules.ts'
import { MoveTypeForm } from './move-type-form.tsx'
import { useGates } from './use-gates.ts'

type TicketType = EventReply['ticket_types'][number]

/** The gate of each ticket type, with a form to change it. */
export function MoveTypes({ event, onChanged }: { event: EventReply; onChanged: () => void }) {
  const gates = useGates(event)
  const [moving, setMoving] = useState<TicketType | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const nameOf = (id: string) => gates.find((gate) => gate.id === id)?.name ?? ''
  /**
   * Whether a gate has types of the other kind. A gate either lets people in or redeems add-ons.
   * The server refuses to move a type to a gate of the other kind.
   */
  const isOfOtherKind = ({ kind = 'entry' }: TicketType, gateId: string) =>
    event.ticket_types.some(
      (other) => (other.kind ?? 'entry') !== kind && other.gate_ids?.includes(gateId),
    )
  const gatesOf = ({ gate_ids = [], kind }: TicketType) =>
    gate_ids.map(nameOf).filter(Boolean).join(', ') || (kind === 'add_on' ? 'No gate' : 'Main Gate')
  return (
    <FormSection title="Change gate of a ticket type">
      {notice && (
        <Notice look="good" role="status">
          {notice}
        </Notice>
      )}
      {event.ticket_types.length === 0 && (
        <p className="text-quiet">This event has no ticket types.</p>
      )}
      <ul>
        {event.ticket_types.map((type) => (
          <li
            key={type.id}
            className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-3 first:pt-0 last:border-0"
          >
            <span className="min-w-0 flex-1 basis-32">
              <b className="block">{type.name}</b>
              <span className="text-small text-quiet">{gatesOf(type)}</span>
            </span>
            <Button look="quiet" onClick={() => setMoving(type)} disabled={gates.length === 0}>
              Change gate<span className="sr-only"> of {type.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      {moving && (
        <MoveTypeForm
          eventId={event.id}
          type={moving}
          gates={gates.filter(({ id }) => !isOfOtherKind(moving, id))}
          onClose={() => setMoving(null)}
          onMoved={(gate, holders) => {
            setMoving(null)
            onChanged()
            setNotice(
              `${moving.name} ${moving.kind === 'add_on' ? 'is now redeemed at' : 'now enters through'} ${gate}. ${formatCount(holders)} ${holders === 1 ? 'holder gets' : 'holders get'} an SMS in about 10 minutes.`,
            )
          }}
        />
      )}
    </FormSection>
  )
}
