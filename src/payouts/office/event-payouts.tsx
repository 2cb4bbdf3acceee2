import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi, jsonPost, problemText } from '../../ui/api.ts'
import { Button, LONE_LINK } from '../../ui/button.tsx'
import { formatMoment } from '../../ui/dates.rules.ts'
import { Badge } from '../../ui/office/badge.tsx'
import { type Column, DataTable, Panel } from '../../ui/office/data-table.tsx'
import { formatDay, formatExactKes } from '../../ui/office/formats.rules.ts'
import { ShortInstant } from '../../ui/office/instant.tsx'
import { Question } from '../../ui/office/question.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import type { EventPayouts as Payouts, SentPayout } from '../payouts.contract.ts'
import { BalanceLines } from './balance-lines.tsx'
import { keptNotes } from './kept-notes.ts'
import { loadPayouts } from './load-payouts.ts'
import { MistakenDate } from './mistaken-date.tsx'
import { PayoutQuestion } from './payout-question.tsx'
import { RequestPayout } from './request-payout.tsx'

/**
 * Shows the payouts of an event and the amount that can be paid out. The organizer requests and
 * withdraws payouts here. `onChanged` gets a text that says what happened.
 */
export function EventPayouts({
  eventId,
  mayAsk,
  owed,
  onChanged,
}: {
  eventId: string
  mayAsk: boolean
  /** The balance on the statement. If the balance changes, the payouts are read again. */
  owed: number
  onChanged: (text: string) => void
}) {
  const { data, reload } = useQuery(
    `payouts ${eventId} ${owed}`,
    loadPayouts(eventId),
    10_000,
    ({ payouts }) => payouts.every(({ stage }) => stage !== 'asked' && stage !== 'on_its_way'),
  )
  const navigate = useNavigate()
  const [withdrawn, setWithdrawn] = useState<SentPayout | null>(null)
  const [approved, setApproved] = useState<SentPayout | null>(null)
  if (!data || (data.owed === 0 && data.payouts.length === 0)) return null
  const waits = data.payouts.some(({ stage }) => stage === 'asked')
  const done = (text: string) => {
    setWithdrawn(null)
    setApproved(null)
    reload()
    onChanged(text)
  }

  async function withdraw({ id, amount }: SentPayout) {
    const body = jsonPost({ words: 'Withdrawn by the organizer' })
    const answer = await callApi<SentPayout>(sessionFetch, `/api/payouts/${id}/refuse`, body)
    done(answer.ok ? `${formatExactKes(amount)} withdrawn` : problemText(answer, 'No connection.'))
  }

  async function approve({ id, amount }: SentPayout) {
    const path = `/api/payouts/${id}/approve`
    const answer = await callApi<SentPayout>(sessionFetch, path, jsonPost({}))
    done(answer.ok ? `${formatExactKes(amount)} approved` : problemText(answer, 'No connection.'))
  }

  /**
   * Refuses the payout with a ready reason. To type a reason, an admin uses the form of the
   * payout's task.
   */
  async function refuse(payout: SentPayout, words: string) {
    if (words === '') return void navigate(workOf(payout))
    const path = `/api/payouts/${payout.id}/refuse`
    const answer = await callApi<SentPayout>(sessionFetch, path, jsonPost({ words }))
    done(answer.ok ? 'Payout refused.' : problemText(answer, 'No connection.'))
  }

  return (
    <section aria-label="Payouts" className="mb-4 rounded-card border border-line bg-paper p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h3 className="text-small text-quiet">Available for payout</h3>
          <p className="text-lead font-bold">{formatExactKes(data.available)}</p>
          {data.missed && <p className="font-semibold">{data.missed}</p>}
          {mayAsk && <FirstDay payouts={data} />}
          <p className="break-words text-small text-quiet">{payeeText(data)}</p>
          {!mayAsk && data.held_by !== null && (
            <MistakenDate eventId={eventId} date={data.held_by} onDone={done} />
          )}
        </div>
        {mayAsk && <NextStep eventId={eventId} payouts={data} onDone={done} />}
      </div>
      {data.owed > 0 && data.available < data.owed && (
        <div className="mt-3">
          <BalanceLines payouts={data} />
        </div>
      )}
      {keptNotes(data, !mayAsk).map((note) => (
        <p key={note} className="mt-1 break-words text-small text-quiet">
          {note}
        </p>
      ))}
      {data.payouts.length > 0 && (
        <div className="mt-3">
          <Panel>
            <DataTable
              caption="Payouts"
              columns={
                waits && (mayAsk || data.payouts.some(({ may_approve }) => may_approve))
                  ? [...COLUMNS, actions(mayAsk ? setWithdrawn : null, setApproved)]
                  : COLUMNS
              }
              rows={data.payouts}
              keyOf={({ id }) => id}
            />
          </Panel>
        </div>
      )}
      {approved && (
        <PayoutQuestion
          payoutId={approved.id}
          amount={approved.amount}
          onNo={() => setApproved(null)}
          onYes={() => void approve(approved)}
          onRefuse={mayAsk ? undefined : (reason) => void refuse(approved, reason)}
        />
      )}
      {withdrawn && (
        <Question
          title={`Withdraw the request of ${formatExactKes(withdrawn.amount)}?`}
          yes="Withdraw"
          onNo={() => setWithdrawn(null)}
          onYes={() => void withdraw(withdrawn)}
        >
          <p>You can request another amount afterwards.</p>
        </Question>
      )}
    </section>
  )
}

/** Lets the organizer add an account or request a payout, or says why nothing can be requested. */
function NextStep(props: Parameters<typeof RequestPayout>[0]) {
  const { account, available, payouts } = props.payouts
  if (!account) {
    return (
      <Link
        to="/organizer/statement"
        className="inline-flex min-h-11 items-center font-semibold text-accent hover:underline"
      >
        Add payout account
      </Link>
    )
  }
  if (available === 0) return null
  if (payouts.some(({ stage }) => stage === 'asked')) {
    return (
      <p className="text-small">You can request more after this request is approved or refused.</p>
    )
  }
  return account.is_usable ? <RequestPayout {...props} /> : null
}

/** Shows from when some of the held money can be requested: not before the account can be paid. */
function FirstDay({ payouts }: { payouts: Payouts }) {
  const { held_until, is_frozen, after_hold, account } = payouts
  if (held_until === null || is_frozen || !after_hold?.available) return null
  const starts = [held_until, ...(account ? [account.usable_at] : [])].map((at) => Date.parse(at))
  return (
    <p className="font-semibold">
      You can request a payout from {formatMoment(Math.max(...starts), new Date())}
    </p>
  )
}

function payeeText({ account }: Payouts): string {
  if (!account) return 'No payout account yet'
  if (account.is_usable) return `To ${account.words}`
  return `To ${account.words}, from ${formatMoment(account.usable_at, new Date())}`
}

const STAGES = {
  asked: ['Requested', 'used'],
  refused: ['Refused', 'bad'],
  on_its_way: ['On its way', 'used'],
  by_hand: ['On its way', 'used'],
  done: ['Paid', 'good'],
  given_back: ['Not paid', 'bad'],
} as const

const COLUMNS: Column<SentPayout>[] = [
  { name: 'Requested', wide: true, cell: ({ asked_at }) => <ShortInstant at={asked_at} /> },
  { name: 'Amount', numeric: true, cell: ({ amount }) => <b>{formatExactKes(amount)}</b> },
  { name: 'To', cell: ({ account }) => account },
  {
    name: 'State',
    broad: true,
    cell: ({ stage, words, decide_by, is_late, requested_by: by, references }) => (
      <>
        <Badge look={STAGES[stage][1]}>{STAGES[stage][0]}</Badge>
        <span className="block break-words text-small text-quiet">
          {[
            words,
            decide_by && `We decide by ${formatDay(decide_by)}`,
            by && `Requested by ${by}`,
            ...references,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {is_late && (
          <span className="block text-small">
            We are late:{' '}
            <Link to="/contact" className={LONE_LINK}>
              contact us
            </Link>
          </span>
        )}
      </>
    ),
  },
]

/** The page on which an admin refuses the payout. */
const workOf = ({ id }: SentPayout) => `/organizer/work-list?group=payouts&task=payout_asked:${id}`

type Act = (payout: SentPayout) => void

/** `onWithdraw` is null for an admin, who refuses a payout on the work list. */
const actions = (onWithdraw: Act | null, onApprove: Act): Column<SentPayout> => ({
  name: 'Actions',
  cell: (payout) =>
    payout.stage === 'asked' && (
      <span className="flex flex-wrap gap-2">
        {payout.may_approve && (
          <Button className="text-small px-3!" onClick={() => onApprove(payout)}>
            Approve
          </Button>
        )}
        {onWithdraw === null && (
          <Link to={workOf(payout)} className={LONE_LINK}>
            Refuse
          </Link>
        )}
        {onWithdraw && (
          <Button look="quiet" className="text-small px-3!" onClick={() => onWithdraw(payout)}>
            Withdraw
          </Button>
        )}
      </span>
    ),
})
