import type { ReactNode } from 'react'
import { ButtonLink, LONE_LINK } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { stillMissing, takenIn, toDraft } from '../editing/event-draft.rules.ts'
import { wasPublished } from '../event.rules.ts'
import type { EventReply } from '../events.contract.ts'
import { hasEnded } from '../sales.rules.ts'
import { Differences } from './differences.tsx'
import { editPath } from './duplicate.ts'
import { EventTimelines } from './price-timeline.tsx'
import { PublishEvent } from './publish-event.tsx'
import { ReturnDraft, SendIn } from './review-actions.tsx'
import { ShareButton } from './share-button.tsx'

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
  const { id, is_published, sales_open, cancelled_at } = event
  const isDraft = !is_published && cancelled_at === null
  const mayEdit = event.rights?.includes('edit') ?? false
  const missing = isDraft ? missingOf(event) : []
  return (
    <>
      {isDraft && (
        <p className="mt-2 text-small text-quiet" id="still-missing">
          Not public yet.{missing.length > 0 && ` Still missing: ${missing.join(' ')}`}
        </p>
      )}
      {event.review && <ReviewState event={event} review={event.review} isAdmin={isAdmin} />}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {is_published ? (
          <ButtonLink look="quiet" to={`/event/${id}`} target="_blank" rel="noreferrer">
            View Event Page →<span className="sr-only"> (opens in a new tab)</span>
          </ButtonLink>
        ) : (
          <ButtonLink look="quiet" to={`/organizer/events/${id}/preview`}>
            Preview
          </ButtonLink>
        )}
        {isDraft && isAdmin && (
          <PublishEvent event={event} missing={missing} onPublished={onChanged} />
        )}
        {isAdmin && !isDraft && event.review?.state === 'sent' && (
          <PublishEvent
            event={event}
            missing={[]}
            words={['Approve changes', 'Saving...']}
            onPublished={onChanged}
          />
        )}
        {isAdmin && event.review?.state === 'sent' && (
          <ReturnDraft event={event} onReturned={onChanged} />
        )}
        {mayEdit && !(isAdmin || wasPublished(event)) && event.review?.state !== 'sent' && (
          <SendIn event={event} onSent={onChanged} />
        )}
        {mayEdit && (isAdmin || isDraft !== wasPublished(event)) && (
          <ButtonLink look="quiet" to={editPath(isAdmin, id)}>
            Edit
          </ButtonLink>
        )}
        {is_published && sales_open && <ShareButton event={event} />}
        {more}
      </div>
    </>
  )
}

const RETURNED_SINCE = { returned: 'Returned', since: 'Changed since it was returned' }
const DRAFT = {
  admin: { sent: 'Sent in by its organizer: publish or return it.', ...RETURNED_SINCE },
  organizer: { sent: "Sent in. We'll look at it and let you know by email.", ...RETURNED_SINCE },
}
const ASKED = { returned: 'Not approved', since: '' }
const CHANGE = {
  admin: { sent: 'Its organizer asks for these changes: approve or return them.', ...ASKED },
  organizer: {
    sent: "These changes are waiting for approval. We'll let you know by email.",
    ...ASKED,
  },
}

/** Shows whether a draft or a change waits for a decision, or why an admin returned it. */
function ReviewState({
  event,
  review: { state, words, change, changes = [], words_to_check: marked = [] },
  isAdmin,
}: {
  event: EventReply
  review: NonNullable<EventReply['review']>
  isAdmin: boolean
}) {
  const { sent, returned, since } = (event.is_published ? CHANGE : DRAFT)[
    isAdmin ? 'admin' : 'organizer'
  ]
  return (
    <div className="mt-2 text-small">
      <p role="status" className="wrap-anywhere">
        {state === 'sent' ? sent : `${returned}: ${words}`}
      </p>
      {state === 'sent' && <MarkedWords marked={marked} isAdmin={isAdmin} />}
      {changes.length > 0 && (
        <>
          {since && <p className="mt-2 font-semibold">{since}</p>}
          <Differences changes={changes} />
        </>
      )}
      {state === 'sent' && <EventTimelines event={event} />}
      {isAdmin && event.host && <HostPage host={event.host} id={event.organizer_id} />}
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

/** The organizer's public page, which an admin approves with the event. */
function HostPage({
  host: { name, words, image },
  id,
}: {
  host: NonNullable<EventReply['host']>
  id: string | null | undefined
}) {
  return (
    <div className="mt-2">
      <p className="wrap-anywhere">
        Organizer: <b className="font-semibold">{name}</b>{' '}
        <Link to={`/organizer/page/${id}`} className={LONE_LINK}>
          Public page
        </Link>
      </p>
      {words && <p className="mt-1 whitespace-pre-line wrap-anywhere text-quiet">{words}</p>}
      {image && <img src={image} alt={name} className="mt-2 w-40 max-w-full rounded" />}
    </div>
  )
}

type Marked = NonNullable<NonNullable<EventReply['review']>['words_to_check']>

/** Words that SMS to strangers would contain and that only an admin may allow. */
function MarkedWords({ marked, isAdmin }: { marked: Marked; isAdmin: boolean }) {
  if (marked.length === 0) return null
  return (
    <p className="mt-2 wrap-anywhere">
      {isAdmin
        ? 'Check these words. They go out in SMS and may seem to come from someone else: '
        : 'An admin checks these words, because they go out in SMS: '}
      {marked.map(({ what, words }, index) => (
        <span key={what + words}>
          {index > 0 && ', '}
          {what} <mark className="font-semibold">{words}</mark>
        </span>
      ))}
      .
    </p>
  )
}

export function missingOf(event: EventReply): string[] {
  return stillMissing(toDraft(event), hasEnded(event.date, Date.now()), takenIn(event))
}
