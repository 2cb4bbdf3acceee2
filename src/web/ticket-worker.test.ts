import { runInNewContext } from 'node:vm'
import { beforeEach, expect, test } from 'vitest'
import { readTicketWorker } from './read-ticket-worker.ts'

const SOURCE = readTicketWorker()
const ORIGIN = 'https://lango.example'
const TICKET = '/t/0123456789ABCDEF'

type Event = Record<string, unknown>
type Handler = (event: Event) => void

/** A fake CacheStorage that has only the functions that the worker uses. */
function makeStores() {
  const stores = new Map<string, Map<string, Response>>()
  const pathOf = (target: string | { url: string }) =>
    new URL(typeof target === 'string' ? target : target.url, ORIGIN).pathname
  const open = async (name: string) => {
    const kept = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, kept)
    return {
      match: async (target: string | { url: string }) => kept.get(pathOf(target))?.clone(),
      put: async (target: string, answer: Response) => void kept.set(pathOf(target), answer),
      add: async (path: string) => void kept.set(path, await shop.fetch(path)),
      delete: async (target: string | { url: string }) => kept.delete(pathOf(target)),
      keys: async () => [...kept.keys()].map((path) => ({ url: ORIGIN + path })),
    }
  }
  const match = async (target: { url: string }) => {
    for (const kept of stores.values()) {
      const found = kept.get(pathOf(target))
      if (found) return found.clone()
    }
    return undefined
  }
  return {
    open,
    match,
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  }
}

const shop = {
  isThere: true,
  build: 'one',
  fetch: async (target: string | { url: string }): Promise<Response> => {
    if (!shop.isThere) throw new TypeError('Failed to fetch')
    const { pathname } = new URL(typeof target === 'string' ? target : target.url, ORIGIN)
    if (pathname.startsWith('/assets/')) return new Response(`script ${pathname}`)
    const script = `"/assets/page-${shop.build}.js"`
    return new Response(`<html lang="en"><script src=${script}></script>${pathname}`)
  },
}

/** Runs a worker with this source, in a simulated browser with these caches. */
async function startWorker(source: string, caches: ReturnType<typeof makeStores>) {
  const handlers = new Map<string, Handler>()
  const waited: Promise<unknown>[] = []
  const waitUntil = (work: Promise<unknown>) => void waited.push(work)
  const clients = { claim: async () => {} }
  runInNewContext(source, {
    addEventListener: (name: string, handler: Handler) => handlers.set(name, handler),
    skipWaiting: () => {},
    caches,
    clients,
    location: new URL(ORIGIN),
    fetch: shop.fetch,
    setTimeout: () => 0,
    URL,
    Response,
    Headers,
  })
  handlers.get('install')!({ waitUntil })
  handlers.get('activate')!({ waitUntil })
  await Promise.all(waited)
  const ask = async (path: string, mode = 'navigate'): Promise<Response | undefined> => {
    let answer: Promise<Response> | undefined
    const request = { method: 'GET', url: ORIGIN + path, mode }
    const respondWith = (given: Promise<Response>) => {
      answer = given
    }
    handlers.get('fetch')!({ request, waitUntil, respondWith })
    const response = await answer
    await Promise.all(waited)
    return response
  }
  return { ask }
}

let stores: ReturnType<typeof makeStores>
beforeEach(() => {
  stores = makeStores()
  shop.isThere = true
  shop.build = 'one'
})

const textOf = async (answer: Promise<Response | undefined>) => await (await answer)!.text()

// spec: ticket-page-after-update
test.each([TICKET, `/sw${TICKET}`])(
  '%s, opened once, opens offline after updates of the shop, the worker and the browser',
  async (page) => {
    const first = await startWorker(SOURCE, stores)
    await first.ask(page)
    shop.build = 'two'
    shop.isThere = false
    // A month later the browser was restarted and runs the worker of another release.
    const second = await startWorker(`// release of a month later\n${SOURCE}`, stores)
    const html = await textOf(second.ask(page))
    expect(html).toContain(page)
    expect(html).toMatch(/<html data-kept="\d{4}-/)
    // The stored page names the script of the build that rendered it.
    const script = /src="([^"]+)"/.exec(html)![1]!
    expect(script).toBe('/assets/page-one.js')
    expect(await textOf(second.ask(script, 'no-cors'))).toBe(`script ${script}`)
  },
)

test('a ticket page opened again after an update is stored with its new files', async () => {
  const first = await startWorker(SOURCE, stores)
  await first.ask(TICKET)
  shop.build = 'two'
  const second = await startWorker(`// newer\n${SOURCE}`, stores)
  await second.ask(TICKET)
  shop.isThere = false
  expect(await textOf(second.ask(TICKET))).toContain('/assets/page-two.js')
  expect(await textOf(second.ask('/assets/page-two.js', 'no-cors'))).toContain('page-two')
})

// spec: ticket-page-swahili-offline
test('a ticket that was never opened gets an offline page in the language of its address', async () => {
  shop.isThere = false
  const worker = await startWorker(SOURCE, stores)
  const english = await textOf(worker.ask(TICKET))
  const swahili = await textOf(worker.ask(`/sw${TICKET}`))
  expect(english).toContain('<html lang="en">')
  expect(english).toContain("You're offline.")
  expect(swahili).toContain('<html lang="sw">')
  expect(swahili).toContain('Huna mtandao.')
  expect(swahili).not.toContain('offline')
})
