import type { ReactNode } from 'react'
import { ButtonLink, QUIET } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { lastDateOf } from '../days/day-draft.rules.ts'
import { stillMissing, takenIn } from '../editing/draft-faults.rules.ts'
import { toDraft } from '../editing/event-draft.rules.ts'
import { wasPublished } from '../event.rules.ts'
import type { EventReply } from '../events.contract.ts'
import { hasEnded } from '../sales.rules.ts'
import { Differences } from './differences.tsx'
import { editPath } from './duplicate.ts'
import { MarkedWords } from './marked-words.tsx'
import { EventTimelines } from './price-timeline.tsx'
import { PublishEvent } from './publish-event.tsx'
import { SendIn } from './review-actions.tsx'

/**
 * The buttons of an event's page in the back office. `more` contains the other actions, which are
 * in a menu.
 */
export function EventActions({
  event,
  isAdmin,
  more,
  onChanged,
}: {
  event: EventReply
  isAdmin: boolean
  more: ReactNode
  onChanged: () => void
}) {
  const { id, is_published, cancelled_at } = event
  const isDraft = !is_published && cancelled_at === null
  const mayEdit = event.rights?.includes('edit') ?? false
  const isSent = event.review?.state === 'sent'
  const sendsIn = mayEdit && !(isAdmin || wasPublished(event) || isSent)
  // A draft that waits for a decision was sent as it is.
  const missing = isDraft && !isSent ? missingOf(event, sendsIn) : []
  // Admins decide in the review card, so they do not get the buttons of a draft.
  const isReviewed = isAdmin && isSent
  return (
    <>
      {isDraft && !isReviewed && (
        <p
          className={`mt-2 text-small ${missing.length > 0 ? 'text-used' : 'text-quiet'}`}
          id="still-missing"
        >
          Not public yet.{missing.length > 0 && ` ${missing.join(' ')}`}
        </p>
      )}
      {sendsIn && !event.image && (
        <p className="text-small text-quiet">
          Without a poster, we draw a card with the title when you submit.
        </p>
      )}
      {event.review && !isReviewed && <ReviewState event={event} review={event.review} />}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <EventPageLink event={event} className={QUIET} />
        {isDraft && isAdmin && !isReviewed && (
          <PublishEvent event={event} missing={missing} onPublished={onChanged} />
        )}
        {sendsIn && <SendIn event={event} missing={missing} onSent={onChanged} />}
        {mayEdit && (isAdmin || isDraft !== wasPublished(event)) && (
          <ButtonLink look="quiet" to={editPath(isAdmin, id)}>
            Edit
          </ButtonLink>
        )}
        {more}
      </div>
    </>
  )
}

/** The link to the event's public page, or to its preview if it has no public page. */
export function EventPageLink({
  event: { id, is_published },
  className,
}: {
  event: EventReply
  className: string
}) {
  if (!is_published) {
    return (
      <Link to={`/organizer/events/${id}/preview`} className={className}>
        Preview
      </Link>
    )
  }
  return (
    <Link to={`/event/${id}`} target="_blank" rel="noreferrer" className={className}>
      View Event Page →<span className="sr-only"> (opens in a new tab)</span>
    </Link>
  )
}

const DRAFT = {
  sent: "Submitted. We'll review it and let you know by email.",
  returned: 'Returned',
  since: 'Changed since it was returned',
}
const CHANGE = {
  sent: "These changes are waiting for approval. We'll let you know by email.",
  returned: 'Not approved',
  since: '',
}

/** The reason why a draft or change was returned. */
export function ReturnReason({ event: { is_published, review } }: { event: EventReply }) {
  if (review?.state !== 'returned') return null
  return (
    <Notice look="used" role="status">
      <p className="wrap-anywhere">
        {(is_published ? CHANGE : DRAFT).returned}: {review.words}
      </p>
    </Notice>
  )
}

/** Shows the organizer that a draft or change waits, or everyone why it was returned. */
function ReviewState({
  event,
  review: { state, change, changes = [], words_to_check: marked = [] },
}: {
  event: EventReply
  review: NonNullable<EventReply['review']>
}) {
  const { sent, since } = event.is_published ? CHANGE : DRAFT
  return (
    <div className="mt-2 text-small">
      {state === 'sent' ? (
        <Notice look="good" role="status">
          {sent}
        </Notice>
      ) : (
        <ReturnReason event={event} />
      )}
      {state === 'sent' && <MarkedWords marked={marked} isAdmin={false} />}
      {changes.length > 0 && (
        <>
          {since && <p className="mt-2 font-semibold">{since}</p>}
          <Differences changes={changes} />
        </>
      )}
      {state === 'sent' && <EventTimelines event={event} />}
      {state === 'sent' && change?.image && (
        <img
          src={change.image}
          alt={`New poster of ${event.title}`}
          className="mt-2 w-80 max-w-full rounded"
        />
      )}
    </div>
  )
}

/**
 * The parts that a draft lacks. If `drawsCard` is true, a missing picture does not count, because
 * submitting the draft draws a card.
 */
export function missingOf(event: EventReply, drawsCard = false): string[] {
  const draft = { ...toDraft(event), ...(drawsCard && { image: 'drawn' }) }
  return stillMissing(draft, hasEnded(lastDateOf(draft), Date.now()), takenIn(event))
}
