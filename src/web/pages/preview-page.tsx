import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { SaleTerms } from '../../checkout/screens/sale-terms.tsx'
import { unitTermsOver } from '../../checkout/screens/unit-terms.tsx'
import type { Sale } from '../../checkout/screens/use-purchase.ts'
import type { EventReply, PreviewReply } from '../../events/events.contract.ts'
import { accentStyle } from '../../events/screens/accent-style.ts'
import { PreviewArticle } from '../../events/screens/preview-article.tsx'
import { apiOf, callApi, pageFailure } from '../../ui/api.ts'
import { formatDate } from '../../ui/dates.rules.ts'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { PageHandle } from '../layouts/page-head.ts'

/** Loads the event behind a preview link. No cache stores the page. */
export async function loader({ params, context, request }: LoaderFunctionArgs) {
  const path = `/api/previews/${encodeURIComponent(params.token!)}`
  const answer = await callApi<PreviewReply>(apiOf(context), path, { signal: request.signal })
  if (!answer.ok) throw pageFailure(answer, 'This preview has ended')
  return data(answer.data, { headers: { 'cache-control': 'no-store' } })
}

export const handle: PageHandle<PreviewReply> = {
  head: (preview) => ({
    title: `${preview?.event.title ?? 'Preview'} · Lango`,
    description: 'Preview of an event.',
    noindex: true,
  }),
}

/** A preview has no promo code and no price that the buyer chooses. */
const Terms = unitTermsOver(SaleTerms)

export function Component() {
  const { event, ends_at } = useLoaderData<PreviewReply>()
  return (
    <div style={accentStyle(event.image)} className="mx-auto mt-4 max-w-[760px] sm:mt-8">
      <Notice>
        {event.is_published ? (
          <p>
            Preview. This event is public now:{' '}
            <Link to={`/event/${event.id}`} className="font-semibold underline underline-offset-4">
              see its page
            </Link>
          </p>
        ) : (
          <p>
            Preview. This event is not public yet, and its tickets are not on sale. This link works
            until {formatDate(ends_at.slice(0, 10))}.
          </p>
        )}
      </Notice>
      {event.as_of ? <Terms event={event}>{(sale) => show(event, sale)}</Terms> : show(event)}
    </div>
  )
}

function show(event: EventReply, sale?: Sale) {
  return (
    <PreviewArticle
      event={event}
      types={sale?.typesOf(event.ticket_types, null)}
      notice={sale?.notice}
      notesOf={sale && ((type) => sale.notesOf(type, undefined))}
    />
  )
}
