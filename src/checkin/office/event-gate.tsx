import { Link, NavLink } from 'react-router'
import type { EventReply } from '../../events/events.contract.ts'
import { EntryRulesForm } from './entry-rules-form.tsx'
import { GateLive } from './gate-live.tsx'
import { GatePhones } from './gate-phones.tsx'
import { MoveTypes } from './move-types.tsx'

const PARTS = [
  ['gate', 'Live'],
  ['gate/phones', 'Phones'],
  ['gate/rules', 'Rules'],
] as const

export const GATE_PARTS: readonly string[] = PARTS.map(([path]) => path)

export function EventGate({
  event,
  part,
  onChanged,
}: {
  event: EventReply
  part: string
  onChanged: () => void
}) {
  const { rights = [] } = event
  const mayEdit = rights.includes('edit')
  return (
    <>
      <nav aria-label="Gate" className="mb-4 flex flex-wrap gap-2">
        {PARTS.map(([path, label]) => (
          <NavLink
            key={path}
            end
            to={`/organizer/events/${event.id}/${path}`}
            preventScrollReset
            className="inline-flex min-h-11 items-center rounded-soft border border-edge px-4 font-semibold text-quiet hover:border-ink aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:text-white"
          >
            {label}
          </NavLink>
        ))}
        <Link
          to={`/organizer/events/${event.id}/door-list`}
          className="inline-flex min-h-11 items-center px-2 font-semibold text-accent hover:underline"
        >
          Door list
        </Link>
      </nav>
      {part === 'gate' && <GateLive event={event} />}
      {part === 'gate/phones' && (
        <GatePhones event={event} canSell={mayEdit || rights.includes('money')} />
      )}
      {part === 'gate/rules' && (
        <div className="flex flex-col gap-4">
          <EntryRulesForm eventId={event.id} mayEdit={mayEdit} />
          <MoveTypes event={event} onChanged={onChanged} />
        </div>
      )}
    </>
  )
}
