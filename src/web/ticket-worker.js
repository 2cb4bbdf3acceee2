// Lets tickets open at the gate without a network. This worker keeps ticket pages and the files
// that they need, and nothing else: events and prices always come from the shop.

// The names stay: a newer worker finds what an older one kept, however long ago.
const PAGES = 'ticket-pages'
const FILES = 'ticket-files'
const MOST_PAGES = 40
// At a full stadium the network is there and does not answer.
const PATIENCE_MS = 4000

addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))

addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  const page = pageOf(url)
  if (request.mode === 'navigate' && page) event.respondWith(openTicket(event, page))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(openFile(request))
})

// The success page names its tickets, the first ticket page names itself.
addEventListener('message', (event) => {
  const asked = Array.isArray(event.data?.keep) ? event.data.keep : []
  const pages = asked.map((path) => pageOf(new URL(path, location.origin))).filter(Boolean)
  event.waitUntil(Promise.all(pages.map(fetchPage)))
})

/** The one name of a ticket's page, however its number was typed; null for anything else. */
function pageOf({ pathname }) {
  const [, base, number] = /^((?:\/sw)?\/t\/)(.*)$/.exec(pathname) ?? []
  if (!base) return null
  const typed = decodeURIComponent(number).toUpperCase().replace(/[\s-]/g, '')
  return /^[0-9A-Z]{16}$/.test(typed) ? base + typed : null
}

async function openTicket(event, page) {
  const network = fetch(event.request)
  // Called now, because the browser does not allow it later in the event.
  event.waitUntil(network.then((answer) => remember(page, answer.clone())).catch(() => {}))
  const kept = await (await caches.open(PAGES)).match(page)
  const answer = network.catch(() => null)
  if (!kept) return (await answer) ?? offline(page)
  const soon = await Promise.race([answer, patience()])
  return soon && soon.status < 500 && soon.status !== 429 ? soon : kept
}

/** OFFLINE, the words of this page, stands before this script when it is served (read-ticket-worker.ts). */
function offline(page) {
  const language = page.startsWith('/sw/') ? 'sw' : 'en'
  const [title, text] = [OFFLINE.title[language], OFFLINE.text[language]]
  const html = `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="5">
<body style="font:16px/1.5 system-ui;background:#faf6f0;color:#1d1814;padding:24px">
<h1>${title}</h1><p>${text}</p>`
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  return new Response(html, { status: 503, headers })
}

function patience() {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, null))
}

async function openFile(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}

async function fetchPage(page) {
  if (await (await caches.open(PAGES)).match(page)) return
  await remember(page, await fetch(page))
}

/** Keeps a page with the files that it names; a ticket that is gone is forgotten. */
async function remember(page, response) {
  const pages = await caches.open(PAGES)
  if (response.status === 404) return void (await pages.delete(page))
  if (!response.ok || response.redirected) return
  const html = await response.text()
  const files = await caches.open(FILES)
  for (const path of filesOf(html)) {
    if (!(await files.match(path, { ignoreVary: true }))) await files.add(path)
  }
  const headers = new Headers(response.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  // The page tells by this mark that it did not come from the shop just now.
  const marked = html.replace('<html', `<html data-kept="${new Date().toISOString()}"`)
  await pages.put(page, new Response(marked, { headers }))
  await tidy(pages, files)
}

function filesOf(html) {
  return new Set([...html.matchAll(/"(\/assets\/[^"\\]+)"/g)].map((match) => match[1]))
}

/** Keeps the newest pages and the files that they need. */
async function tidy(pages, files) {
  const old = (await pages.keys()).slice(0, -MOST_PAGES)
  for (const page of old) await pages.delete(page)
  const needed = new Set()
  for (const page of await pages.keys()) {
    for (const path of filesOf(await (await pages.match(page)).text())) needed.add(path)
  }
  for (const file of await files.keys()) {
    if (!needed.has(new URL(file.url).pathname)) await files.delete(file)
  }
}
