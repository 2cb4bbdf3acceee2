import { Fragment, useEffect, useRef } from 'react'
import { differingParts } from '../../events/reschedule.rules.ts'
import { formatTicketNumber } from '../../tickets/number.rules.ts'
import { Button, LONE_LINK } from '../../ui/button.tsx'
import { formatDate, formatDateTime, inNairobi } from '../../ui/dates.rules.ts'
import { PREFIX } from '../../ui/language.rules.ts'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { RefundLinkReply } from '../reschedule/refund-link.contract.ts'
import { type AskOutcome, askForRefund } from './ask-for-refund.ts'
import { BlockedTickets, WriteToUs } from './blocked-tickets.tsx'
import { RefundChoice, RefundSummary, refundLabel } from './refund-choice.tsx'

type Schedule = RefundLinkReply['old']
type Change = Pick<RefundLinkReply, 'old' | 'new'>

type Step = {
  link: RefundLinkReply
  token: string
  /** Whether the page's address contains the people to refund. */
  hasChosen: boolean
  /** Why the people in the page's address cannot be refunded. */
  problem: string | null
}

/**
 * The page after a reschedule, for the buyer or the holder of a transferred ticket: they keep the
 * tickets, or request a refund for all or some people.
 */
export function RefundLink({
  link: shown,
  token,
  hasChosen,
  problem,
  posted,
}: Step & { posted: AskOutcome | null }) {
  const { outcome, isBusy, formProps } = useFormPost(posted, askForRefund)
  const link = outcome && 'link' in outcome ? outcome.link : shown
  const isDone = outcome !== null && 'link' in outcome
  if (link.is_event_cancelled && link.state !== 'asked') return <Cancelled link={link} />
  const isChoice = countRefundable(link) > 1 || blockedOf(link).length > 0
  const needsChoice = link.state === 'open' && !hasChosen && isChoice
  return (
    <div className="flex flex-col gap-4">
      <dl>
        <Changes link={link} />
        <Reference link={link} />
      </dl>
      {link.state === 'open' && link.requested > 0 && <Requested link={link} isDone={isDone} />}
      {isDone && link.state === 'open' ? (
        <Link to={`/r/${token}`} reloadDocument className={`self-start ${LONE_LINK}`}>
          Refund more tickets
        </Link>
      ) : needsChoice ? (
        <>
          <RefundChoice
            tickets={refundableOf(link)}
            hasAnswers={link.has_answers ?? false}
            token={token}
            problem={problem}
          />
          <BlockedTickets tickets={blockedOf(link)} />
          <p className="text-quiet">Request by {untilText(link.until)}.</p>
        </>
      ) : (
        <form
          {...formProps}
          action={`${PREFIX}/r/${token}`}
          aria-label="Request a refund"
          className="flex flex-col gap-4"
        >
          {link.order_id !== null && <input type="hidden" name="order_id" value={link.order_id} />}
          {link.ticket_number !== null && (
            <input type="hidden" name="ticket_number" value={link.ticket_number} />
          )}
          <input type="hidden" name="token" value={token} />
          {outcome && 'problem' in outcome && (
            <Notice look="bad" role="alert">
              {outcome.problem}
            </Notice>
          )}
          <Standing link={link} again={hasChosen ? `/r/${token}` : null} isBusy={isBusy} />
        </form>
      )}
    </div>
  )
}

/** Each change because of which the tickets can be refunded. */
function Changes({ link }: { link: RefundLinkReply }) {
  const { is_event_cancelled: isOff, changes = [] } = link
  if (!isOff && changes.length > 0) {
    return changes.map((change) =>
      change.day === 'cancelled' ? (
        <Fragment key={change.old.date}>
          <dt className="mt-2 text-quiet">Cancelled day</dt>
          <dd className="font-semibold">{scheduleText(change.old)}</dd>
        </Fragment>
      ) : (
        <Moved key={change.old.date} change={change} />
      ),
    )
  }
  return isOff || link.day === 'cancelled' ? <PlannedFor link={link} /> : <Moved change={link} />
}

/** The changed parts of the schedule, each with its old value. */
function Moved({ change }: { change: Change }) {
  return (
    <>
      <dt className="mt-2 text-quiet first:mt-0">{newLabel(change)}</dt>
      <dd className="font-semibold">{differingParts(change.new, change.old)}</dd>
      <dt className="mt-2 text-quiet">Was</dt>
      <dd>{differingParts(change.old, change.new)}</dd>
    </>
  )
}

/** After a cancellation there is nothing to choose: each order is refunded without a request. */
function Cancelled({ link }: { link: RefundLinkReply }) {
  return (
    <div className="flex flex-col gap-4">
      <dl>
        <PlannedFor link={link} />
        <Reference link={link} />
      </dl>
      <Notice role="status">
        Everyone gets a refund automatically, so you do not need to do anything.
      </Notice>
    </div>
  )
}

function PlannedFor({ link }: { link: RefundLinkReply }) {
  return (
    <>
      <dt className="text-quiet">Was planned for</dt>
      <dd>{scheduleText(link.new)}</dd>
    </>
  )
}

const refundableOf = ({ tickets }: RefundLinkReply) =>
  tickets.filter(({ refundable }) => refundable > 0)

const blockedOf = ({ tickets }: RefundLinkReply) => tickets.filter((one) => one.blocked_by)

/** Counts the people who can be refunded. A table is refunded whole, so it counts once. */
const countRefundable = (link: RefundLinkReply) =>
  refundableOf(link).reduce((sum, { refundable, sold_in }) => sum + (sold_in ? 1 : refundable), 0)

/** An earlier refund by this link, while other people can still be refunded. */
function Requested({ link, isDone }: { link: RefundLinkReply; isDone: boolean }) {
  const frame = useRef<HTMLDivElement>(null)
  // The refund form has disappeared, so the notice in its place gets the focus.
  useEffect(() => {
    if (isDone) frame.current!.querySelector<HTMLElement>('[role=status]')!.focus()
  }, [isDone])
  return (
    <div ref={frame}>
      <Notice look="good" role={isDone ? 'status' : undefined}>
        <RefundWords link={link} /> <span>Your other tickets stay valid.</span>
      </Notice>
    </div>
  )
}

/** Says whether the money has arrived, in the same words as the ticket page. */
function RefundWords({ link: { refund } }: { link: RefundLinkReply }) {
  const words = <WholeWords text={refund?.words ?? ''} />
  // Once the money arrived, the words themselves say that it was refunded.
  if (refund?.state === 'done') return <strong>{words}</strong>
  return (
    <>
      <strong>Your refund is on its way.</strong> {words}
    </>
  )
}

function Reference({ link: { code, ticket_number: number } }: { link: RefundLinkReply }) {
  if (number === null) {
    return (
      <>
        <dt className="mt-2 text-quiet">Reference</dt>
        <dd translate="no">{code}</dd>
      </>
    )
  }
  return (
    <>
      <dt className="mt-2 text-quiet">Ticket</dt>
      <dd translate="no">
        <Link to={`/t/${number}`} className="underline underline-offset-4">
          {formatTicketNumber(number)}
        </Link>
      </dd>
    </>
  )
}

function Standing({
  link,
  again,
  isBusy,
}: {
  link: RefundLinkReply
  again: string | null
  isBusy: boolean
}) {
  const isBuyer = link.ticket_number === null
  switch (link.state) {
    case 'asked':
      return (
        <>
          <Notice look="good" role="status">
            <RefundWords link={link} />{' '}
            <span>
              {link.keeps_tickets
                ? 'Your other tickets stay valid.'
                : 'Your tickets are no longer valid.'}
            </span>
          </Notice>
          <BlockedTickets tickets={blockedOf(link)} />
        </>
      )
    case 'gone':
      return <Notice role="status">This order has already been refunded.</Notice>
    case 'sent_on':
      return (
        <Notice role="status">
          This was sent to another phone. The person who has the ticket can request its refund with
          the link in their own SMS.
        </Notice>
      )
    case 'used':
      return (
        <Notice role="status">
          <WriteToUs about="inside" />
        </Notice>
      )
    case 'parts':
      return (
        <Notice role="status">
          <WriteToUs about="part" />
        </Notice>
      )
    case 'closed':
      return (
        <Notice role="status">
          The refund period ended on {untilText(link.until)}. Your tickets stay valid.
        </Notice>
      )
    case 'open':
      return (
        link.chosen && (
          <>
            <RefundSummary
              chosen={link.chosen}
              tickets={link.tickets}
              isBuyer={isBuyer}
              isPart={link.day !== undefined || (link.changes ?? []).length > 0}
              again={again}
            />
            <p className="text-quiet">Request by {untilText(link.until)}.</p>
            <Button type="submit" disabled={isBusy}>
              {isBusy ? 'Requesting...' : refundLabel(link.chosen, isBuyer)}
            </Button>
          </>
        )
      )
  }
}

/** Names the most important part of the schedule that changed. */
function newLabel({ old, new: now }: Change): string {
  if (old.date !== now.date) return 'New date'
  return old.time === now.time ? 'New venue' : 'New time'
}

function scheduleText({ date, time, location }: Schedule): string {
  return `${formatDateTime(date, time)}, ${location}`
}

/** The last day for requests, which lasts until midnight in Nairobi. */
const untilText = (instant: string) => formatDate(inNairobi(instant)[0])
