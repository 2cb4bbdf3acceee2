import { type Links, shownLinks } from '../organizers/organizer-links.rules.ts'

/**
 * Links to an organizer's pages on other sites. Search engines do not follow these links, so that
 * organizer pages are not created only for the links.
 */
export function OrganizerLinks({ links }: { links: Links }) {
  const shown = shownLinks(links)
  if (shown.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-6 lg:w-max lg:max-w-[80ch]">
      {shown.map(({ site, href, shown: name }) => (
        <li key={site} className="min-w-0">
          <a
            href={href}
            target="_blank"
            rel="nofollow noopener noreferrer"
            className="inline-flex min-h-11 flex-wrap content-center gap-x-2 font-semibold text-accent hover:underline"
          >
            <span className="whitespace-nowrap font-normal text-quiet">{site}</span>{' '}
            <span className="wrap-anywhere">{name}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
