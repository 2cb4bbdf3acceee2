import type { CodeReader } from './code-reader.ts'

/** A shorter pause heats the phone; a longer pause delays each ticket. */
const PAUSE_MS = 100
/** More than one, because a picture that is taken too early causes a failure. */
const FAILURES_MOST = 5
/** Longer than PAUSE_MS, because the reader's file may be missing until there is a network. */
const BROKEN_PAUSE_MS = 2000

export type Health = 'works' | 'broken'

type Watcher = {
  view: () => HTMLVideoElement | null
  isOver: () => boolean
  onText: (text: string) => void
  onHealth: (health: Health) => void
}

/** Reads codes. Reports when reading fails and when it works again. */
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
