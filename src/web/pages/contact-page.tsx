import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router'
import type { EventReply } from '../../events/events.contract.ts'
import { ContactForm } from '../../site/screens/contact-form.tsx'
import { ContactWays } from '../../site/screens/contact-ways.tsx'
import { ReportForm } from '../../site/screens/report-form.tsx'
import { type ContactOutcome, sendContact } from '../../site/screens/send-contact.ts'
import { type ReportOutcome, sendReport } from '../../site/screens/send-report.ts'
import type { SiteReply } from '../../site/site.contract.ts'
import { apiOf, callApi, pageFailure } from '../../ui/api.ts'
import { Link } from '../../ui/link.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { PageHandle } from '../layouts/page-head.ts'
import { shouldRevalidate as isSiteMissing, loader as loadSite } from './site-data.ts'

/** `event` is the event that the visitor reports; null on the contact form. */
type ContactData = { site: SiteReply | null; event: Pick<EventReply, 'id' | 'title'> | null }

/**
 * '/contact' is the contact form, and '/contact/{event}' reports this event. Both are one page,
 * because each route makes the script of all pages longer.
 */
export async function loader(args: LoaderFunctionArgs): Promise<ContactData> {
  const { params, context, request } = args
  if (!params.eventId) return { site: await loadSite(args), event: null }
  const path = `/api/events/${encodeURIComponent(params.eventId)}`
  const answer = await callApi<EventReply>(apiOf(context), path, { signal: request.signal })
  if (!answer.ok) throw pageFailure(answer, 'Event not found')
  const { id, title } = answer.data
  return { site: null, event: { id, title } }
}

export function shouldRevalidate({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) {
  return isSiteMissing() || currentParams.eventId !== nextParams.eventId
}

export async function action({ params: { eventId }, context, request }: ActionFunctionArgs) {
  const fields = await request.formData()
  const outcome = eventId
    ? await sendReport(apiOf(context), eventId, fields)
    : await sendContact(apiOf(context), fields)
  return data(outcome, { status: outcome.status, headers: { 'cache-control': 'no-store' } })
}

export const handle: PageHandle<ContactData> = {
  head: (read) =>
    read?.event
      ? {
          title: `Report ${read.event.title} · Lango`,
          description: 'Tell us what is wrong with this event.',
          noindex: true,
        }
      : {
          title: 'Contact · Lango',
          description:
            'Write to us, call us or visit us in Nairobi. We help with tickets and payments.',
          canonical: '/contact',
        },
}

const LEAD =
  'A question about a ticket or a payment? Tell us the M-PESA reference number so we can find it faster. We never ask for your PIN.'

export function Component() {
  const { site, event } = useLoaderData<ContactData>()
  return event ? <Report key={event.id} event={event} /> : <Contact site={site} />
}

function Contact({ site }: Pick<ContactData, 'site'>) {
  const posted = useActionData<ContactOutcome>() ?? null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 py-6 sm:py-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-16">
      <div>
        <h1 className="text-title font-bold tracking-tight sm:text-hero">Contact</h1>
        <p className="mb-6 mt-3 max-w-[440px] text-quiet">
          <WholeWords text={LEAD} />
        </p>
        {site && <ContactWays site={site} />}
      </div>
      <section
        aria-labelledby="write"
        className="rounded-card border border-line bg-paper p-4 shadow-lift sm:p-8"
      >
        <h2 id="write" className="mb-4 text-lead font-bold tracking-tight">
          Write to us
        </h2>
        <ContactForm posted={posted} />
      </section>
    </div>
  )
}

function Report({ event: { id, title } }: { event: NonNullable<ContactData['event']> }) {
  const posted = useActionData<ReportOutcome>() ?? null
  return (
    <div className="mx-auto max-w-[520px] py-6 sm:py-12">
      <p>
        <Link
          to={`/event/${id}`}
          className="inline-flex min-h-11 items-center font-semibold text-accent wrap-anywhere hover:underline"
        >
          {title}
        </Link>
      </p>
      <h1 className="mt-2 text-title font-bold tracking-tight">Report this event</h1>
      <p className="mb-6 mt-2 text-quiet">
        Tell us what is wrong. The organizer does not see who reported it. To ask about your own
        ticket, contact us instead.
      </p>
      <section className="rounded-card border border-line bg-paper p-4 shadow-lift sm:p-8">
        <ReportForm eventId={id} posted={posted} />
      </section>
    </div>
  )
}
