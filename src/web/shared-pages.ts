import type { Clock } from '../platform/clock.ts'
import { ENCODERS, type Encoding } from '../platform/http/compress-reply.ts'
import type { PublicAddress } from './public-addresses.ts'

export type Drawn = {
  status: number
  /** False if the response is not a page or sets its own caching, so that it must not be shared. */
  isForAll: boolean
  headers: [name: string, value: string][]
  pattern: string
  body: Buffer
}

type SharedPage = Drawn & {
  /**
   * When the rendering began, in ms since 1970. Changes made after this time may be missing on the
   * page.
   */
  began: number
  /** The encoded bodies, each encoded on first use. */
  made: Map<Encoding, Promise<Buffer>>
}

type Flight = { began: number; page: Promise<SharedPage> }

/** Limits of the cache: the number of pages, and their bytes with all encodings. */
type Bounds = { pages: number; bytes: number }
const BOUNDS = {
  known: { pages: 1000, bytes: 64 * 1024 * 1024 },
  open: { pages: 200, bytes: 8 * 1024 * 1024 },
}

export type SharedPages = ReturnType<typeof sharePages>

type Options = { clock: Clock; seconds: number; bounds?: { known: Bounds; open: Bounds } }

/**
 * Renders each public page at most once in `seconds`. All visitors during this time share the
 * rendering, even while it runs. Caches the newest pages. Addresses that anyone can invent
 * (searches) have a separate cache, so that they cannot push out other pages.
 */
export function sharePages({ clock, seconds, bounds = BOUNDS }: Options) {
  const kept = { known: new Map<string, SharedPage>(), open: new Map<string, SharedPage>() }
  const flights = new Map<string, Flight>()
  const isFresh = ({ began }: { began: number }) => {
    const age = clock.now().getTime() - began
    return age >= 0 && age < seconds * 1000
  }

  function begin({ address, isOpen }: PublicAddress, draw: () => Promise<Drawn>): Flight {
    const kind = isOpen ? 'open' : 'known'
    const began = clock.now().getTime()
    const finish = async (): Promise<SharedPage> => {
      try {
        const page = asLast({ ...(await draw()), began, made: new Map() }, kept[kind].get(address))
        // A response that is not a page, or that failed, is rendered again for the next visitor.
        if (page.isForAll) keep(kept[kind], { address, page, bounds: bounds[kind] })
        return page
      } finally {
        if (flights.get(address) === flight) flights.delete(address)
      }
    }
    const flight: Flight = { began, page: Promise.resolve().then(finish) }
    flights.set(address, flight)
    return flight
  }

  const share = async (wanted: PublicAddress, draw: () => Promise<Drawn>) => {
    const last = kept[wanted.isOpen ? 'open' : 'known'].get(wanted.address)
    if (last && isFresh(last)) return { page: last, forSeconds: seconds }
    const flight = flights.get(wanted.address)
    const page = await (flight && isFresh(flight) ? flight : begin(wanted, draw)).page
    // A rendering that took longer than `seconds` is used only for visitors who were already
    // waiting for it.
    return { page, forSeconds: page.isForAll && isFresh(page) ? seconds : 0 }
  }
  return { share }
}

/** Reuses the body and the encodings of the last rendering if the page has not changed since. */
function asLast(page: SharedPage, last: SharedPage | undefined): SharedPage {
  return last?.body.equals(page.body) ? { ...page, body: last.body, made: last.made } : page
}

export async function encodePage(page: SharedPage, encoding: Encoding): Promise<Buffer> {
  const { body, made } = page
  let bytes = made.get(encoding)
  if (!bytes) {
    bytes = ENCODERS[encoding](body)
    made.set(encoding, bytes)
    // A failed compression is tried again.
    bytes.catch(() => made.delete(encoding))
  }
  return await bytes
}

type Kept = { address: string; page: SharedPage; bounds: Bounds }

function keep(pages: Map<string, SharedPage>, { address, page, bounds }: Kept): void {
  // Drop a slow rendering if a newer one has finished first.
  if ((pages.get(address)?.began ?? page.began) > page.began) return
  // Insert at the end, so that the first entry is always the page rendered longest ago.
  pages.delete(address)
  pages.set(address, page)
  let bytes = 0
  for (const one of pages.values()) bytes += bytesOf(one)
  for (const [other, one] of pages) {
    if (pages.size <= bounds.pages && bytes <= bounds.bytes) return
    pages.delete(other)
    bytes -= bytesOf(one)
  }
}

/**
 * The estimated memory of a page in bytes: its body, and its encodings, which together are smaller
 * than the body.
 */
const bytesOf = ({ body }: SharedPage) => 2 * body.length
