import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { PAGES_MAX } from '../../events/search/browse.rules.ts'
import { fetchApiContext } from '../../ui/api.ts'
import { loader } from './home-data.ts'

/** Runs the home page's loader with an API whose lists of events never end. */
async function loadHome(address: string) {
  const context = new RouterContextProvider()
  context.set(fetchApiContext, async (path) => {
    const limit = new URL(path, 'http://lango.test').searchParams.get('limit')
    const data = Array(Number(limit)).fill({ ticket_types: [] })
    return Response.json({ data, next_cursor: 'more' })
  })
  const request = new Request(`http://lango.test${address}`)
  return await loader({ context, request, params: {}, pattern: '/', url: new URL(request.url) })
}

test('the home page offers one more page until PAGES_MAX is reached', async () => {
  const before = await loadHome(`/?date=week&pages=${PAGES_MAX - 1}`)
  expect(before).toMatchObject({ more: `?date=week&pages=${PAGES_MAX}` })
  const last = await loadHome(`/?date=week&pages=${PAGES_MAX}`)
  expect(last).toMatchObject({ more: null })
})
