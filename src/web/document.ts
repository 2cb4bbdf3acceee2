import { imageSrcset, ownPath } from '../events/image.rules.ts'
import type { Preload } from '../events/screens/poster.tsx'
import { SHARE_CARD_HEIGHT, SHARE_CARD_WIDTH } from '../events/share-card.rules.ts'
import { escapeHtml } from '../platform/values/escape-html.rules.ts'
import type { Language } from '../platform/values/language.rules.ts'
import { EARLY_SCRIPT } from './early-script.ts'
import type { PageHead } from './layouts/page-head.ts'
import { PLAIN_SHEET } from './plain-sheet.ts'
import { addressIn } from './public-addresses.ts'
import { START_SCRIPT } from './start-script.ts'

export type PageAssets = {
  /** The style sheet's text. It is inlined, which saves a request before the first paint. */
  css: string
  /**
   * Additional elements of the head. In production they preload the display face. In development
   * they load Vite's scripts and the style sheet.
   */
  extraHead: string
  entry: string
  preload: string[]
}

type Page = { head: PageHead; language: Language; html: string; state: unknown }

/** Only '#' must be encoded in the address of a picture in double quotes. */
const ICON =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'>" +
  "<rect width='32' height='32' rx='8' fill='%23b4430c'/>" +
  "<path d='M9 25V14a7 7 0 0 1 14 0v11' fill='none' stroke='%23fff' stroke-width='4'/></svg>"

export function writeDocument(page: Page, assets: PageAssets, origin: string): string {
  return [
    `<!doctype html><html lang="${page.language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    writeHead(page, origin),
    `<meta name="theme-color" content="#faf6f0"><link rel="icon" href="${ICON}">`,
    assets.css && `<style>${assets.css}</style>`,
    `<style>${PLAIN_SHEET}</style>`,
    '<noscript><style>.needs-script{display:none!important}',
    '.plain-input{border:1px solid;background:#fff}</style></noscript>',
    assets.extraHead,
    ...assets.preload.map((file) => `<link rel="modulepreload" href="${file}">`),
    `<script>${START_SCRIPT}</script><script>${EARLY_SCRIPT}</script>`,
    `<script type="module" src="${assets.entry}"></script></head>`,
    `<body><div id="root">${page.html}</div>`,
    `<script type="application/json" id="state">${jsonForHtml(page.state)}</script></body></html>`,
  ].join('')
}

function writeHead({ head, language }: Page, origin: string): string {
  const canonical = origin + addressIn(language, head.canonical ?? '/')
  return [
    `<title>${escapeHtml(head.title)}</title>`,
    `<meta name="description" content="${escapeHtml(head.description)}">`,
    `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    head.canonical && !head.noindex && writeAlternates(head.canonical, origin),
    `<meta name="robots" content="${head.noindex ? 'noindex' : 'all'}">`,
    head.manifest && writeHomeScreen(head.manifest),
    head.noindex ? '' : writeSharing(head, { canonical, language }),
    head.preload && writePreload(head.preload, origin),
    // A data block, which browsers do not run. The JSON is escaped, so it cannot close the script
    // element.
    head.structuredData &&
      `<script type="application/ld+json">${jsonForHtml(head.structuredData)}</script>`,
  ]
    .filter(Boolean)
    .join('')
}

/** The icon for iPhones' home screens. Other phones take the icon from the manifest. */
function writeHomeScreen(manifest: string): string {
  return `<link rel="manifest" href="${escapeHtml(manifest)}"><link rel="apple-touch-icon" href="/t/icon-mask-512.png">`
}

type Address = { canonical: string; language: Language }

/** Links to the same page in each language, for search engines. */
function writeAlternates(path: string, origin: string): string {
  const ways = [
    ['en', 'en'],
    ['sw', 'sw'],
  ] as const
  return ways
    .map(([lang, language]) => {
      const address = escapeHtml(origin + addressIn(language, path))
      return `<link rel="alternate" hreflang="${lang}" href="${address}">`
    })
    .join('')
}

/**
 * Metadata for the preview that WhatsApp, X and others show for a link. These services run no
 * script.
 */
function writeSharing(head: PageHead, { canonical, language }: Address): string {
  const image = head.shareImage
  const tags = {
    'og:site_name': 'Lango',
    'og:type': 'website',
    'og:locale': `${language}_KE`,
    'og:title': head.title,
    'og:description': head.description,
    'og:url': canonical,
    ...(image && {
      'og:image': image,
      'og:image:type': 'image/jpeg',
      'og:image:width': String(SHARE_CARD_WIDTH),
      'og:image:height': String(SHARE_CARD_HEIGHT),
      'og:image:alt': head.title,
    }),
    'twitter:card': image ? 'summary_large_image' : 'summary',
    'twitter:title': head.title,
    'twitter:description': head.description,
    ...(image && { 'twitter:image': image }),
  }
  return Object.entries(tags)
    .map(([name, value]) => {
      const attribute = name.startsWith('og:') ? 'property' : 'name'
      return `<meta ${attribute}="${name}" content="${escapeHtml(value)}">`
    })
    .join('')
}

function writePreload({ image, format, type, sizes }: Preload, origin: string): string {
  const path = ownPath(image, origin)
  const srcset = escapeHtml(imageSrcset(path, format) ?? path)
  return `<link rel="preload" as="image" type="${type}" imagesrcset="${srcset}" imagesizes="${escapeHtml(sizes)}" fetchpriority="high">`
}

/** Escapes JSON so that it cannot end its script element. */
function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
