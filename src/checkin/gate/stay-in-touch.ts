import { makeContact, type Tells } from './contact.ts'
import type { Desk } from './desk.ts'

/** Changes of the list are that old at most while there is a network. */
const ONLINE_MS = 15_000
/** How soon a network that came back is found. */
const OFFLINE_MS = 4000

/** Contacts the server again and again until it is told to stop. */
export function stayInTouch(desk: Desk, readTells: () => Promise<Tells>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isUnderWay = false
  let isOver = false
  const contact = async () => {
    if (isUnderWay || isOver) return
    isUnderWay = true
    clearTimeout(timer)
    await makeContact(desk, await readTells()).catch(() => desk.change({ isOnline: false }))
    isUnderWay = false
    if (isOver || desk.state.isRevoked) return
    timer = setTimeout(contact, desk.state.isOnline ? ONLINE_MS : OFFLINE_MS)
  }
  let wasOnline = desk.state.isOnline
  // Once a check-in found no network, it is looked for sooner.
  const unsubscribe = desk.subscribe(() => {
    if (wasOnline && !desk.state.isOnline && !isUnderWay) {
      clearTimeout(timer)
      timer = setTimeout(contact, OFFLINE_MS)
    }
    wasOnline = desk.state.isOnline
  })
  const leave = () => desk.change({ isOnline: false })
  addEventListener('online', contact)
  addEventListener('offline', leave)
  void contact()
  return () => {
    isOver = true
    clearTimeout(timer)
    unsubscribe()
    removeEventListener('online', contact)
    removeEventListener('offline', leave)
  }
}

type Battery = { level: number }

/** Chromium alone tells; the command view then shows nothing. */
export async function readBattery(): Promise<number | null> {
  const source = navigator as Navigator & { getBattery?: () => Promise<Battery> }
  const battery = await source.getBattery?.().catch(() => null)
  return battery ? Math.round(battery.level * 100) : null
}
