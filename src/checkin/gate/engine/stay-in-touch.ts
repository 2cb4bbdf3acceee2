import { decidesAlone, type GateSession, type SessionState } from './session.ts'
import { sync, type Tells } from './sync.ts'

/** Maximum age of the list in ms while there is a network. */
const ONLINE_MS = 15_000
/** How soon a returning network is noticed, in ms. */
const OFFLINE_MS = 4000

/** Syncs again and again until the returned function is called. */
export function stayInTouch(session: GateSession, readTells: () => Promise<Tells>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isUnderWay = false
  let isOver = false
  const contact = async () => {
    if (isUnderWay || isOver) return
    isUnderWay = true
    clearTimeout(timer)
    await sync(session, await readTells()).catch(() => session.change({ isOnline: false }))
    isUnderWay = false
    if (isOver || session.state.isOver) return
    timer = setTimeout(contact, pauseAt(session.state))
  }
  let wasAlone = decidesAlone(session.state)
  // Sync sooner once the phone decides offline.
  const unsubscribe = session.subscribe(() => {
    const isAlone = decidesAlone(session.state)
    if (isAlone && !wasAlone && !isUnderWay) {
      clearTimeout(timer)
      timer = setTimeout(contact, pauseAt(session.state))
    }
    wasAlone = isAlone
  })
  const leave = () => session.change({ isOnline: false })
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

/**
 * Pause in ms; 0 if the phone is online with rows to send, because it decides alone until they are
 * sent.
 */
function pauseAt(state: SessionState): number {
  if (!state.isOnline) return OFFLINE_MS
  return decidesAlone(state) ? 0 : ONLINE_MS
}

type Battery = { level: number }

/** Only Chromium reports the battery; null in other browsers. */
export async function readBattery(): Promise<number | null> {
  const source = navigator as Navigator & { getBattery?: () => Promise<Battery> }
  const battery = await source.getBattery?.().catch(() => null)
  return battery ? Math.round(battery.level * 100) : null
}
