import { type ReactNode, useId } from 'react'
import { LONE_LINK } from '../../ui/button.tsx'
import { formatFullDate, formatTime } from '../../ui/dates.rules.ts'
import { Link } from '../../ui/link.tsx'
import { FactLine, FactList, Part } from '../../ui/office/fact-list.tsx'
import { Folded } from '../../ui/office/folded.tsx'
import { capitalise, dayDistance, formatCount } from '../../ui/office/formats.rules.ts'
import { feePayer } from '../editing/event-diff.rules.ts'
import { type EventDraft, toInput } from '../editing/event-draft.rules.ts'
import { toOrganizersDraft } from '../editing/waiting-draft.rules.ts'
import type { EventReply } from '../events.contract.ts'
import { releaseWords } from '../payout-plan/payout-release.rules.ts'
import { isDrawnCard } from '../pictures/drawn-card.rules.ts'
import { OrganizerLinks } from '../screens/organizer-links.tsx'
import { Poster } from '../screens/poster.tsx'
import { Differences } from './differences.tsx'
import { missingOf } from './event-actions.tsx'
import { LastReturn } from './last-return.tsx'
import { MarkedWords } from './marked-words.tsx'
import { EventTimelines } from './price-timeline.tsx'
import { PublishEvent } from './publish-event.tsx'
import { ReturnDraft } from './review-actions.tsx'
import { capacityText, ReviewTypes } from './review-types.tsx'

type Review = NonNullable<EventReply['review']>

/**
 * The whole draft, or a published event with the change that waits, for the admin who publishes or
 * returns it. `who` shows facts about its organizer.
 */
export function ReviewCard({
  event,
  who,
  questions,
  warnings,
  onChanged,
  onDecided,
}: {
  event: EventReply & { review: Review }
  who: ReactNode
  /** The event's questions to ticket holders. */
  questions: ReactNode
  /** Sentences about its organizer for the question before a publication. */
  warnings: readonly string[]
  onChanged: () => void
  /** Called with a sentence about the decision. */
  onDecided: (what: string) => void
}) {
  const id = useId()
  const { is_published, review } = event
  const missing = is_published ? [] : missingOf(event)
  const words = is_published ? (['Approve changes', 'Saving...'] as const) : undefined
  return (
    <section aria-labelledby={id} className="mt-4 rounded-card border-2 border-accent bg-paper">
      <div className="flex flex-col gap-6 p-4 sm:p-6">
        <header>
          <h2 id={id} className="text-lead font-bold tracking-tight">
            {is_published ? 'Review these changes' : 'Review this draft'}
          </h2>
          <p className="text-quiet">
            {is_published
              ? 'Its organizer requests these changes: approve or return them.'
              : 'Submitted by its organizer: publish or return it.'}
          </p>
          <MarkedWords marked={review.words_to_check ?? []} isAdmin />
          {missing.length > 0 && (
            <p id="still-missing" className="mt-2 text-used">
              {missing.join(' ')}
            </p>
          )}
        </header>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="flex flex-col gap-6">
            {review.returned && <LastReturn returned={review.returned} />}
            {is_published && <Changes review={review} />}
            <Content event={event} questions={questions} />
          </div>
          <div className="flex flex-col gap-6">
            {who}
            {event.host && <HostPage host={event.host} id={event.organizer_id} />}
          </div>
        </div>
      </div>
      <footer className="sticky bottom-0 z-1 flex flex-wrap gap-3 rounded-b-card border-t border-line bg-paper px-4 py-3 sm:px-6 max-sm:[&>button]:grow max-sm:[&>button]:px-3">
        <PublishEvent
          event={event}
          missing={missing}
          warnings={warnings}
          {...(words && { words: [...words] })}
          onPublished={(isDone) => {
            onChanged()
            if (isDone) onDecided(is_published ? 'The changes are public now.' : 'Published.')
          }}
        />
        <ReturnDraft
          event={event}
          onChanged={onChanged}
          onReturned={() => onDecided('Returned. Its organizer gets your reason by email.')}
        />
      </footer>
    </section>
  )
}

function Changes({ review: { changes = [] } }: { review: Review }) {
  if (changes.length === 0) return null
  return (
    <Part title="Changes">
      <Differences changes={changes} />
    </Part>
  )
}

function Content({ event, questions }: { event: EventReply; questions: ReactNode }) {
  const draft = toOrganizersDraft(event)
  const { ticket_types: types = [], pools = [] } = toInput(draft, null)
  const isNew = draft.image !== (event.image ?? '')
  const picture = isNew ? { image: draft.image, image_formats: [] } : event
  return (
    <div className="flex flex-col gap-6">
      <div className="grid gap-4 sm:grid-cols-2">
        <figure>
          <Poster
            picture={picture}
            sizes="(min-width: 1024px) 320px, 100vw"
            className="rounded-soft"
          />
          <figcaption className="mt-1 text-small text-quiet">
            {posterWords(draft.image, isNew)}{' '}
            {draft.image !== '' && !isDrawnCard(draft.image) && (
              <a href={draft.image} target="_blank" rel="noreferrer" className={LONE_LINK}>
                See it whole
              </a>
            )}
          </figcaption>
        </figure>
        <Facts event={event} draft={draft} capacity={capacityText(types, pools)} />
      </div>
      <Part title="Description">
        {draft.description.trim() ? (
          <Folded text={draft.description.trim()} />
        ) : (
          <p className="text-quiet">No description.</p>
        )}
      </Part>
      <Part title="Tickets">
        <ReviewTypes types={types} pools={pools} days={draft.days} own={event.gates ?? []} />
        <EventTimelines event={event} />
      </Part>
      {questions}
    </div>
  )
}

function posterWords(image: string, isNew: boolean): string {
  if (isDrawnCard(image)) return 'No poster: we drew this card'
  return isNew ? 'New poster' : image === '' ? 'No poster' : 'Poster'
}

function Facts({
  event,
  draft: { date, time, days, location, fees_on_top, payout_release, max_per_phone },
  capacity,
}: {
  event: EventReply
  draft: EventDraft
  capacity: string
}) {
  return (
    <FactList>
      <FactLine name={days.length > 0 ? 'Days' : 'Date'}>
        {(days.length > 0 ? days : [{ date, time }]).map((day, index) => (
          <span key={day.date} className={days.length > 0 ? 'block' : ''}>
            {formatFullDate(day.date)},{' '}
            <span className="whitespace-nowrap">{formatTime(day.time)}</span>{' '}
            {index === 0 && (
              <span className="whitespace-nowrap text-quiet">
                ({dayDistance(day.date, new Date())})
              </span>
            )}
          </span>
        ))}
      </FactLine>
      <FactLine name="Location">{location}</FactLine>
      <FactLine name="Capacity">{capacity}</FactLine>
      <FactLine name="Expected attendees">
        {event.attendees === null ? 'Not entered' : formatCount(event.attendees)}
      </FactLine>
      <FactLine name="Category">{event.category || 'None'}</FactLine>
      <FactLine name="Service fee">{capitalise(feePayer(fees_on_top))}</FactLine>
      <FactLine name="Payouts">{capitalise(releaseWords(payout_release))}</FactLine>
      {max_per_phone && <FactLine name="Max per phone number">{max_per_phone}</FactLine>}
    </FactList>
  )
}

/** The organizer's public page, which an admin approves with the event. */
function HostPage({
  host,
  id,
}: {
  host: NonNullable<EventReply['host']>
  id: string | null | undefined
}) {
  const { name, words, image } = host
  return (
    <Part title="Shown in public">
      <p className="wrap-anywhere">
        Organizer: <b className="font-semibold">{name}</b>{' '}
        <Link to={`/organizer/page/${id}`} className={LONE_LINK}>
          Public page
        </Link>
      </p>
      {words && <Folded text={words} />}
      <OrganizerLinks links={host} />
      {image && <img src={image} alt={name} className="mt-2 w-40 max-w-full rounded" />}
    </Part>
  )
}
