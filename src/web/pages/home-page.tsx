import { useEffect } from 'react'
import { useLoaderData } from 'react-router'
import { OpenPayments } from '../../checkout/screens/open-payments.tsx'
import { BrowseBar, LIST_ID } from '../../events/screens/browse-bar.tsx'
import { CategoryLinks } from '../../events/screens/category-links.tsx'
import { EventGrid } from '../../events/screens/event-grid.tsx'
import { HERO_SIZES, HeroCarousel } from '../../events/screens/hero-carousel.tsx'
import { NoEvents } from '../../events/screens/no-events.tsx'
import { preloadOf } from '../../events/screens/poster.tsx'
import { QuickChips, quickWords } from '../../events/screens/quick-chips.tsx'
import { isUnfiltered } from '../../events/search/browse.rules.ts'
import { NewsletterForm } from '../../site/screens/newsletter-form.tsx'
import { LONE_LINK } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { useSite } from '../../ui/site.tsx'
import type { PageHandle } from '../layouts/page-head.ts'
import { forgetHighlights, type HomeData, loader } from './home-data.ts'

export { loader }

export const handle: PageHandle<HomeData> = {
  head: (data) => ({
    title: data?.q ? `Search: ${data.q} · Lango` : 'Lango · Tickets for events in Kenya',
    description:
      'Sports, concerts, festivals, theater and comedy in Kenya. Pay with M-PESA, get your ticket by SMS.',
    canonical: '/',
    noindex: Boolean(data?.q),
    shareImage: data?.highlights.shareImage,
    preload:
      import.meta.env.SSR && data?.highlights.main[0]
        ? preloadOf(data.highlights.main[0], HERO_SIZES)
        : undefined,
  }),
}

export function Component() {
  const data = useLoaderData<HomeData>()
  const { noNewsletter } = useSite()
  useEffect(() => forgetHighlights, [])
  if (data.q) return <Found {...data} />
  const { main, featured } = data.highlights
  return (
    <>
      <h1 className="mt-6 text-title font-bold tracking-tight sm:mt-8 low:mt-4">
        Tickets for what’s on in Kenya
      </h1>
      <QuickChips browse={data.browse} choices={data.highlights.choices} />
      <div className="mt-4 flex flex-col gap-3 empty:hidden">
        <OpenPayments />
      </div>
      {main.length > 0 && (
        <>
          <h2 className="sr-only">Main events</h2>
          <HeroCarousel events={main} />
        </>
      )}
      {featured.length > 0 && (
        <section aria-labelledby="featured" className="mt-8 sm:mt-12">
          <h2 id="featured" className="mb-4 text-title sm:mb-6 font-bold tracking-tight">
            Featured events
          </h2>
          <EventGrid level={3} label="Featured events" events={featured} />
        </section>
      )}
      <Upcoming {...data} />
      {!noNewsletter && <Newsletter />}
    </>
  )
}

function Newsletter() {
  return (
    <section
      aria-labelledby="newsletter"
      className="mt-8 rounded-card sm:mt-16 border border-line bg-paper p-4 sm:p-8"
    >
      <h2 id="newsletter" className="text-title font-bold tracking-tight">
        Be the first to know
      </h2>
      <p className="mb-4 mt-2 text-quiet">We email you about new events now and then.</p>
      <NewsletterForm source="home" />
    </section>
  )
}

function NoMoreEvents({ main, featured }: HomeData['highlights']) {
  if (main.length + featured.length > 0) {
    return <p className="text-quiet">All events on sale are shown above.</p>
  }
  return <NoEvents text="Nothing is on sale right now. Please check back later." />
}

function Upcoming({ browse, highlights, upcoming, more }: HomeData) {
  return (
    <section id={LIST_ID} aria-labelledby="upcoming-heading" className="mt-8 scroll-mt-4 sm:mt-12">
      <h2 id="upcoming-heading" className="mb-4 text-title font-bold tracking-tight">
        Upcoming events
        {browse.quick && <span className="text-quiet"> · {quickWords(browse.quick)}</span>}
      </h2>
      {browse.quick && (
        <Link to={`/#${LIST_ID}`} className={LONE_LINK}>
          Show all events
        </Link>
      )}
      <BrowseBar browse={browse} />
      {upcoming.length > 0 ? (
        <EventGrid isSmall level={3} label="Upcoming events" events={upcoming} more={more} />
      ) : isUnfiltered(browse) ? (
        <NoMoreEvents {...highlights} />
      ) : (
        <NoEvents
          text="Nothing matches yet. Try another category or date."
          way={{ to: `/#${LIST_ID}`, label: 'Show all events' }}
        />
      )}
    </section>
  )
}

function Found({ q, upcoming, more }: HomeData) {
  return (
    <>
      <h1 className="mb-6 mt-8 text-title font-bold tracking-tight">Results for “{q}”</h1>
      {upcoming.length > 0 ? (
        <EventGrid isSmall level={2} label="Events found" events={upcoming} more={more} />
      ) : (
        <NoEvents
          text="Try fewer or different words: a title, an artist, a town."
          way={{ to: '/', label: 'Back to Home' }}
        >
          <CategoryLinks />
        </NoEvents>
      )}
    </>
  )
}
