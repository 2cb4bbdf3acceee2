import { useEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router'
import type { SessionUser } from '../../../accounts/accounts.contract.ts'
import { useSession } from '../../../accounts/office/session.ts'
import { EventGate, GATE_PARTS } from '../../../checkin/office/event-gate.tsx'
import { ComplimentaryTab } from '../../../complimentary/office/complimentary-tab.tsx'
import type { EventReply } from '../../../events/events.contract.ts'
import { editPath } from '../../../events/office/duplicate.ts'
import { EventActions, EventPageLink } from '../../../events/office/event-actions.tsx'
import { EventPreview } from '../../../events/office/event-preview.tsx'
import { ReviewCard } from '../../../events/office/review-card.tsx'
import { SharePanel } from '../../../events/office/share-panel.tsx'
import type { Right } from '../../../platform/http/platform.contract.ts'
import { QuestionsTab } from '../../../questions/office/questions-tab.tsx'
import { ReviewQuestions } from '../../../questions/office/review-questions.tsx'
import {
  CancellationLine,
  CancellationProgress,
} from '../../../refunds/office/cancellation-progress.tsx'
import { DayRefunds } from '../../../refunds/office/day-refunds.tsx'
import { EventMeasures } from '../../../refunds/office/event-measures.tsx'
import { MeasureState } from '../../../refunds/office/measure-state.tsx'
import { wasMoved } from '../../../refunds/office/reschedule-notice.ts'
import { RescheduleProgress } from '../../../refunds/office/reschedule-progress.tsx'
import { CodesSection } from '../../../reports/office/codes-section.tsx'
import { DecidedToast } from '../../../reports/office/decided-toast.tsx'
import { DoorListPage } from '../../../reports/office/door-list.tsx'
import {
  EventHeading,
  EventRow,
  EventSkeleton,
  EventTabs,
} from '../../../reports/office/event-heading.tsx'
import { EventOverview } from '../../../reports/office/event-overview.tsx'
import { EventStatement } from '../../../reports/office/event-statement.tsx'
import { EventTransactions } from '../../../reports/office/event-transactions.tsx'
import { EventValidations } from '../../../reports/office/event-validations.tsx'
import { ExportButton } from '../../../reports/office/export-button.tsx'
import { NotInRole } from '../../../reports/office/not-in-role.tsx'
import { SellersSection } from '../../../reports/office/sellers-section.tsx'
import { OpeningChecklist } from '../../../reports/office/start-checklist.tsx'
import { useManagedEvent } from '../../../reports/office/use-managed-event.ts'
import {
  OrganizerFacts,
  useOrganizerFacts,
  warningsOf,
} from '../../../site/office/organizer-facts.tsx'
import { ButtonLink, LONE_LINK } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TryAgain } from '../../../ui/office/try-again.tsx'
import type { PageHandle } from '../../layouts/page-head.ts'

export const handle: PageHandle = {
  head: () => ({ title: 'Event · Lango', description: 'Figures of one event.', noindex: true }),
}

export function Component() {
  const { id = '', '*': tab = '' } = useParams()
  // The key resets the page for another event, so that no old data stay on screen.
  return <Event key={id} id={id} tab={tab.replace(/\/$/, '')} />
}

function Event({ id, tab }: { id: string; tab: string }) {
  const [saved, forgetSaved] = useJustSaved()
  return (
    <>
      {saved && tab === (saved === 'public' ? 'share' : '') && (
        <div className="mb-4">
          <Notice look="good" role="status">
            {SAVED[saved]}
          </Notice>
        </div>
      )}
      <Read id={id} tab={tab} onSubmitted={forgetSaved} />
    </>
  )
}

const SAVED = {
  draft: 'Saved as a draft',
  published: 'Saved',
  public: 'Your event is public now. Invite people:',
}

/**
 * How the event has just been saved or published, and a function that clears this state. Undefined
 * after a reload and on later visits.
 */
function useJustSaved(): [keyof typeof SAVED | undefined, () => void] {
  const { pathname, search, state } = useLocation()
  const [saved, setSaved] = useState<keyof typeof SAVED | undefined>(state?.saved)
  const navigate = useNavigate()
  useEffect(() => {
    if (!state?.saved) return
    setSaved(state.saved)
    void navigate(pathname + search, { replace: true, state: null, preventScrollReset: true })
  }, [navigate, pathname, search, state])
  return [saved, () => setSaved(undefined)]
}

type ReadProps = { id: string; tab: string; onSubmitted: () => void }

function Read({ id, tab, onSubmitted }: ReadProps) {
  const { data: event, problem, reload } = useManagedEvent(id)
  if (problem?.status === 404 || problem?.status === 403) return <NoSuchEvent />
  if (event) {
    return <Shown event={event} tab={tab} onChanged={reload} onSubmitted={onSubmitted} />
  }
  if (!problem) return <EventSkeleton isRow={tab !== ''} />
  return (
    <>
      <h1 className="mb-4 text-title font-bold tracking-tight">Event</h1>
      <TryAgain onAgain={reload}>
        This event could not be loaded. {problem.error || 'An error occurred'}
      </TryAgain>
    </>
  )
}

const ROW_LINK =
  'inline-flex min-h-11 items-center whitespace-nowrap font-semibold text-accent hover:underline'

/** The tabs, each with the right that it requires. */
const TABS: Record<string, Right> = {
  ...{ '': 'see', share: 'see', preview: 'see', validations: 'see', questions: 'see' },
  ...{ transactions: 'figures', codes: 'figures', statement: 'figures' },
  ...Object.fromEntries([...GATE_PARTS, 'door-list'].map((part) => [part, 'door'])),
  complimentary: 'edit',
}

type SubmitProps = Pick<ReadProps, 'onSubmitted'>
type ShownProps = { event: EventReply; tab: string; onChanged: () => void }

function Shown({ event, tab, onChanged, onSubmitted }: ShownProps & SubmitProps) {
  const { id, title } = event
  const { user } = useSession()
  const isAdmin = user?.role === 'admin'
  useShareOncePublic(event, user)
  useOnceSubmitted(event, onSubmitted)
  const [decided, setDecided] = useState<string | null>(null)
  const [moved, setMoved] = useState<{ tell: boolean; times: number } | null>(null)
  const onMoved = ({ tell }: { tell: boolean }) =>
    setMoved((before) => ({ tell, times: (before?.times ?? 0) + 1 }))
  const [progress, setProgress] = useState(0)
  useEffect(() => {
    document.title = `${title} · Lango`
  })
  if (!Object.hasOwn(TABS, tab) || (tab === 'share' && !event.is_published))
    return <Navigate to={`/organizer/events/${id}`} replace />
  const seesTab = event.rights?.includes(TABS[tab]!)
  const seesMoney = event.rights?.includes('figures')
  if (tab === 'preview') return <EventPreview event={event} />
  if (tab === 'door-list' && seesTab) return <DoorListPage event={event} />
  const of = { event, isAdmin, onChanged }
  return (
    <>
      {tab === '' ? (
        <EventHeading event={event}>
          <EventActions {...of} more={<EventMeasures {...of} onMoved={onMoved} />} />
        </EventHeading>
      ) : (
        <EventRow event={event}>
          <EventPageLink event={event} className={ROW_LINK} />
        </EventRow>
      )}
      {(moved || (wasMoved(event) && event.rights?.includes('money'))) && (
        <RescheduleProgress
          key={moved?.times ?? 0}
          eventId={id}
          tell={moved?.tell ?? true}
          isEarlier={moved === null}
          onProgress={() => setProgress((before) => before + 1)}
        />
      )}
      <MeasureState {...of} />
      {seesMoney && event.cancelled_at === null && <DayRefunds event={event} isAdmin={isAdmin} />}
      {seesMoney &&
        event.cancelled_at !== null &&
        (tab === '' ? (
          <CancellationProgress
            eventId={id}
            isAdmin={isAdmin}
            onProgress={() => setProgress((before) => before + 1)}
          />
        ) : (
          <CancellationLine eventId={id} />
        ))}
      {isAdmin && <Review event={event} tab={tab} onChanged={onChanged} onDecided={setDecided} />}
      {decided && <DecidedToast what={decided} onClose={() => setDecided(null)} />}
      <EventTabs event={event} isBelowRow={tab !== ''} />
      {seesTab ? (
        <Tab {...of} tab={tab} progress={progress} />
      ) : (
        <NotInRole {...notInRole(event, tab)} />
      )}
    </>
  )
}

/** After the draft is published on this page, opens the Share tab for the draft's organizer. */
function useShareOncePublic(
  { id, is_published, organizer_id }: EventReply,
  user: SessionUser | null,
): void {
  const navigate = useNavigate()
  const wasPublic = useRef(is_published)
  const isOwn = user?.role !== 'admin' || [null, user.id].includes(organizer_id ?? null)
  useEffect(() => {
    if (is_published && !wasPublic.current && isOwn) {
      void navigate(`/organizer/events/${id}/share`, { state: { saved: 'public' } })
    }
    wasPublic.current = is_published
  }, [navigate, id, is_published, isOwn])
}

/** Calls `onSubmitted` when the draft is submitted on this page: removes 'Saved as a draft'. */
function useOnceSubmitted({ review }: EventReply, onSubmitted: () => void): void {
  const isSent = review?.state === 'sent'
  const wasSent = useRef(isSent)
  useEffect(() => {
    if (isSent && !wasSent.current) onSubmitted()
    wasSent.current = isSent
  }, [isSent, onSubmitted])
}

const notInRole = ({ id }: EventReply, tab: string) => ({
  text:
    TABS[tab] === 'figures'
      ? 'This page shows money, which your role for this event does not see.'
      : 'Your role for this event does not include this page.',
  to: `/organizer/events/${id}`,
  label: 'Overview',
})

/** `progress` counts how often a measure changed the figures since this page was opened. */
type TabProps = ShownProps & { isAdmin: boolean; progress: number }

function Tab({ event, isAdmin, onChanged, tab, progress }: TabProps) {
  const { id } = event
  const userId = useSession().user?.id
  const mayEdit = event.rights?.includes('edit') ?? false
  // True while the draft waits for the admin's decision. A draft has no figures to show.
  const isDraftReviewed = isAdmin && event.review?.state === 'sent' && !event.is_published
  return (
    <>
      {tab === '' &&
        (isDraftReviewed ? (
          <p className="text-quiet">No figures yet: this event is not public.</p>
        ) : (
          // The key loads the figures again; the old ones stay on screen until then.
          <EventOverview
            key={progress}
            event={event}
            editPath={mayEdit ? editPath(isAdmin, id) : null}
          />
        ))}
      {tab === 'share' && (
        <SharePanel event={event}>
          <OpeningChecklist event={event} isOwn={event.organizer_id === userId} />
        </SharePanel>
      )}
      {tab === 'transactions' && <EventTransactions eventId={id} />}
      {tab === 'validations' && <EventValidations eventId={id} />}
      {tab === 'complimentary' && <ComplimentaryTab event={event} onChanged={onChanged} />}
      {tab === 'codes' && (
        <>
          <CodesSection event={event} />
          <SellersSection event={event} />
        </>
      )}
      {tab === 'questions' && (
        <QuestionsTab event={event} onChanged={onChanged}>
          <ExportButton kind="answers" eventId={id} />
        </QuestionsTab>
      )}
      {GATE_PARTS.includes(tab) && <EventGate event={event} part={tab} onChanged={onChanged} />}
      {tab === 'statement' && <EventStatement event={event} isAdmin={isAdmin} />}
    </>
  )
}

/** The draft or change that waits for the admin's decision. Tabs except Overview show a link. */
function Review({
  event,
  tab,
  onChanged,
  onDecided,
}: ShownProps & { onDecided: (what: string) => void }) {
  const { id, review } = event
  if (review?.state !== 'sent') return null
  if (tab === '') return <ReviewHere event={{ ...event, review }} {...{ onChanged, onDecided }} />
  return (
    <p className="mt-4">
      {event.is_published ? 'Changes wait' : 'This draft waits'} for your decision.{' '}
      <Link to={`/organizer/events/${id}`} className={LONE_LINK}>
        Review
      </Link>
    </p>
  )
}

type ReviewProps = Omit<Parameters<typeof ReviewCard>[0], 'who' | 'questions' | 'warnings'>

function ReviewHere(props: ReviewProps) {
  const { event } = props
  const facts = useOrganizerFacts(event)
  return (
    <ReviewCard
      {...props}
      who={<OrganizerFacts facts={facts} />}
      questions={<ReviewQuestions event={event} />}
      warnings={warningsOf(facts.data)}
    />
  )
}

function NoSuchEvent() {
  return (
    <div className="rounded-card border border-line bg-paper px-4 py-12 text-center">
      <h1 className="text-title font-bold tracking-tight">Event not found</h1>
      <p className="mx-auto mt-2 max-w-[520px] text-quiet">
        The event you're looking for doesn't exist or you don't have access to it.
      </p>
      <ButtonLink to="/organizer/events" look="quiet" className="mt-6">
        All events
      </ButtonLink>
    </div>
  )
}
