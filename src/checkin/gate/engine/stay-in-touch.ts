import { decidesAlone, type GateSession, type SessionState } from './session.ts'
import { sync, type Tells } from './sync.ts'

const ONLINE_MS = 15_000
/** Short, so that the phone soon notices when there is a network again. */
const OFFLINE_MS = 4000

/** Syncs repeatedly until the returned function is called. */
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
  // When the phone begins to decide alone, sync sooner.
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

/** In ms. 0 if online with rows to upload, because the phone decides alone until then. */
function pauseAt(state: SessionState): number {
  if (!state.isOnline) return OFFLINE_MS
  return decidesAlone(state) ? 0 : ONLINE_MS
}

type Battery = { level: number }

/** The battery level in percent. Null in browsers other than Chromium. */
export async function readBattery(): Promise<number | null> {
  const source = navigator as Navigator & { getBattery?: () => Promise<Battery> }
  const battery = await source.getBattery?.().catch(() => null)
  return battery ? Math.round(battery.level * 100) : null
}
