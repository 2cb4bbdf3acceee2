import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { type FetchApi, fetchApiContext } from '../../ui/api.ts'
import { loader } from './event-data.ts'

/**
 * Runs the event page's loader with an event that cannot be read. Returns the status and text of
 * the error page.
 */
async function failWith(fetchApi: FetchApi): Promise<[status: number, words: string]> {
  const context = new RouterContextProvider()
  context.set(fetchApiContext, fetchApi)
  const request = new Request('http://lango.test/event/1')
  const args = { context, request, params: { id: '1' }, pattern: '', url: new URL(request.url) }
  const thrown = await loader(args).then(
    () => null,
    (answer: Response) => answer,
  )
  return [thrown!.status, await thrown!.text()]
}

// spec: event-detail-not-found
test("the event page is 'Event not found' if its event is missing, fails or cannot be reached", async () => {
  const missing = { error: 'Event not found', code: 'event_not_found' }
  const failures: FetchApi[] = [
    async () => Response.json(missing, { status: 404 }),
    async () => new Response('<html>502 Bad Gateway</html>', { status: 502 }),
    async () => Promise.reject(new TypeError('network')),
  ]
  const replies = await Promise.all(failures.map(failWith))
  expect(replies).toEqual([
    [404, 'Event not found'],
    [502, 'Event not found'],
    [503, 'Event not found'],
  ])
})
