import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { EventCard } from '../../events/screens/event-card.tsx'
import { cardFacts, type EventCardFacts } from '../../events/search/card.rules.ts'
import { SellTickets } from '../../site/screens/sell-tickets.tsx'
import type { SiteReply } from '../../site/site.contract.ts'
import type { PageHandle } from '../layouts/page-head.ts'
import { loadEvents } from './load-events.ts'
import { loader as loadSite } from './site-data.ts'

type SellData = { site: SiteReply | null; example: EventCardFacts | null }

/** Loads an event of the home page as the example. The page works without the example. */
export async function loader(args: LoaderFunctionArgs): Promise<SellData> {
  const [site, example] = await Promise.all([loadSite(args), findExample(args).catch(() => null)])
  return { site, example }
}

async function findExample(args: LoaderFunctionArgs): Promise<EventCardFacts | null> {
  const { events } = await loadEvents(args, new URLSearchParams())
  const onSale = events.filter(({ is_sold_out }) => !is_sold_out)
  const shown = onSale.find(({ is_main_event }) => is_main_event) ?? onSale[0]
  return shown ? cardFacts(shown) : null
}

export const handle: PageHandle = {
  head: () => ({
    title: 'Sell tickets · Lango',
    description:
      'Sell tickets for your event in Kenya by M-PESA and USSD: what it costs, and when your money comes.',
    canonical: '/sell',
  }),
}

export function Component() {
  const { site, example } = useLoaderData<SellData>()
  return <SellTickets site={site} example={example && <EventCard event={example} level={3} />} />
}
