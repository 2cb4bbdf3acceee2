import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { sessionFetch, useSession } from '../../accounts/office/session.ts'
import { TicketNumber } from '../../checkin/office/ticket-number.tsx'
import { RevokeFree } from '../../complimentary/office/revoke-free.tsx'
import { RefundInPanel } from '../../refunds/office/refund-in-panel.tsx'
import { callApi } from '../../ui/api.ts'
import { Button, LONE_LINK } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Badge } from '../../ui/office/badge.tsx'
import { SkeletonRows } from '../../ui/office/data-table.tsx'
import {
  capitalise,
  formatCount,
  formatExactKes,
  NO_FIGURE,
} from '../../ui/office/formats.rules.ts'
import { Instant, ShortInstant } from '../../ui/office/instant.tsx'
import { PanelFacts, PanelFoot, SidePanel } from '../../ui/office/side-panel.tsx'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { unitsText } from '../../ui/office/units.rules.ts'
import { useQuery } from '../../ui/office/use-query.ts'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { TransactionDetail, TransactionReply } from '../lists/transactions.contract.ts'
import { SmsSign } from './sms-sign.tsx'
import { StatusBadge } from './transactions-table.tsx'
import type { Resend } from './use-resend.ts'

/** A panel at the right edge, which shows the order of a row. */
export function OrderPanel({
  row,
  resend,
  onClose,
  onRefunded,
  onRevoked,
}: {
  row: TransactionReply
  resend: Resend
  onClose: () => void
  onRefunded: () => void
  onRevoked: (text: string) => void
}) {
  const title = useRef<HTMLHeadingElement>(null)
  const [isRefunding, setIsRefunding] = useState(false)
  const path = `/api/transactions/${row.id}`
  const { data, problem, reload } = useQuery(path, (signal) =>
    callApi<TransactionDetail>(sessionFetch, path, { signal }),
  )
  /** Shows the form or the facts. The pressed button disappears, so the title gets the focus. */
  function turn(toForm: boolean) {
    setIsRefunding(toForm)
    title.current?.focus({ preventScroll: true })
    title.current?.closest('dialog')?.scrollTo(0, 0)
  }

  return (
    <SidePanel
      title={`Order ${data?.order_code ?? '…'}`}
      titleRef={title}
      about={
        <Link to={`/organizer/events/${row.event.id}`} className={`${LONE_LINK} wrap-anywhere`}>
          {row.event.title}
        </Link>
      }
      onClose={onClose}
      foot={
        !isRefunding && (
          <Foot
            row={row}
            detail={data}
            resend={resend}
            onRefund={() => turn(true)}
            onRevoked={onRevoked}
          />
        )
      }
    >
      {data && isRefunding ? (
        <RefundInPanel
          code={data.order_code}
          ticketType={row.ticket_type.name}
          onBack={() => turn(false)}
          onRefunded={() => {
            reload()
            onRefunded()
          }}
        />
      ) : (
        <>
          <Sale row={row} total={data?.amount ?? row.amount} />
          {problem && <TryAgain onAgain={reload}>{problem.error || 'An error occurred'}</TryAgain>}
          {!data && !problem && <SkeletonRows rows={3} label="Loading order..." />}
          {data && <Refunds refunds={data.refunds} />}
          {data && <Tickets {...data} />}
          {data && <Messages messages={data.messages} />}
        </>
      )}
    </SidePanel>
  )
}

/** The facts of the row, and the order's total if the order has several rows. */
function Sale({ row, total }: { row: TransactionReply; total: number }) {
  const { ticket_type: type } = row
  const facts: [name: string, value: ReactNode][] = [
    [row.method === 'free' ? 'Ordered' : 'Paid', <Instant key="paid" at={row.created_at} />],
    ['Tickets', unitsText({ ...type, ticket_type: type.name, quantity: row.quantity })],
    ['Amount', formatExactKes(row.amount)],
    ...(total === row.amount
      ? []
      : ([['Order total', formatExactKes(total)]] as [string, string][])),
    ['Reference', row.reference || NO_FIGURE],
    ['Phone', row.phone_number],
    ...(row.email ? ([['Email', row.email]] as [string, string][]) : []),
    ['Status', <StatusBadge key="status" {...row} />],
  ]
  return <PanelFacts facts={facts} />
}

const TICKET_LOOKS = { valid: 'good', used: 'used', void: 'plain' } as const

/** The number as a link to the ticket, unless the number is masked. */
function NumberLink({ number }: { number: string }) {
  const text = <TicketNumber number={number} />
  if (number.startsWith('•')) return <span className="block py-3 text-body">{text}</span>
  return (
    <Link
      to={`/t/${number}`}
      target="_blank"
      className="inline-flex min-h-11 items-center text-body hover:underline"
    >
      {text}
    </Link>
  )
}

const REFUND_LOOKS = { done: 'plain', refused: 'bad', manual: 'bad' } as const
const REFUND_WORDS = { done: 'Refunded', refused: 'Refused', manual: 'Manual refund' } as const

function Refunds({ refunds }: Pick<TransactionDetail, 'refunds'>) {
  const isAdmin = useSession().user?.role === 'admin'
  if (refunds.length === 0) return null
  return (
    <section aria-labelledby="order-refunds">
      <h3 id="order-refunds" className="font-semibold">
        Refunds
      </h3>
      <ul>
        {refunds.map(({ id, amount, state, reason, waiting, reference, at }) => {
          const ended = state === 'done' || state === 'refused' || state === 'manual'
          return (
            <li key={id} className="border-b border-line py-3 text-small last:border-0">
              <span className="flex flex-wrap justify-between gap-x-4">
                <b className="font-semibold">{formatExactKes(amount)}</b>
                <Badge look={ended ? REFUND_LOOKS[state] : 'used'}>
                  {ended ? REFUND_WORDS[state] : 'Refund due'}
                </Badge>
              </span>
              <span className="block break-words text-quiet">
                <WholeWords text={reason} />, <ShortInstant at={at} />
                {reference && <span>, reference {reference}</span>}
                {waiting && (
                  <span className="block">
                    <WholeWords text={`${waiting}.`} />
                  </span>
                )}
              </span>
              {isAdmin && (state === 'refused' || state === 'manual') && (
                <Link
                  to={`/organizer/work-list?group=refunds&task=refund_${state}:${id}`}
                  className={LONE_LINK}
                >
                  Open the task
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Tickets({ tickets, refunds }: Pick<TransactionDetail, 'tickets' | 'refunds'>) {
  const isDue = refunds.some(({ state }) => state !== 'done')
  /** A refunded ticket has the label 'Refund due' until the money has been sent. */
  const wordsOf = ({ state, void_reason }: (typeof tickets)[number]) =>
    void_reason === 'refunded' && isDue ? 'Refund due' : capitalise(void_reason ?? state)
  return (
    <section aria-labelledby="order-tickets">
      <h3 id="order-tickets" className="font-semibold">
        Tickets
      </h3>
      {tickets.length === 0 && <p className="mt-1 text-quiet">No tickets were issued.</p>}
      <ul>
        {tickets.map((ticket) => (
          <li
            key={ticket.ticket_number}
            className="flex flex-wrap items-start justify-between gap-x-4 border-b border-line py-3 text-small last:border-0"
          >
            <span className="min-w-0">
              <NumberLink number={ticket.ticket_number} />
              <span className="block text-quiet">
                {ticket.ticket_type}, {ticket.gate}
              </span>
              <span className="block text-quiet">
                {formatCount(ticket.admitted)} of {formatCount(ticket.admits)}{' '}
                {ticket.kind === 'add_on' ? 'redeemed' : 'inside'}
                <span>{ticket.holder && `, sent to ${ticket.holder}`}</span>
              </span>
            </span>
            <span className="py-3">
              <Badge look={TICKET_LOOKS[ticket.state]}>{wordsOf(ticket)}</Badge>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Messages({ messages }: Pick<TransactionDetail, 'messages'>) {
  return (
    <section aria-labelledby="order-messages">
      <h3 id="order-messages" className="font-semibold">
        Messages
      </h3>
      {messages.length === 0 && <p className="mt-1 text-quiet">None were sent.</p>}
      <ul>
        {messages.map(({ id, about, channel, to, at, state, why }) => (
          <li key={id} className="border-b border-line py-3 text-small last:border-0">
            <span className="flex flex-wrap justify-between gap-x-4">
              <b className="font-semibold">{about}</b>
              <ShortInstant at={at} />
            </span>
            <span className="block break-words text-quiet">{to}</span>
            <SmsSign channel={channel} state={state} why={why} hasText />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The buttons, which stay in view. */
function Foot({
  row,
  detail,
  resend,
  onRefund,
  onRevoked,
}: {
  row: TransactionReply
  detail: TransactionDetail | null
  resend: Resend
  onRefund: () => void
  onRevoked: (text: string) => void
}) {
  const { text, isWaiting } = resend.stateOf(row)
  const { outcome } = resend
  const mayRefund = row.status === 'paid' && detail?.may_refund
  const mayResend = row.has_tickets && (detail?.may_resend ?? true)
  const mayRevoke = row.status === 'paid' && detail?.may_revoke
  if (!mayResend && !mayRefund && !mayRevoke) return null
  return (
    <PanelFoot>
      {outcome && (
        <Notice look={outcome.look} role="alert">
          {outcome.text}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        {mayResend && (
          <Button
            look="quiet"
            aria-disabled={isWaiting}
            className="aria-disabled:cursor-default aria-disabled:text-quiet"
            onClick={() => !isWaiting && void resend.send(row)}
          >
            {text}
          </Button>
        )}
        {mayRefund && (
          <Button look="quiet" onClick={onRefund}>
            Refund…
          </Button>
        )}
        {mayRevoke && <RevokeFree lineId={row.id} onRevoked={onRevoked} />}
      </div>
    </PanelFoot>
  )
}
