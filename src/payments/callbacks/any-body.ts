import type { App } from '../../platform/http/http.ts'

/** Bodies come as text, whatever they are declared as, also where that is no type at all. */
export function takeAnyBody(scope: App): void {
  scope.removeAllContentTypeParsers()
  scope.addHook('onRequest', async ({ headers }) => {
    headers['content-type'] = 'text/plain'
  })
  scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    done(null, body)
  })
}

/** PostgreSQL takes no zero bytes in text. */
export function textOfBody(body: unknown): string {
  return String(body ?? '').replaceAll('\0', '')
}
