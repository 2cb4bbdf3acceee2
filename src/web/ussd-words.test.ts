// Reads every page that a visitor may open, once in a shop with USSD and once in a shop without
// USSD.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildEvent } from '../../test/build.ts'
import { newReceipt, pay, prompted } from '../../test/purchase.ts'
import { makeStage, type Stage } from '../../test/stage.ts'
import { openLoadShedding } from '../platform/http/load-shedder.ts'
import { methodsAt, render } from './entry-server.tsx'
import { registerPages } from './pages.routes.ts'

const NO_FILES = { css: '', extraHead: '', entry: '', preload: [] }

/** The text of each page, by the path of its route. */
async function readPages(stage: Stage): Promise<Record<string, string>> {
  await registerPages(
    stage.app,
    { ...stage.deps, loadShedding: openLoadShedding(stage.deps) },
    { render, methodsAt, assets: async () => NO_FILES, files: [] },
  )
  const event = await buildEvent(stage.db, { title: 'Derby Day' })
  const order = await prompted(stage, event)
  const waiting = `/pay/${order.orderId}`
  const pages: Record<string, string> = {
    waiting: await read(stage, waiting),
  }
  await pay(stage, order, newReceipt())
  const tickets = stage.db.selectFrom('ticket').select('number')
  const { number } = await tickets.executeTakeFirstOrThrow()
  const { dial_code } = await stage.db
    .selectFrom('event')
    .select('dial_code')
    .where('id', '=', event.id)
    .executeTakeFirstOrThrow()
  const paths = {
    home: '/',
    event: `/event/${event.id}`,
    category: '/category/Uncategorized',
    paid: `${waiting}?again`,
    success: `/success?order=${order.orderId}`,
    ticket: `/t/${number}`,
    ...{ 'my-ticket': '/my-ticket', genuine: '/genuine', sell: '/sell', newsletter: '/newsletter' },
    ...{
      'refund-policy': '/refund-policy',
      terms: '/terms',
      privacy: '/privacy',
      data: '/my-data',
      sales: '/my-sales',
    },
    ...{ help: '/help', contact: '/contact', unsubscribe: '/newsletter/unsubscribe/x' },
    ...{ refund: '/r/0123456789ABCDEF', preview: '/preview/x', nowhere: `/${randomUUID()}` },
  }
  for (const [name, path] of Object.entries(paths)) pages[name] = await read(stage, path)
  pages.event = pages.event!.replaceAll(`*${dial_code}#`, '*CODE#')
  return pages
}

async function read(stage: Stage, path: string): Promise<string> {
  const answer = await stage.app.inject({ url: path, headers: { accept: 'text/html' } })
  expect(answer.headers['content-type'], path).toMatch(/^text\/html/)
  // Keeps the visible text, and the data from which scripts render the page again.
  return answer.body.replace(/<(?!script)[^>]*>/g, ' ')
}

// spec: ussd-code-setting, ussd-event-code
test("pages show the shop's USSD code, and an event page shows the event's own code", async () => {
  const stage = await makeStage({ USSD_CODE: '*384*7#' })
  const pages = await readPages(stage)
  expect(pages.event).toContain('*384*7*CODE#')
  for (const name of [
    'home',
    'category',
    'help',
    'terms',
    'contact',
    'success',
    'my-ticket',
    'sell',
  ]) {
    expect(pages[name], name).toContain('*384*7#')
  }
  await stage.close()
})

// spec: ussd-code-setting
test('a shop without a USSD code mentions none on any page', async () => {
  const stage = await makeStage({ USSD_CODE: '' })
  for (const [name, words] of Object.entries(await readPages(stage))) {
    // '*234#' is allowed, because this code updates the operator's SIM menu.
    expect(words, name).not.toMatch(
      /No internet\? Dial|dial(ling)? (the USSD|\*(?!234#))|\*\d+\*|\{ussd\}/i,
    )
  }
  await stage.close()
})
