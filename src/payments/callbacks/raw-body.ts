import type { App } from '../../platform/http/http.ts'

export function acceptRawBody(scope: App): void {
  scope.removeAllContentTypeParsers()
  scope.addHook('onRequest', async ({ headers }) => {
    headers['content-type'] = 'text/plain'
  })
  scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    done(null, body)
  })
}

/** The body without zero bytes, which PostgreSQL refuses in text. */
export function textOfBody(body: unknown): string {
  return String(body ?? '').replaceAll('\0', '')
}
