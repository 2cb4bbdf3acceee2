import { Notice } from '../../ui/notice.tsx'
import { Badge } from '../../ui/office/badge.tsx'
import { Panel } from '../../ui/office/data-table.tsx'
import { Instant } from '../../ui/office/instant.tsx'
import type { Conflict, EntryView } from '../command-view.contract.ts'
import { TicketNumber } from './ticket-number.tsx'

/** Tickets with too many people inside, or with any people if void or of another event. */
export function Conflicts({ conflicts }: { conflicts: Conflict[] }) {
  return (
    <section aria-labelledby="conflicts">
      <h3 id="conflicts" className="mb-2 font-semibold">
        Conflicts
      </h3>
      <Panel>
        {conflicts.length === 0 ? (
          <p className="px-4 py-6 text-quiet">No over-admissions</p>
        ) : (
          <ul>
            {conflicts.map((conflict) => (
              <li
                key={conflict.ticket_number}
                className="border-b border-line p-4 text-small last:border-0"
              >
                <OneConflict conflict={conflict} />
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </section>
  )
}

function OneConflict({ conflict }: { conflict: Conflict }) {
  const { ticket_number, ticket_type, admits, excess, check_ins } = conflict
  const isAddOn = conflict.kind === 'add_on'
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <TicketNumber number={ticket_number} />
        <Badge look="bad">{excess > 0 ? `${excess} too many` : 'Not valid'}</Badge>
        {ticket_type !== null && (
          <span className="text-quiet">
            {ticket_type}
            {admits !== null && `, ${isAddOn ? 'redeems' : 'admits'} ${admits}`}
          </span>
        )}
      </p>
      <ol className="mt-2 flex flex-col gap-1">
        {check_ins.map((one) => (
          <li key={`${one.at} ${one.phone} ${one.told_at}`}>
            <span>{letInLabel(one.let_in, isAddOn)}</span> ·{' '}
            <span>{one.gate ?? 'Gate unknown'}</span> · <span>{one.phone ?? 'Back office'}</span> ·{' '}
            <Instant at={one.at} />
            {one.is_offline && (
              <span className="text-quiet">
                , offline
                {one.told_at !== null && (
                  <span>
                    , synced <Instant at={one.told_at} />
                  </span>
                )}
              </span>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

/** The text for a movement. `people` is negative if people left or their check-in was undone. */
function letInLabel(people: number, isAddOn: boolean): string {
  if (isAddOn) return people < 0 ? `${-people} undone` : `${people} redeemed`
  return people < 0 ? `${-people} out` : `${people} let in`
}

type Alarm = EntryView['alarms'][number]

/** Alarms about a leaked signing key, and about phones that let in too many unlisted tickets. */
export function Alarms({ alarms }: { alarms: Alarm[] }) {
  const neverSold = alarms.filter(({ kind }) => kind === 'never_sold')
  const pastLimit = alarms.filter(({ kind }) => kind === 'proof_limit')
  return (
    <>
      {neverSold.length > 0 && <NeverSold alarms={neverSold} />}
      {pastLimit.length > 0 && <PastLimit alarms={pastLimit} />}
    </>
  )
}

/** The most numbers that the alarm lists. With a stolen key, a thief can make hundreds. */
const SHOWN = 5

/** Numbers that were let in by signature but never sold: the signing key must have leaked. */
function NeverSold({ alarms }: { alarms: Alarm[] }) {
  return (
    <Notice look="bad" role="alert">
      <p className="font-bold">
        {alarms.length === 1
          ? 'A ticket that was never sold was let in'
          : `${alarms.length} tickets that were never sold were let in`}
      </p>
      <p>
        {alarms.length === 1 ? 'Its number is' : 'Their numbers are'} genuine, so someone has the
        key of a phone. Revoke that phone.
      </p>
      <ul className="mt-2 flex flex-col gap-1 text-small">
        {alarms.slice(0, SHOWN).map(({ ticket_number, phone, at }) => (
          <li key={`${ticket_number} ${at}`}>
            <TicketNumber number={ticket_number} /> · <span>{phone ?? 'Back office'}</span> ·{' '}
            <Instant at={at} />
          </li>
        ))}
        {alarms.length > SHOWN && <li>and {alarms.length - SHOWN} more, under Validations</li>}
      </ul>
    </Notice>
  )
}

function PastLimit({ alarms }: { alarms: Alarm[] }) {
  return (
    <Notice look="bad" role="alert">
      <p className="font-bold">
        {alarms.length === 1
          ? 'A phone let in more unlisted tickets than allowed'
          : `${alarms.length} phones let in more unlisted tickets than allowed`}
      </p>
      <p>The app there stays locked until it syncs. Check the phone, or revoke it.</p>
      <ul className="mt-2 flex flex-col gap-1 text-small">
        {alarms.map(({ ticket_number, phone, at, tickets }) => (
          <li key={`${phone} ${at}`}>
            <span>{phone}</span> · <span>{tickets}</span> above the limit · the latest{' '}
            <TicketNumber number={ticket_number} /> · <Instant at={at} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}
