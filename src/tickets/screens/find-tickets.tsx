import { LONE_LINK } from '../../ui/button.tsx'
import { PREFIX } from '../../ui/language.rules.ts'
import { Link } from '../../ui/link.tsx'
import { FOUND_FOR_MS } from '../lookup/lookup.rules.ts'
import { FindByPhoneForm } from './find-by-phone.tsx'
import { FindTicketForm } from './find-ticket.tsx'
import { FoundTickets } from './found-tickets.tsx'
import type { LookupOutcome } from './look-up-tickets.ts'
import type { PhoneOutcome } from './request-tickets.ts'
import { useFoundTickets } from './use-found-tickets.ts'

const CARD = 'rounded-card border border-line bg-paper p-4 shadow-lift sm:p-6'

/**
 * Two ways to find tickets: by a reference, or by the phone number with a code sent by SMS.
 * `isByPhone` leaves out the reference, for a browser without script that posted a phone number.
 */
export function FindTickets({
  byReference,
  byPhone,
  isByPhone = false,
}: {
  byReference: LookupOutcome | null
  byPhone: PhoneOutcome | null
  isByPhone?: boolean
}) {
  const posted = byReference && 'tickets' in byReference ? byReference.tickets : byPhone?.tickets
  const { shown, keep } = useFoundTickets(posted ?? null)
  // After a search, the new key empties the forms. Otherwise a person who reads the reference or
  // the code on the screen could open the tickets.
  const key = shown ? 'found' : 'empty'
  return (
    <div className="mx-auto max-w-[520px] py-6 sm:py-12">
      <h1 className="text-title font-bold tracking-tight sm:text-hero">Find Your Ticket</h1>
      {!isByPhone && (
        <>
          <p className="mt-3 text-quiet">
            We sent your ticket to the phone number you ordered with. Can't find it? Paste the whole{' '}
            <span className="whitespace-nowrap">M-PESA</span> message here, or enter a ticket
            number.
          </p>
          <div className={`mt-6 ${CARD}`}>
            <FindTicketForm key={key} posted={shown ? null : byReference} onFound={keep} />
          </div>
        </>
      )}
      {shown && (
        <div className="mt-8">
          <noscript>
            <meta httpEquiv="refresh" content={`${FOUND_FOR_MS / 1000}; url=${PREFIX}/my-ticket`} />
          </noscript>
          <FoundTickets tickets={shown} onClear={() => keep(null)} />
        </div>
      )}
      <section className={`mt-8 ${CARD}`}>
        <h2 className="text-lead font-bold tracking-tight">Find tickets by phone number</h2>
        <p className="mt-1 mb-4 text-quiet">
          No reference number, or free tickets? We'll send a code to the phone that has the tickets,
          to make sure that it is yours.
        </p>
        <FindByPhoneForm key={key} posted={shown ? null : byPhone} onFound={keep} />
      </section>
      {isByPhone && (
        <p className="mt-8">
          <Link to="/my-ticket" className={LONE_LINK}>
            I have a reference number
          </Link>
        </p>
      )}
      <p className="mt-8">
        <Link to="/genuine" className={LONE_LINK}>
          Buying from someone? Check it's genuine
        </Link>
      </p>
    </div>
  )
}
