import type { ReactNode } from 'react'
import { formatPrice, whatsAppLink } from '../../events/event-words.rules.ts'
import { localPhone, normalisePhone } from '../../platform/values/phone.rules.ts'
import { PrintSheet } from '../../tickets/screens/print-sheet.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useSite } from '../../ui/site.tsx'
import type { SuccessState } from '../success-state.rules.ts'
import { BoughtTicketCard } from './bought-ticket.tsx'
import { keepPurchase } from './kept-purchase.ts'

/**
 * The success page: tickets and summary. `children` are shown above the tickets, for example a note
 * about the SMS with the tickets; `below` directly below them.
 */
export function PaymentComplete({
  paid,
  children,
  below,
}: {
  paid: SuccessState
  children?: ReactNode
  below?: ReactNode
}) {
  const isFree = paid.amount === 0
  return (
    <div className="mx-auto max-w-[760px] py-2 sm:py-10 low:py-2">
      <PrintSheet />
      <div className="text-center text-balance low:flex low:flex-wrap low:items-center low:justify-center low:gap-x-4 print:hidden">
        <div className="flex flex-wrap items-center justify-center gap-x-3 sm:flex-col sm:gap-4 low:flex-row low:gap-3">
          <Tick />
          <h1 className="text-lead font-bold tracking-tight sm:text-hero low:text-lead">
            {isFree ? 'Your tickets are ready!' : 'Payment Complete!'}
          </h1>
        </div>
        <p className="mt-1 sm:mt-2 low:mt-0">{paid.message}</p>
      </div>
      {children}
      <ul
        className={`paper-sheet mx-auto mt-3 grid grid-cols-[minmax(0,1fr)] gap-8 sm:mt-8 low:mt-3 low:max-w-none low:grid-cols-1 ${paid.tickets.length > 1 ? 'sm:grid-cols-2' : 'max-w-[400px]'}`}
      >
        {paid.tickets.map((ticket) => (
          <li key={ticket.ticket_number} className="paper-cell">
            <BoughtTicketCard ticket={ticket} event={paid.event} />
          </li>
        ))}
      </ul>
      {below}
      {paid.event?.hasOtherAddOns && <MoreAddOns eventId={paid.event.id} />}
      <Keeping event={paid.event} />
      <section
        aria-label="Summary"
        className="mx-auto mt-6 max-w-[520px] rounded-card border border-line bg-paper p-4 sm:p-6 print:hidden"
      >
        <dl className="divide-y divide-line">
          <Row label="Event">{paid.eventTitle}</Row>
          <Row label="Amount">
            <span translate="no">{formatPrice(paid.amount)}</span>
          </Row>
          <Row label="Phone number">{shownPhone(paid.phoneNumber)}</Row>
          {paid.email && <Row label="Email">{paid.email}</Row>}
          {paid.orderNumber && (
            <Row label="Order number">
              <span className="font-mono" translate="no">
                {paid.orderNumber}
              </span>
            </Row>
          )}
          {!isFree && <Reference reference={paid.reference} />}
        </dl>
        <ButtonLink to="/" look="quiet" className="mt-4 w-full">
          Back to Home
        </ButtonLink>
      </section>
    </div>
  )
}

/** Formats a typed number as '0712 345 678'. Leaves a masked number as it is. */
const shownPhone = (typed: string) => localPhone(normalisePhone(typed) ?? typed)

function Reference({ reference }: Pick<SuccessState, 'reference'>) {
  return (
    <Row label="Payment reference">
      {reference ? (
        <span className="font-mono" translate="no">
          {reference}
        </span>
      ) : (
        <span>
          Comes with your <span className="whitespace-nowrap">M-PESA</span> message
        </span>
      )}
    </Row>
  )
}

function MoreAddOns({ eventId }: { eventId: string }) {
  return (
    <section
      aria-labelledby="more"
      className="mx-auto mt-6 max-w-[520px] rounded-card border border-line bg-paper p-4 sm:p-6 print:hidden"
    >
      <h2 id="more" className="font-bold tracking-tight">
        Add-ons for this event
      </h2>
      <p className="mt-1">You can still buy them, with the phone number that has the tickets.</p>
      <ButtonLink
        to={`/event/${eventId}#add-ons`}
        onClick={() => keepPurchase(eventId, { paid: null })}
        look="quiet"
        className="mt-3 w-full"
      >
        See add-ons
      </ButtonLink>
    </section>
  )
}

/** Buttons for keeping the tickets, and for sharing the event with friends. */
function Keeping({ event }: { event: SuccessState['event'] }) {
  const { origin } = useSite()
  return (
    <div className="mx-auto mt-6 flex max-w-[520px] flex-col gap-2 sm:max-w-none sm:flex-row sm:justify-center sm:gap-3 print:hidden">
      <Button look="quiet" onClick={() => print()} className="needs-script">
        Save or print
      </Button>
      {event && (
        <>
          <ButtonLink
            to={whatsAppLink(event, `${origin}/event/${event.id}`)}
            target="_blank"
            rel="noopener"
            look="quiet"
          >
            Share on WhatsApp
          </ButtonLink>
          <ButtonLink to={`/event/${event.id}/calendar.ics`} reloadDocument look="quiet">
            Add to calendar
          </ButtonLink>
        </>
      )}
    </div>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-2">
      <dt className="text-quiet">{label}</dt>
      <dd className="min-w-0 font-semibold tabular-nums">{children}</dd>
    </div>
  )
}

function Tick() {
  return (
    <svg viewBox="0 0 56 56" className="size-7 sm:size-14 low:size-7" aria-hidden="true">
      <circle cx="28" cy="28" r="28" className="fill-good" />
      <path
        d="m17 29 8 8 15-17"
        className="fill-none stroke-white"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
