import type { IncomingMessage } from 'node:http'
import { answerEarly } from '../platform/http/answer-early.ts'
import { encodingFor } from '../platform/http/compress-answer.ts'
import type { App } from '../platform/http/http.ts'
import { newRequestId } from '../platform/ids.ts'
import { forAll, HTML } from './answer-page.ts'
import { publicAddress } from './public-addresses.ts'
import type { SharedPages } from './shared-pages.ts'

/**
 * Answers a public page that is drawn already before the framework sees the request: its hooks, of
 * which none has anything to say here, cost ten times what is left. When sales open thousands ask
 * for such a page within seconds. All else, and all that is unusual, goes on as ever.
 */
export function answerReadyPages(app: App, pages: SharedPages): void {
  const common = Object.entries(app.commonHeaders).flat()
  answerEarly(app, (request, response) => {
    const encoding = isPlainVisit(request) ? encodingFor(request.headers) : null
    const wanted = encoding && publicAddress(request.url!)
    const found = wanted && pages.ready(wanted)
    const bytes = found?.page.there.get(encoding!)
    if (!found || !bytes) return false
    const { status, headers, pattern } = found.page
    const own = ['cache-control', forAll(found.forSeconds), 'content-encoding', encoding!]
    const told = ['content-type', HTML, 'content-length', String(bytes.length)]
    const vary = ['vary', 'accept-encoding']
    response.writeHead(status, [...common, ...own, ...headers.flat(), ...told, ...vary])
    response.end(bytes)
    logVisit(app, { pattern, status })
    return true
  })
}

/** Of which nothing needs to be refused, read or believed. */
function isPlainVisit({ method, httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  if (method !== 'GET' || httpVersion !== '1.1' || headers.host === undefined) return false
  if (headers.authorization || headers['content-length'] || headers['transfer-encoding'])
    return false
  // Node keeps the first of two, and does not say that there were two.
  return rawHeaders.filter((name, i) => i % 2 === 0 && /^host$/i.test(name)).length === 1
}

/** As the framework's own requests are logged. */
function logVisit({ log }: App, { pattern, status }: { pattern: string; status: number }): void {
  const req = { id: newRequestId(), method: 'GET', page: pattern }
  log.info({ req, status, ms: 0 }, 'request')
}
