import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { categoryPath, categoryWords } from '../../events/catalogue/category.rules.ts'
import { LIST_ID } from '../../events/screens/browse-bar.tsx'
import { CategoryChips } from '../../events/screens/category-chips.tsx'
import { EventGrid } from '../../events/screens/event-grid.tsx'
import { NoEvents } from '../../events/screens/no-events.tsx'
import { PAGES_MAX, readPages } from '../../events/search/browse.rules.ts'
import { cardFacts, type EventCardFacts } from '../../events/search/card.rules.ts'
import { cleanLine } from '../../platform/values/clean-text.rules.ts'
import { apiOf, callApi, pageFailure } from '../../ui/api.ts'
import type { PageHandle } from '../layouts/page-head.ts'
import { loadEvents } from './load-events.ts'

type CategoryData = {
  /**
   * The category's name as events spell it, or the text in the address if no such category exists.
   */
  name: string
  isKnown: boolean
  events: EventCardFacts[]
  more: string | null
  shareImage?: string
}

export async function loader(args: LoaderFunctionArgs) {
  const param = cleanLine(args.params.category!)
  if (!param) throw new Response('', { status: 404 })
  const pages = readPages(new URL(args.request.url).searchParams)
  const list = await loadEvents(args, new URLSearchParams({ category: param.slice(0, 100) }), pages)
  const name = list.events[0]?.category ?? (await findName(args, param))
  const shareImage = list.events[0]?.share_image
  const read: CategoryData = {
    name: name ?? param,
    isKnown: name !== undefined,
    events: list.events.map(cardFacts),
    more: list.hasMore && pages < PAGES_MAX ? `?pages=${pages + 1}` : null,
    ...(shareImage && { shareImage }),
  }
  return data(read, { status: read.isKnown ? 200 : 404 })
}

async function findName(args: LoaderFunctionArgs, param: string): Promise<string | undefined> {
  const answer = await callApi<{ data: { name: string }[] }>(
    apiOf(args.context),
    '/api/categories',
    { signal: args.request.signal },
  )
  if (!answer.ok) throw pageFailure(answer)
  return answer.data.data.find(({ name }) => name.toLowerCase() === param.toLowerCase())?.name
}

export const handle: PageHandle<CategoryData> = {
  head: (read) => ({
    title: `${categoryWords(read?.name ?? 'Events')} · Lango`,
    description: `${categoryWords(read?.name ?? 'Events')} in Kenya: dates, places and prices. Pay with M-PESA, get your ticket by SMS.`,
    canonical: `/category/${encodeURIComponent(read?.name ?? '')}`,
    noindex: !read?.isKnown,
    shareImage: read?.shareImage,
  }),
}

export function Component() {
  const { name, events, more } = useLoaderData<CategoryData>()
  const label = categoryWords(name)
  return (
    <>
      <h1 className="mt-6 text-title font-bold tracking-tight sm:mt-8 sm:text-hero low:mt-4">
        {label}
      </h1>
      <div className="mb-6 mt-3">
        <CategoryChips
          to={(other) => (other ? categoryPath(other) : `/#${LIST_ID}`)}
          isChosen={(other) => other === name}
        />
      </div>
      {events.length > 0 ? (
        <EventGrid isSmall key={name} level={2} label={label} events={events} more={more} />
      ) : (
        <NoEvents
          text={`There are currently no ${label} events scheduled. Please check back later.`}
          way={{ to: '/', label: 'Back to Home' }}
        />
      )}
    </>
  )
}
