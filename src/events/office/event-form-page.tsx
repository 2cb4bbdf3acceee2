import { useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { sessionFetch, useSession } from '../../accounts/office/session.ts'
import { type Answer, callApi, type Problem } from '../../ui/api.ts'
import { Spinner } from '../../ui/office/spinner.tsx'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { reviewedText } from '../editing/waiting-draft.rules.ts'
import { wasPublished } from '../event.rules.ts'
import type { EventReply } from '../events.contract.ts'
import { AuditList } from './audit-list.tsx'
import { ReturnReason } from './event-actions.tsx'
import { EventForm, type FormTexts } from './event-form.tsx'
import { useFormLists } from './use-form-lists.ts'

/**
 * The page for creating or editing an event. Users who are not admins are redirected to the
 * dashboard.
 */
export function EventFormPage({ id }: { id: string | null }) {
  const { user } = useSession()
  if (user?.role !== 'admin') return <Navigate to="/organizer/dashboard" replace />
  return (
    <div className="mx-auto max-w-[960px]">
      <h1 className="mb-4 text-title font-bold tracking-tight">
        {id === null ? 'Create Event' : 'Edit Event'}
      </h1>
      {id === null ? <Ready event={null} texts={CREATE} /> : <Loaded id={id} texts={UPDATE} />}
    </div>
  )
}

const EVENTS = '/organizer/events'
const CREATE = { list: EVENTS, save: 'Create Event', saving: 'Creating...' }
const UPDATE = { list: EVENTS, save: 'Update Event', saving: 'Updating...' }
const CHANGE = { list: EVENTS, save: 'Save', saving: 'Saving...' }
const DRAFT = { list: '/organizer/drafts', save: 'Save draft', saving: 'Saving...' }

/**
 * The page on which an organizer edits a draft or changes a published event. Admins are redirected
 * to their own form.
 */
export function DraftPage({ id }: { id: string | null }) {
  const { user } = useSession()
  if (user?.role === 'admin') {
    return <Navigate to={`${EVENTS}/${id === null ? 'create' : `edit/${id}`}`} replace />
  }
  return (
    <div className="mx-auto max-w-[960px]">
      {id === null ? (
        <>
          <DraftHeading title="New draft" />
          <Ready event={null} texts={DRAFT} />
        </>
      ) : (
        <Loaded id={id} texts={DRAFT} />
      )}
    </div>
  )
}

/** `event` is the published event; null for a draft. */
function DraftHeading({ title, event = null }: { title: string; event?: EventReply | null }) {
  return (
    <>
      <h1 className="text-title font-bold tracking-tight">{title}</h1>
      <p className="mb-4 mt-1 text-quiet">
        {event
          ? reviewedText(event)
          : 'Only you and our team see a draft. Submit it for review on its page to have it published.'}
      </p>
    </>
  )
}

/**
 * Loads the event only once: while an admin fills in the form, a newer version must not replace
 * what the admin typed.
 */
function Loaded({ id, texts }: { id: string; texts: FormTexts }) {
  const [event, setEvent] = useState<EventReply | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [attempt, setAttempt] = useState(1)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads it again
  useEffect(() => {
    const abort = new AbortController()
    setProblem(null)
    void readEvent(id, abort.signal).then((answer) => {
      if (abort.signal.aborted) return
      if (answer.ok) setEvent(answer.data)
      else setProblem(answer)
    })
    return () => abort.abort()
  }, [id, attempt])

  if (event && texts === DRAFT) {
    const isPublic = event.is_published && event.cancelled_at === null
    if (wasPublished(event) && !isPublic) return <Navigate to={`${EVENTS}/${id}`} replace />
    return (
      <>
        <DraftHeading
          title={isPublic ? 'Edit event' : 'Edit draft'}
          event={isPublic ? event : null}
        />
        <div className="mb-4 empty:hidden">
          <ReturnReason event={event} />
        </div>
        <Ready event={event} texts={isPublic ? CHANGE : DRAFT} />
      </>
    )
  }
  if (event) return <Ready event={event} texts={texts} />
  if (!problem) return <Spinner label="Loading event..." />
  return (
    <TryAgain onAgain={() => setAttempt(attempt + 1)}>
      {problem.error || 'Failed to fetch event'}
    </TryAgain>
  )
}

function readEvent(id: string, signal: AbortSignal): Promise<Answer<EventReply>> {
  return callApi<EventReply>(sessionFetch, `/api/events/${encodeURIComponent(id)}`, { signal })
}

function Ready({ event, texts }: { event: EventReply | null; texts: FormTexts }) {
  const navigate = useNavigate()
  const lists = useFormLists()
  if (!lists) return <Spinner label="Loading..." />
  return (
    <>
      <EventForm
        event={event}
        lists={lists}
        texts={texts}
        // The event's page then shows that the event was saved, and whether it is an unsent draft.
        onSaved={({ id, is_published, review }) =>
          navigate(`/organizer/events/${id}`, {
            state: { saved: is_published || review?.state === 'sent' ? 'published' : 'draft' },
          })
        }
      />
      {event && texts === UPDATE && <EventHistory id={event.id} />}
    </>
  )
}

/** The audit log of this event. */
function EventHistory({ id }: { id: string }) {
  return (
    <section aria-labelledby="history" className="mt-8">
      <h2 id="history" className="mb-3 text-lead font-bold">
        History
      </h2>
      <AuditList path={`/api/audit_log?event_id=${id}`} caption="Changes to this event" />
    </section>
  )
}
