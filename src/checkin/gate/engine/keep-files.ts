// The service worker of /gate/. It caches the app's files, all of the same version, so that the app
// opens offline. API requests do not go through the cache. A newer version of the worker waits
// until no window uses the older version, because such a window still needs the older files.

/** Set by a line that the server puts in front of this script (web/gate-app.routes.ts). */
declare const GATE_VERSION: string
declare const GATE_FILES: string[]

type Waiting = { waitUntil: (work: Promise<unknown>) => void }
type Fetching = {
  request: Request
  respondWith: (answer: Promise<Response>) => void
}
type KeepingWorker = {
  clients: { claim: () => Promise<void> }
  location: Location
  addEventListener(name: 'install' | 'activate', listener: (event: Waiting) => void): void
  addEventListener(name: 'fetch', listener: (event: Fetching) => void): void
}
const worker = globalThis as unknown as KeepingWorker

const PREFIX = 'gate-'
const NAME = PREFIX + GATE_VERSION

worker.addEventListener('install', (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(GATE_FILES)))
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(forgetOthers().then(() => worker.clients.claim()))
})

async function forgetOthers(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== NAME)
  await Promise.all(old.map((name) => caches.delete(name)))
}

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return
  if (!url.pathname.startsWith('/gate/')) return
  event.respondWith(openKept(request, url.pathname))
})

async function openKept(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(NAME)
  const kept = await cache.match(request.mode === 'navigate' ? '/gate/' : path, {
    ignoreVary: true,
  })
  return kept ?? (await fetch(request))
}

// Makes this file a module for the compiler; the build drops it.
export {}
