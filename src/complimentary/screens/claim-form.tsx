import { formatSpan } from '../../events/days/day-span.rules.ts'
import { Button, LONE_LINK } from '../../ui/button.tsx'
import { formatDate, formatDateTime } from '../../ui/dates.rules.ts'
import { Field } from '../../ui/field.tsx'
import { PREFIX } from '../../ui/language.rules.ts'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useFormPost } from '../../ui/use-form-post.ts'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { AllotmentPage } from '../complimentary.contract.ts'
import { type ClaimOutcome, claimTicket } from './claim-ticket.ts'

type Props = { page: AllotmentPage; token: string; posted: ClaimOutcome | null }

/** The page behind a sponsor's link: a guest types a phone number and gets one ticket by SMS. */
export function ClaimForm({ page, token, posted }: Props) {
  const { outcome, isBusy, formProps } = useFormPost(posted, claimTicket)
  const claimed = outcome?.claimed
  const left = claimed ? claimed.left : page.left
  return (
    <div className="flex flex-col gap-4">
      <Facts page={page} />
      <form
        {...formProps}
        action={`${PREFIX}/given/${token}`}
        aria-label="Get a ticket"
        className="flex flex-col gap-4"
      >
        <input type="hidden" name="token" value={token} />
        {claimed && (
          <Notice look="good" role="status">
            <strong>Your ticket is on its way.</strong>{' '}
            <WholeWords text={`It comes by SMS to ${claimed.phone}.`} />
          </Notice>
        )}
        {outcome?.problem && (
          <Notice look="bad" role="alert">
            {outcome.problem}
          </Notice>
        )}
        {!claimed && <Step page={page} left={left} outcome={outcome} isBusy={isBusy} />}
      </form>
      <Link to={`/event/${page.event_id}`} className={`self-start ${LONE_LINK}`}>
        About this event
      </Link>
    </div>
  )
}

function Facts({ page }: { page: AllotmentPage }) {
  return (
    <dl>
      <dt className="text-quiet">When and where</dt>
      <dd className="font-semibold">
        {`${page.until ? formatSpan(page.date, page.until) : formatDateTime(page.date, page.time)}, ${page.location}`}
      </dd>
      <dt className="mt-2 text-quiet">Ticket</dt>
      <dd>{page.ticket_type}</dd>
      {page.sold_in && page.kind !== 'add_on' && <dd>{`Admits ${page.sold_in} people`}</dd>}
    </dl>
  )
}

type StepProps = {
  page: AllotmentPage
  left: number
  outcome: ClaimOutcome | null
  isBusy: boolean
}

function Step({ page, left, outcome, isBusy }: StepProps) {
  if (page.state !== 'open') {
    return <Notice role="status">This link has ended. Ask the person who sent it to you.</Notice>
  }
  if (left === 0)
    return <Notice role="status">All tickets of this link have been handed out.</Notice>
  return (
    <>
      <p className="text-quiet">
        {left === 1 ? '1 ticket is left.' : `${left} of ${page.quantity} tickets are left.`}{' '}
        {`One for each phone number, until ${formatDate(page.ends_on)}.`}
      </p>
      <Field
        label="Your phone number"
        name="phone"
        type="tel"
        required
        defaultValue={outcome?.typed}
        placeholder="0712 345 678"
        error={outcome?.fault ?? null}
        autoComplete="tel"
      />
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Sending...' : 'Get my ticket'}
      </Button>
    </>
  )
}
