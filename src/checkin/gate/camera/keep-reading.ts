import type { CodeReader } from './code-reader.ts'

/** Between two looks: enough for an eye, and the phone stays cool. */
const PAUSE_MS = 100
/** A broken reader fails every time. A picture that is taken too early fails once. */
const FAILURES_MOST = 5
/** Then it is tried again more slowly: it may be a file that a network was missing for. */
const BROKEN_PAUSE_MS = 2000

export type Health = 'works' | 'broken'

type Watcher = {
  view: () => HTMLVideoElement | null
  isOver: () => boolean
  onText: (text: string) => void
  onHealth: (health: Health) => void
}

/** Looks again and again until it is over; tells that no code can be read, and that they can again. */
export async function keepReading(
  open: () => Promise<CodeReader>,
  { view, isOver, onText, onHealth }: Watcher,
): Promise<void> {
  let reader: CodeReader | null = null
  let failures = 0
  while (!isOver()) {
    try {
      reader ??= await open()
      const video = view()
      const text = video && (await reader.read(video))
      failures = 0
      onHealth('works')
      if (text && !isOver()) onText(text)
    } catch {
      failures += 1
      if (failures > FAILURES_MOST) onHealth('broken')
    }
    const pause = failures > FAILURES_MOST ? BROKEN_PAUSE_MS : PAUSE_MS
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  reader?.close()
}
