import { type ReactNode, useEffect, useRef, useState } from 'react'
import { accentStyle } from '../../events/screens/accent-style.ts'
import { LONE_LINK } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'
import { admissionText } from '../admission.rules.ts'
import type { TicketReply } from '../tickets.contract.ts'
import { GiveBackForm } from './give-back-form.tsx'
import { KeptNotice } from './kept-notice.tsx'
import { OpenedTicket } from './opened-ticket.tsx'
import { PrintSheet } from './print-sheet.tsx'
import type { SendOutcome } from './send-ticket.ts'
import { SendTicketForm } from './send-ticket-form.tsx'
import { SentTickets } from './sent-tickets.tsx'
import { SmsUnreached } from './sms-unreached.tsx'
import type { TicketedEvent } from './ticket-event.tsx'
import { TicketPaper } from './ticket-paper.tsx'
import { useAwakeScreen } from './use-awake-screen.ts'
import { useHomeScreen } from './use-home-screen.ts'

type ShownTicket = Pick<TicketReply, 'ticket_number' | 'ticket_type' | 'gate' | 'quantity' | 'kind'>

export function TicketView({
  ticket,
  posted,
  leaving,
  children,
}: {
  ticket: TicketReply
  posted: SendOutcome | null
  /** Shown in forms that transfer or give back people: the answers that leave with these people. */
  leaving?: ReactNode
  /** Shown below the ticket, before the forms that change the ticket. */
  children?: ReactNode
}) {
  const admission = admissionText(ticket)
  const [shownFirst] = useState(ticket.state)
  // A notice about sending ends when a ticket is taken back, and the other way round.
  const [times, setTimes] = useState({ sent: 0, takenBack: 0 })
  const isVoid = ticket.state === 'void'
  // Until the refund is made, the ticket keeps its state.
  const isCancelled = ticket.state === 'valid' && ticket.is_day_cancelled === true
  const sendable = isCancelled ? 0 : ticket.sendable
  const returnable = isCancelled ? 0 : ticket.returnable
  return (
    <TicketPage
      ticket={ticket}
      isPale={ticket.state !== 'valid'}
      ended={isVoid ? endOf(ticket) : isCancelled ? 'Cancelled' : null}
      isSendable={sendable > 0}
      event={{ ...ticket, title: ticket.event_title, image: ticket.event_image }}
      links={!isVoid && !isCancelled && <CalendarLink {...ticket} />}
      below={
        <>
          {children}
          {ticket.state === 'valid' && !isCancelled && (
            <SmsUnreached numbers={[ticket.ticket_number]} />
          )}
          <SentTickets
            key={`list${times.sent}`}
            number={ticket.ticket_number}
            sent={ticket.sent}
            posted={times.sent === 0 ? posted : null}
            onTakenBack={() => setTimes({ ...times, takenBack: times.takenBack + 1 })}
          />
          {sendable > 0 && (
            <SendTicketForm
              key={`form${times.takenBack}`}
              number={ticket.ticket_number}
              sendable={sendable}
              isAddOn={ticket.kind === 'add_on'}
              leaving={leaving}
              posted={posted?.takeBack || posted?.givesBack || times.takenBack > 0 ? null : posted}
              onSent={() => setTimes({ ...times, sent: times.sent + 1 })}
            />
          )}
          {returnable > 0 && (
            <GiveBackForm
              number={ticket.ticket_number}
              returnable={returnable}
              isWhole={ticket.is_returned_whole ?? false}
              leaving={leaving}
              posted={posted?.givesBack ? posted : null}
            />
          )}
          {ticket.can_be_taken_back && (
            <OpenedTicket key={ticket.ticket_number} number={ticket.ticket_number} />
          )}
        </>
      }
    >
      {isCancelled && <DayCancelled ticket={ticket} />}
      {ticket.state === 'valid' && admission && !isCancelled && (
        <Notice look="good" role="status">
          <strong>{admission}</strong>
        </Notice>
      )}
      {ticket.state === 'used' && (
        <Notice look="used" role="status">
          <strong>Already Used</strong>
          {admission && <span className="block">{admission}</span>}
        </Notice>
      )}
      {!isVoid && ticket.refund && (
        <Notice role="status">
          <WholeWords text={ticket.refund.words} />
        </Notice>
      )}
      {isVoid && <Ended ticket={ticket} isNew={shownFirst !== 'void'} />}
    </TicketPage>
  )
}

/** Shown from the cancellation of its day until the refund is made. */
function DayCancelled({ ticket }: { ticket: TicketReply }) {
  return (
    <Notice look="bad" role="status">
      <strong>The day of this ticket is cancelled.</strong>
      {ticket.day_refund === 'due' && <span className="block">Your refund is on its way.</span>}
      {ticket.day_refund === 'paused' && (
        <span className="block">Your refund waits. It has not been sent yet.</span>
      )}
    </Notice>
  )
}

/**
 * The reason why the ticket is not valid. If a form on this page ended the ticket, the form is gone
 * while the page is still scrolled to its place, so the notice takes the focus.
 */
function Ended({ ticket, isNew }: { ticket: TicketReply; isNew: boolean }) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNew) frame.current!.querySelector<HTMLElement>('[role=status]')!.focus()
  }, [isNew])
  return (
    <div ref={frame}>
      <Notice look="bad" role="status">
        <strong>{endOf(ticket, 'No longer valid')}</strong>
        {ticket.is_event_cancelled && <span className="block">This event is cancelled.</span>}
        {ticket.is_day_cancelled && (
          <span className="block">The day of this ticket is cancelled.</span>
        )}
        {ticket.refund && (
          <span className="block">
            <WholeWords text={ticket.refund.words} />
          </span>
        )}
        {ticket.void_reason === 'transferred' && (
          <span className="block">
            It was sent to another phone with a new number. This one is no longer valid.
          </span>
        )}
        {ticket.void_reason === 'given_back' && (
          <span className="block">It was returned, so that someone else can come.</span>
        )}
      </Notice>
    </div>
  )
}

function endOf({ refund, void_reason }: TicketReply, otherwise = 'Not valid'): string {
  if (void_reason === 'transferred') return 'Transferred'
  if (void_reason === 'given_back') return 'Returned'
  if (!refund) return otherwise
  return refund.state === 'done' ? 'Refunded' : 'Refund due'
}

/** A ticket whose details could not be loaded, with the texts 'Standard' and 'Main Gate'. */
export function TicketWithoutDetails({ number }: { number: string }) {
  const defaults = { ticket_type: 'Standard', gate: 'Main Gate', quantity: 1 }
  return (
    <TicketPage ticket={{ ticket_number: number, ...defaults }}>
      <Notice look="used" role="alert">
        The details of this ticket could not be loaded. Gate, type and quantity below may be
        different. Reload this page before you enter.
      </Notice>
    </TicketPage>
  )
}

function TicketPage({
  ticket,
  isPale = false,
  ended = null,
  isSendable = false,
  event,
  links,
  below,
  children,
}: {
  ticket: ShownTicket
  isPale?: boolean
  ended?: string | null
  /** True if the page has a form to transfer the ticket. */
  isSendable?: boolean
  event?: TicketedEvent
  links?: ReactNode
  below?: ReactNode
  children: ReactNode
}) {
  const isAwake = useAwakeScreen()
  useHomeScreen(ticket.ticket_number)
  return (
    <main
      style={accentStyle(event?.image)}
      className="paper-cell mx-auto flex max-w-[440px] flex-col gap-2 px-4 py-2 sm:gap-4 sm:py-6 low:max-w-[760px] low:gap-2 low:py-2"
    >
      <PrintSheet />
      <p className="self-center low:hidden print:hidden">
        <Wordmark />
      </p>
      <KeptNotice />
      {children}
      <TicketPaper
        number={ticket.ticket_number}
        type={ticket.ticket_type}
        heading="h1"
        gate={ticket.gate}
        quantity={ticket.quantity}
        isAddOn={ticket.kind === 'add_on'}
        qrSize={200}
        isPale={isPale}
        ended={ended}
        event={event}
      >
        {links}
        <div className="mt-4 flex flex-col gap-2 border-t border-line py-4 text-small">
          {ended ? (
            <p>This ticket is no longer valid.</p>
          ) : (
            <>
              <Where ticket={ticket} />
              <p>Keep this ticket safe and do not share it with others.</p>
              {isSendable && (
                <p className="print:hidden">To give it away, send it to a friend below.</p>
              )}
            </>
          )}
        </div>
      </TicketPaper>
      {!ended && (
        <p className="text-center text-small text-quiet print:hidden">
          Turn up your brightness at the gate.{isAwake && ' The screen stays on here.'}
        </p>
      )}
      {!ended && (
        <p className="home-hint text-center text-small text-quiet print:hidden">
          Keep it handy: ‘Add to Home screen’ in your browser menu. It works offline.
        </p>
      )}
      {below}
    </main>
  )
}

/** The gate of a ticket. An add-on opens no entrance. */
function Where({ ticket: { gate, kind } }: { ticket: ShownTicket }) {
  if (kind === 'add_on') {
    return (
      <>
        <p className="text-body font-semibold">
          Important: This add-on opens no entrance. Enter with your ticket.
        </p>
        <p className="print:hidden">Show this QR code or its number where it is redeemed.</p>
      </>
    )
  }
  return (
    <>
      <p className="text-body font-semibold">
        Important: This ticket is only valid at <span translate="no">{gate}</span>
      </p>
      <p className="print:hidden">Scan this QR code or show your ticket number at the gate.</p>
    </>
  )
}

function CalendarLink({ event_id: id, day_numbers: days }: TicketReply) {
  const own = days ? `?own_days=${days.join()}` : ''
  return (
    <p className="print:hidden">
      <a href={`/event/${id}/calendar.ics${own}`} className={LONE_LINK}>
        Add to calendar
      </a>
    </p>
  )
}
