/** The sites to which an organizer's page may link, in the order of the page. */
export const SITES = ['whatsapp', 'instagram', 'tiktok'] as const
export type Site = (typeof SITES)[number]
/** A WhatsApp number such as '254712345678', and handles in lower case without the @. */
export type Links = Record<Site, string | null>

export const SITE_NAMES: Record<Site, string> = {
  whatsapp: 'WhatsApp',
  instagram: 'Instagram',
  tiktok: 'TikTok',
}

const ADDRESSES: Record<Site, string> = {
  whatsapp: 'https://wa.me/',
  instagram: 'https://www.instagram.com/',
  tiktok: 'https://www.tiktok.com/@',
}

type ShownLink = { site: string; href: string; shown: string }

/** The links of a page as its visitors see them. */
export const shownLinks = (links: Links): ShownLink[] =>
  SITES.flatMap((site) => {
    const value = links[site]
    if (value === null) return []
    const href = `${ADDRESSES[site]}${value}`
    return [{ site: SITE_NAMES[site], href, shown: shownValue(site, value) }]
  })

/** '+254 712 345 678' or '@nairobijazz': the value as people write it. '' for null. */
export function shownValue(site: Site, value: string | null): string {
  if (value === null) return ''
  if (site !== 'whatsapp') return `@${value}`
  return `+${value.replace(/^(254)(...)(...)(...)$/, '$1 $2 $3 $4')}`
}
