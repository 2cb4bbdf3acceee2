import { describe, expect, test } from 'vitest'
import { type Drawn, encodePage, sharePages } from './shared-pages.ts'

const HOME = { address: '/', isOpen: false }
const SEARCH = { address: '/?q=x', isOpen: true }

const drawn = (text: string, more: Partial<Drawn> = {}): Drawn => ({
  status: 200,
  isForAll: true,
  headers: [],
  pattern: '/',
  body: Buffer.from(text),
  ...more,
})

/** Makes shared pages with a clock that only the test moves. Renderings are numbered. */
function open(options: Partial<Parameters<typeof sharePages>[0]> = {}) {
  const state = { ms: 1_000_000, count: 0 }
  const clock = { now: () => new Date(state.ms) }
  const { share } = sharePages({ clock, seconds: 1, ...options })
  const next = async () => drawn(`page ${++state.count}`)
  const ask = async (wanted = HOME, draw: () => Promise<Drawn> = next) => {
    const { page, forSeconds } = await share(wanted, draw)
    return { text: page.body.toString(), forSeconds, page }
  }
  return { state, ask }
}

/** A rendering that ends when the test calls `end`. */
function slow(text: string, more?: Partial<Drawn>) {
  const { promise, resolve } = Promise.withResolvers<Drawn>()
  return { draw: () => promise, end: () => resolve(drawn(text, more)) }
}

describe('a rendering', () => {
  test('serves visitors for a second from its start, then the next one does', async () => {
    const { state, ask } = open()
    const first = slow('first')
    const reply = ask(HOME, first.draw)
    await Promise.resolve()
    state.ms += 600
    first.end()
    expect(await reply).toMatchObject({ text: 'first', forSeconds: 1 })
    state.ms += 399
    expect(await ask()).toMatchObject({ text: 'first', forSeconds: 1 })
    state.ms += 1
    expect(await ask()).toMatchObject({ text: 'page 1' })
  })

  test('serves all who ask while it runs, but nobody after its first second', async () => {
    const { state, ask } = open()
    const first = slow('first')
    const early = [ask(HOME, first.draw), ask(), ask()]
    await Promise.resolve()
    state.ms += 1000
    expect(await ask()).toMatchObject({ text: 'page 1', forSeconds: 1 })
    first.end()
    // The rendering took longer than a second, so clients may not cache the page.
    for (const one of await Promise.all(early)) {
      expect(one).toMatchObject({ text: 'first', forSeconds: 0 })
    }
    // The late rendering does not replace the newer one.
    expect(await ask()).toMatchObject({ text: 'page 1' })
  })

  test('is not reused when the clock went back or sharing is off', async () => {
    const { state, ask } = open()
    await ask()
    state.ms -= 1
    expect(await ask()).toMatchObject({ text: 'page 2' })
    const off = open({ seconds: 0 })
    await off.ask()
    expect(await off.ask()).toMatchObject({ text: 'page 2', forSeconds: 0 })
  })

  test('is not reused if it failed or is for one visitor', async () => {
    const { ask } = open()
    const broken = () => Promise.reject(new Error('broken'))
    const both = [ask(HOME, broken), ask()]
    await expect(both[0]).rejects.toThrow('broken')
    await expect(both[1]).rejects.toThrow('broken')
    for (const status of [404, 500, 503]) {
      const missing = async () => drawn(String(status), { status, isForAll: false })
      expect(await ask(SEARCH, missing)).toMatchObject({ text: `${status}`, forSeconds: 0 })
    }
    expect(await ask()).toMatchObject({ text: 'page 1' })
    expect(await ask(SEARCH)).toMatchObject({ text: 'page 2' })
  })
})

describe('the cache of renderings', () => {
  const few = { pages: 3, bytes: 1000 }

  test('holds a limited number of pages and drops the oldest first', async () => {
    const { ask } = open({ bounds: { known: few, open: few } })
    for (const address of ['/a', '/b', '/c', '/d']) await ask({ address, isOpen: false })
    expect(await ask({ address: '/b', isOpen: false })).toMatchObject({ text: 'page 2' })
    expect(await ask({ address: '/a', isOpen: false })).toMatchObject({ text: 'page 5' })
  })

  test('holds a limited number of bytes', async () => {
    const { ask } = open({ bounds: { known: few, open: few } })
    const large = (text: string) => async () => drawn(text.repeat(300))
    await ask({ address: '/a', isOpen: false }, large('a'))
    await ask({ address: '/b', isOpen: false }, large('b'))
    expect(await ask({ address: '/a', isOpen: false })).toMatchObject({ text: 'page 1' })
  })

  test('keeps the home page when a client requests 20,000 different addresses', async () => {
    const { state, ask } = open()
    const home = await ask()
    for (let i = 0; i < 20_000; i++) {
      // Each iteration requests a new search and a new missing page.
      await ask({ address: `/?q=${i}`, isOpen: true })
      const missing = async () => drawn('', { status: 404, isForAll: false })
      await ask({ address: `/event/${i}`, isOpen: false }, missing)
    }
    expect((await ask()).page).toBe(home.page)
    const before = state.count
    // The latest 200 searches are cached.
    await ask({ address: '/?q=19999', isOpen: true })
    await ask({ address: '/?q=19800', isOpen: true })
    expect(state.count).toBe(before)
    await ask({ address: '/?q=19799', isOpen: true })
    expect(state.count).toBe(before + 1)
  })
})

test('an unchanged page is compressed only once in each encoding', async () => {
  const { state, ask } = open()
  const same = async () => drawn('the same '.repeat(100))
  const [one, other] = await Promise.all([ask(HOME, same), ask(HOME, same)])
  const [br, again] = await Promise.all([encodePage(one.page, 'br'), encodePage(other.page, 'br')])
  expect(again).toBe(br)
  state.ms += 5000
  const later = await ask(HOME, same)
  expect(later.page.began).toBe(state.ms)
  expect(await encodePage(later.page, 'br')).toBe(br)
  const gzip = await encodePage(later.page, 'gzip')
  expect(gzip.equals(br)).toBe(false)
  expect(await encodePage(one.page, 'gzip')).toBe(gzip)
  state.ms += 5000
  const changed = await ask(HOME)
  expect(await encodePage(changed.page, 'br')).not.toBe(br)
})
