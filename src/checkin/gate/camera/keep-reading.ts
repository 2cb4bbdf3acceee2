import type { CodeReader } from './code-reader.ts'

/**
 * The pause between two pictures: short enough for people, long enough for the phone to stay cool.
 */
const PAUSE_MS = 100
/**
 * Consecutive failures after which reading counts as broken. A picture taken too early fails only
 * once.
 */
const FAILURES_MOST = 5
/**
 * The pause after that many failures: the reader's file may be missing because there is no network.
 */
const BROKEN_PAUSE_MS = 2000

export type Health = 'works' | 'broken'

type Watcher = {
  view: () => HTMLVideoElement | null
  isOver: () => boolean
  onText: (text: string) => void
  onHealth: (health: Health) => void
}

/** Reads pictures until aborted. Reports when reading breaks and when it works again. */
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
