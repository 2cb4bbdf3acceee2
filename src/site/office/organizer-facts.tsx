import { sessionFetch } from '../../accounts/office/session.ts'
import type { EventReply } from '../../events/events.contract.ts'
import { localPhone } from '../../platform/values/phone.rules.ts'
import { callApi } from '../../ui/api.ts'
import { LONE_LINK } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Badge } from '../../ui/office/badge.tsx'
import { FactLine, FactList, Part } from '../../ui/office/fact-list.tsx'
import { countOf, formatAge, formatExactKes, formatInstant } from '../../ui/office/formats.rules.ts'
import { Instant } from '../../ui/office/instant.tsx'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { type QueryState, useQuery } from '../../ui/office/use-query.ts'
import { KEPT_FOR } from '../kept-for.rules.ts'
import type { OrganizerFacts as Facts } from '../organizer-facts.contract.ts'

/** Reads the facts about the organizer of an event that an admin reviews. */
export function useOrganizerFacts({ id, updated_at }: EventReply): QueryState<Facts> {
  const path = `/api/events/${id}/organizer_facts`
  // Reads again after each change: an admin may have given the event to another organizer.
  return useQuery(`${path} ${updated_at}`, (signal) =>
    callApi<Facts>(sessionFetch, path, { signal }),
  )
}

/** Open complaints and debts of the organizer, for the question before a publication. */
export function warningsOf(facts: Facts | null): string[] {
  const { owes = 0, complaints: { open } = { open: 0 } } = facts?.organizer ?? {}
  const complaints = `${countOf(open, 'complaint')} about this organizer ${open === 1 ? 'is' : 'are'} open.`
  return [
    ...(open > 0 ? [complaints] : []),
    ...(owes > 0 ? [`The organizer owes us ${formatExactKes(owes)}.`] : []),
  ]
}

/** The facts about an event's organizer, for the admin who reviews the event. */
export function OrganizerFacts({ facts: { data, problem, reload } }: { facts: QueryState<Facts> }) {
  return (
    <Part title="Organizer">
      {data ? (
        <Shown {...data} />
      ) : problem ? (
        <TryAgain onAgain={reload}>{problem.error || 'An error occurred'}</TryAgain>
      ) : (
        <div role="status" className="flex animate-pulse flex-col gap-2">
          <span className="sr-only">Loading organizer...</span>
          {['a', 'b', 'c', 'd'].map((line) => (
            <span key={line} className="h-11 rounded-soft bg-line" />
          ))}
        </div>
      )}
    </Part>
  )
}

/** A link between lines of text, high enough for a finger. */
const LINK = `${LONE_LINK} -my-2`

function Shown({ organizer, asked }: Facts) {
  const isOther = asked !== null && asked.email !== organizer?.email
  return (
    <FactList>
      {organizer ? (
        <Organizer organizer={organizer} />
      ) : (
        <FactLine name="Name">This event has no organizer.</FactLine>
      )}
      {asked && (
        <FactLine name="Submitted">
          <Instant at={asked.at} />
          {isOther && ` by ${asked.name}, ${asked.email}`}
        </FactLine>
      )}
    </FactList>
  )
}

function Organizer({ organizer }: { organizer: Organizer }) {
  const { name, email, phone, created_at, events, complaints, owes } = organizer
  return (
    <>
      <FactLine name="Name">
        <b className="font-semibold">{name}</b>
      </FactLine>
      <FactLine name={`Complaints (${KEPT_FOR.letters.label})`}>
        <Complaints {...complaints} />
      </FactLine>
      {owes > 0 && (
        <FactLine name="Owes us">
          <b className="font-semibold text-bad">{formatExactKes(owes)}</b> for refunds
        </FactLine>
      )}
      <FactLine name="Other events">
        <Events {...events} />
      </FactLine>
      <FactLine name="Account">
        <Account at={created_at} />
      </FactLine>
      <FactLine name="Email">
        <a href={`mailto:${email}`} className={LINK}>
          {email}
        </a>
      </FactLine>
      <FactLine name="Phone number">
        {phone === null ? (
          'Not entered'
        ) : (
          <a href={`tel:+${phone}`} className={`${LINK} whitespace-nowrap`}>
            {localPhone(phone)}
          </a>
        )}
      </FactLine>
    </>
  )
}

type Organizer = NonNullable<Facts['organizer']>

const NEW_DAYS = 30

function Account({ at }: { at: string }) {
  const now = new Date()
  const isNew = now.getTime() - Date.parse(at) < NEW_DAYS * 24 * 3_600_000
  return (
    <>
      Since {formatInstant(at).day} ({formatAge(at, now)}){' '}
      {isNew && <Badge look="used">New account</Badge>}
    </>
  )
}

function Events({ held, missed, coming, cancelled }: Organizer['events']) {
  if (held + missed + coming + cancelled === 0) return <Badge look="used">First event</Badge>
  const counts = [`${held} held`, `${coming} coming`, `${cancelled} cancelled`]
  return (
    <>
      {counts.filter((count) => !count.startsWith('0 ')).join(', ')}
      {missed > 0 && (
        <b className="block font-semibold text-bad">
          {`${missed}: date passed; no ticket was checked in`}
        </b>
      )}
    </>
  )
}

function Complaints({ total, open, this_event, first_open }: Organizer['complaints']) {
  if (total === 0) return 'None'
  const parts = [
    countOf(total, 'complaint'),
    ...(open > 0 ? [`${open} open`] : []),
    ...(this_event > 0 ? [`${this_event} about this event`] : []),
  ]
  return (
    <>
      <b className="pr-2 font-semibold text-bad">{parts.join(', ')}</b>
      {open > 0 && (
        <Link
          to={`/organizer/work-list?group=events&task=event_reported:${first_open}`}
          className={LINK}
        >
          Read
        </Link>
      )}
    </>
  )
}
