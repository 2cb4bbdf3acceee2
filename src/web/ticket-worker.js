// Makes tickets open at the gate without a network. This worker stores ticket pages and their
// files, and nothing else: events and prices always come from the server.

// Never rename these caches: a newer worker must find the pages that an older worker stored.
const PAGES = 'ticket-pages'
const FILES = 'ticket-files'
const MOST_PAGES = 40
// In a full stadium the phone has a network, but responses do not arrive. Show the stored page
// after this time.
const PATIENCE_MS = 4000

addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))

addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  const page = pageOf(url)
  if (request.mode === 'navigate' && page) event.respondWith(openTicket(event, page))
  else if (/^\/(assets|images)\//.test(url.pathname)) event.respondWith(openFile(request))
})

// Pages send the paths of tickets to store: the success page sends its tickets, and a ticket page
// sends its own on the first visit.
addEventListener('message', (event) => {
  const paths = Array.isArray(event.data?.keep) ? event.data.keep : []
  const pages = paths.map((path) => pageOf(new URL(path, location.origin))).filter(Boolean)
  event.waitUntil(Promise.all(pages.map(fetchPage)))
})

/**
 * The path of a ticket's page with the number in its standard form, or null if the path is not a
 * ticket page's.
 */
function pageOf({ pathname }) {
  const [, base, number] = /^((?:\/sw)?\/t\/)(.*)$/.exec(pathname) ?? []
  if (!base) return null
  const typed = decodeURIComponent(number).toUpperCase().replace(/[\s-]/g, '')
  return /^[0-9A-Z]{16}$/.test(typed) ? base + typed : null
}

async function openTicket(event, page) {
  const network = fetch(event.request)
  // Called immediately: browsers do not allow waitUntil after the event's first await.
  event.waitUntil(network.then((answer) => remember(page, answer.clone())).catch(() => {}))
  const kept = await (await caches.open(PAGES)).match(page)
  const answer = network.catch(() => null)
  if (!kept) return (await answer) ?? offline(page)
  const soon = await Promise.race([answer, patience()])
  return soon && soon.status < 500 && soon.status !== 429 ? soon : kept
}

/**
 * The page for a ticket that was never stored. OFFLINE contains its texts; the server puts them in
 * front of this script (read-ticket-worker.ts).
 */
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

/**
 * Stores a page with the files that it names. Deletes the stored page if the ticket does not exist
 * any more.
 */
async function remember(page, response) {
  const pages = await caches.open(PAGES)
  if (response.status === 404) return void (await pages.delete(page))
  if (!response.ok || response.redirected) return
  const html = await response.text()
  const files = await caches.open(FILES)
  for (const path of filesOf(html)) {
    if (!(await files.match(path, { ignoreVary: true }))) await addFile(files, path)
  }
  const headers = new Headers(response.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  // Marks the stored copy with the current time, so that the page can say that it is not fresh.
  const marked = html.replace('<html', `<html data-kept="${new Date().toISOString()}"`)
  await pages.put(page, new Response(marked, { headers }))
  await tidy(pages, files)
}

/** A ticket is stored without its poster if the poster cannot be loaded. */
async function addFile(files, path) {
  try {
    await files.add(path)
  } catch (error) {
    if (path.startsWith('/assets/')) throw error
  }
}

function filesOf(html) {
  return new Set([...html.matchAll(/"(\/(?:assets|images)\/[^"\\]+)"/g)].map((match) => match[1]))
}

/** Deletes all but the newest MOST_PAGES pages, and the files that no stored page names. */
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
