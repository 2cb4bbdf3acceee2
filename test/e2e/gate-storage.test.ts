// Tests the gate app when the browser closes, empties or refuses the app's storage.
import { afterEach, expect, test } from 'vitest'
import { oneShop } from './one-shop.ts'
import {
  buildGateEvent,
  endStewards,
  findNetwork,
  loseNetwork,
  newSteward,
  openGates,
  type Steward,
  typeIn,
  waitForWorker,
} from './steward.ts'

declare global {
  interface Window {
    connections: IDBDatabase[]
  }
}

const { shop, browser } = await oneShop()
afterEach(endStewards)

/**
 * Opens an offline phone with stored app files and two tickets. The test can observe the phone's
 * database connections.
 */
async function offlinePhone() {
  const { of, numbers } = await openGates(shop, [[1], [1]])
  const made = await newSteward(browser, shop, of)
  await waitForWorker(made.page)
  await made.context.addInitScript(() => {
    window.connections = []
    const { open } = IDBFactory.prototype
    IDBFactory.prototype.open = function (...wanted) {
      const opening = open.apply(this, wanted)
      opening.addEventListener('success', () => window.connections.push(opening.result))
      return opening
    }
  })
  await made.page.reload()
  await made.page.getByText('Online', { exact: true }).waitFor()
  await loseNetwork(made)
  return { of, made, page: made.page, numbers }
}

const closeAll = ({ page }: Steward) =>
  page.evaluate(() => {
    for (const connection of window.connections.splice(0)) connection.close()
  })

// spec: gate-storage-closed
test('a connection to the storage that the phone closed is opened again: the next check-in is stored', async () => {
  const { made, page, numbers } = await offlinePhone()
  await closeAll(made)
  expect(await typeIn(page, numbers[0]!)).toMatch(/^Let 1 person in/)
  expect(await page.getByText('full').count()).toBe(0)
  await closeAll(made)
  expect(await typeIn(page, numbers[1]!)).toMatch(/^Let 1 person in/)
  await page.reload()
  await page.getByText('2 to sync').waitFor()
  await findNetwork(made)
})

// spec: gate-storage-closed
test('while the storage cannot be opened the app asks for a reload, and continues once it can', async () => {
  const { made, page, numbers } = await offlinePhone()
  await page.evaluate(() => {
    Object.assign(indexedDB, {
      open: () => {
        throw new DOMException('connection lost', 'UnknownError')
      },
    })
  })
  await closeAll(made)
  // The app notices the fault before the next scan.
  await page.getByText('The phone closed the app’s storage.').waitFor()
  expect(await typeIn(page, numbers[0]!)).toMatch(/^Not let in: reload the app \| /)
  expect(await page.getByText('full').count()).toBe(0)
  await page.getByRole('button', { name: 'Reload the app' }).waitFor()
  await page.evaluate(() => {
    delete (indexedDB as { open?: unknown }).open
  })
  await page.getByText('The phone closed the app’s storage.').waitFor({ state: 'detached' })
  expect(await typeIn(page, numbers[0]!)).toMatch(/^Let 1 person in/)
})

// spec: gate-storage-closed
test('a database that the browser deleted is filled again from the open app', async () => {
  const { made, page, numbers } = await offlinePhone()
  expect(await typeIn(page, numbers[0]!)).toMatch(/^Let 1 person in/)
  const session = await made.context.newCDPSession(page)
  const { origin } = shop
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
  expect(await typeIn(page, numbers[1]!)).toMatch(/^Let 1 person in/)
  await page.getByText('2 to sync').waitFor()
  await page.reload()
  await page.getByText('2 to sync').waitFor()
  expect(await typeIn(page, numbers[0]!)).toMatch(/^Already used/)
  await findNetwork(made)
})

/** Changes fields of the stored ticket list, and starts the app offline. */
async function startWithList({ page }: Steward, change: object): Promise<void> {
  await page.evaluate(async (fields) => {
    const db = window.connections.at(-1)!
    const kept = db.transaction('kept', 'readwrite').objectStore('kept')
    const reading = kept.get('list')
    await new Promise((resolve) => {
      reading.onsuccess = () => {
        const bytes = 'bytes' in fields ? { bytes: new Uint8Array(), uses: null } : {}
        kept.put({ ...reading.result, ...fields, ...bytes }, 'list').onsuccess = resolve
      }
    })
  }, change)
  await page.reload()
  await page.getByText('Offline: deciding on this phone').waitFor()
}

// spec: gate-list-problem
test('a phone whose list is empty or of another event says so before the first guest', async () => {
  const { made, page } = await offlinePhone()
  await page.getByText('ticket list').waitFor({ state: 'detached' })
  await startWithList(made, { eventId: '5a17ca10-0002-4000-8000-00000000ffff' })
  await page.getByText('The ticket list is for another event. Get online').waitFor()
  await findNetwork(made)
  await page.getByText('The ticket list is for another event.').waitFor({ state: 'detached' })
  await loseNetwork(made)
  await startWithList(made, { bytes: '' })
  await page.getByText('The ticket list is empty: no tickets sold yet').waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Is this phone ready?' }).click()
  const said = () => page.getByText('The ticket list is empty').count()
  await expect.poll(said).toBe(2)
  // This event has sold no ticket.
  const empty = await newSteward(browser, shop, await buildGateEvent(shop))
  await empty.page.getByText('The ticket list is empty: no tickets sold yet').waitFor()
})

// spec: gate-storage-closed
test('an app that cannot open its storage at the start asks for a reload, and works after it', async () => {
  const { page } = await offlinePhone()
  await page.evaluate(() => sessionStorage.setItem('breaks', 'yes'))
  await page.context().addInitScript(() => {
    if (!sessionStorage.getItem('breaks')) return
    sessionStorage.removeItem('breaks')
    Object.assign(indexedDB, {
      open: () => {
        throw new DOMException('connection lost', 'UnknownError')
      },
    })
  })
  await page.reload()
  await page.getByText('This browser cannot store anything').waitFor()
  await page.getByRole('button', { name: 'Reload the app' }).click()
  await page.getByText('Offline: deciding on this phone').waitFor()
})
