import { useEffect } from 'react'
import { type ActionFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { isBuyable, isListLong } from '../../checkout/choice.rules.ts'
import { BuyTickets } from '../../checkout/screens/buy-tickets.tsx'
import { RememberedLater } from '../../checkout/screens/remembered-later.tsx'
import { loadTerms, SaleTermsLater } from '../../checkout/screens/sale-terms-later.tsx'
import type { Sale } from '../../checkout/screens/use-purchase.ts'
import { datesOf } from '../../events/event-words.rules.ts'
import { saleStop } from '../../events/sales.rules.ts'
import { accentStyle } from '../../events/screens/accent-style.ts'
import { EventAbout, EventHeader, preloadBanner } from '../../events/screens/event-header.tsx'
import { MovedLater } from '../../events/screens/moved-later.tsx'
import { ShareEvent } from '../../events/screens/share-event.tsx'
import { formatDate } from '../../ui/dates.rules.ts'
import { Link } from '../../ui/link.tsx'
import { BuyByPhone } from '../layouts/buy-by-phone.tsx'
import type { PageHandle } from '../layouts/page-head.ts'
import { type EventData, keepShown, loader } from './event-data.ts'
import type { PostProblem } from './event-post.ts'

export { loader }

/**
 * On the server only, because with script this page's form is sent by fetch. Imported when needed,
 * so that the page does not load what only the form needs.
 */
export const action = import.meta.env.SSR
  ? async (form: ActionFunctionArgs) =>
      await (await import('./event-post.ts')).buyWithoutScript(form)
  : undefined

export const handle: PageHandle<EventData> = {
  head: (data) => ({
    title: data ? `${data.event.title} · Lango` : 'Event not found · Lango',
    description: data
      ? `${datesOf(data.event, (date) => formatDate(date))}, ${data.event.location}. Tickets by M-PESA.`
      : 'Event not found',
    canonical: data && `/event/${data.event.id}`,
    shareImage: data?.event.share_image,
    // Only the server writes preloads. Without this condition browsers would load the code, too.
    preload: import.meta.env.SSR ? data && preloadBanner(data.event) : undefined,
  }),
  load: loadTerms,
}

/**
 * Loads the success page while the buyer enters the PIN: if the network fails after the payment,
 * the page must still show the tickets.
 */
function loadSuccessPage(): void {
  import('./success-page.tsx').catch(() => {})
}

export function Component() {
  const { event, choice, orderId } = useLoaderData<EventData>()
  const failed = useActionData<PostProblem>()
  useEffect(() => keepShown(event), [event])
  useEffect(() => {
    const link = location.search
    if (!/seller|utm_/.test(link)) return
    import('../../checkout/screens/order-source.ts').then(
      (module) => module.keepSource(event.id, link),
      // If the source cannot be stored, the tickets still sell.
      () => {},
    )
  }, [event.id])
  const buy = (sale?: Sale) => (
    <BuyTickets
      key={event.id}
      event={event}
      orderId={failed?.orderId ?? orderId}
      sale={sale}
      onPay={loadSuccessPage}
      start={{
        choice: failed?.choice ?? choice,
        typed: failed?.typed ?? { phoneNumber: '', email: '' },
        step:
          failed || isBuyable(event, choice)
            ? { at: 'form', problem: failed?.problem ?? null, refused: failed?.refused }
            : { at: 'choosing' },
      }}
    />
  )
  return (
    <>
      <MovedLater event={event} />
      <article
        style={accentStyle(event.image)}
        className={`grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_400px] lg:grid-rows-[auto_auto_1fr] sm:mt-8 low:mt-4 lg:gap-x-12 ${isListLong(event) ? 'beside' : ''}`}
      >
        <div className="flex flex-col gap-6">
          <EventHeader event={event} />
          <RememberedLater key={event.id} eventId={event.id} />
          {event.ticket_types[0] && saleStop(event) === null && event.dial_code && (
            <p>
              <BuyByPhone dialCode={event.dial_code} look="pill" />
            </p>
          )}
        </div>
        {event.as_of ? (
          <SaleTermsLater key={event.id} event={event}>
            {buy}
          </SaleTermsLater>
        ) : (
          buy()
        )}
        <div className="flex flex-col gap-8">
          <EventAbout description={event.description} />
          {/* A past event is not worth sharing. */}
          {event.sales_open && <ShareEvent event={event} />}
          <Link to={`/contact/${event.id}`} className="min-h-11 self-start underline">
            Report this event
          </Link>
        </div>
      </article>
    </>
  )
}
