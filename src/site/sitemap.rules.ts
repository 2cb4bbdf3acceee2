/** Public pages that are the same for every visitor and that search engines should find. */
export const STATIC_PAGES = [
  '/',
  '/my-ticket',
  '/genuine',
  '/sell',
  '/help',
  '/contact',
  '/refund-policy',
  '/terms',
  '/privacy',
] as const

type SitemapEntry = { path: string; changedAt?: Date }

/**
 * Writes the XML of the sitemap protocol. Paths are our own and already encoded, so nothing needs
 * escaping.
 */
export function writeSitemap(origin: string, entries: readonly SitemapEntry[]): string {
  const urls = entries.map(({ path, changedAt }) => {
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    return `<url><loc>${origin}${path.replaceAll('&', '&amp;').replaceAll("'", '&apos;')}</loc>${changed}</url>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}

/**
 * Writes robots.txt. Disallows pages that belong to one buyer, and addresses that only programs
 * call.
 */
export function writeRobots(origin: string): string {
  return [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /cb/',
    'Disallow: /t/',
    'Disallow: /pay/',
    'Disallow: /success',
    'Disallow: /newsletter/',
    // Two lines, because '/organizer' alone would also match the public pages under /organizers.
    'Disallow: /organizer/',
    'Disallow: /organizer$',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}
