import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { EventReply } from '../../events/events.contract.ts'
import { type FetchApi, fetchApiContext } from '../../ui/api.ts'
import { keepShown, loader } from './event-data.ts'

const read = (fetchApi: FetchApi, id = '1') => {
  const context = new RouterContextProvider()
  context.set(fetchApiContext, fetchApi)
  const request = new Request(`http://lango.test/event/${id}`)
  return loader({ context, request, params: { id }, pattern: '', url: new URL(request.url) })
}

/**
 * Runs the event page's loader with an event that cannot be read. Returns the status and text of
 * the error page.
 */
async function failWith(fetchApi: FetchApi, id?: string): Promise<[status: number, words: string]> {
  const thrown = await read(fetchApi, id).then(
    () => null,
    (answer: Response) => answer,
  )
  return [thrown!.status, await thrown!.text()]
}

const missing: FetchApi = async () =>
  Response.json({ error: 'Event not found', code: 'event_not_found' }, { status: 404 })
const lost: FetchApi = async () => Promise.reject(new TypeError('network'))

// spec: event-detail-not-found
test("the event page is 'Event not found' if its event is missing, fails or cannot be reached", async () => {
  const failures: FetchApi[] = [
    missing,
    async () => new Response('<html>502 Bad Gateway</html>', { status: 502 }),
    lost,
  ]
  const replies = await Promise.all(failures.map((failure) => failWith(failure)))
  expect(replies).toEqual([
    [404, 'Event not found'],
    [502, 'Event not found'],
    [503, 'Event not found'],
  ])
})

test('an event on the screen stays if it cannot be read again, until it is gone', async () => {
  const event = { id: '1' } as EventReply
  const end = keepShown(event)
  expect(await read(lost)).toMatchObject({ data: { event } })
  expect(await failWith(lost, '2')).toEqual([503, 'Event not found'])
  expect(await failWith(missing)).toEqual([404, 'Event not found'])
  end()
  expect(await failWith(lost)).toEqual([503, 'Event not found'])
})
