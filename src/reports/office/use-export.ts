import { useEffect, useRef, useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { saveFile } from '../../ui/office/save-file.ts'
import {
  CSV_BEGIN,
  countLines,
  type ExportKind,
  exportFileName,
  percentDone,
  TOTAL_ROWS_HEADER,
} from '../exports/exports.rules.ts'

export type Export =
  | { is: 'idle' }
  /** `percent` is null until the server has sent the number of rows. */
  | { is: 'running'; percent: number | null }
  | { is: 'saved'; fileName: string }
  | { is: 'failed'; message: string }

const EXPORT_FAILED = 'The export failed and nothing was saved. Please try again.'

/**
 * Reads a CSV as it arrives and saves the file when it is complete. An incomplete file is never
 * saved. `day` is the number of the day of the event that the file is about.
 */
export function useExport(kind: ExportKind, eventId: string, day: number | null) {
  const [state, setState] = useState<Export>({ is: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function start() {
    if (running.current) return
    const abort = new AbortController()
    running.current = abort
    setState({ is: 'running', percent: null })
    try {
      const path = `/api/events/${encodeURIComponent(eventId)}/${kind}.csv${day === null ? '' : `?day=${day}`}`
      const answer = await sessionFetch(path, { signal: abort.signal })
      const file = await collect(answer, (percent) => setState({ is: 'running', percent }))
      const fileName = exportFileName({ kind, eventId, day }, nairobiDate(new Date()))
      saveFile(file, fileName)
      setState({ is: 'saved', fileName })
    } catch {
      if (!abort.signal.aborted) setState({ is: 'failed', message: EXPORT_FAILED })
    } finally {
      running.current = undefined
    }
  }

  return { state, start }
}

type OnPercent = (percent: number | null) => void
/**
 * Number of chunks that are joined into the file in one step. Joining each chunk separately would
 * build a very long chain of blobs.
 */
const PIECES_A_BLOB = 64

async function collect(answer: Response, onPercent: OnPercent): Promise<Blob> {
  if (!answer.ok || !answer.body) throw new Error(`status ${answer.status}`)
  const total = answer.headers.get(TOTAL_ROWS_HEADER)
  const rows = total === null ? null : Number(total)
  const reader = answer.body.getReader()
  const type = 'text/csv;charset=utf-8'
  // The browser may keep blobs on disk, so even a file of a million rows needs little memory.
  let file = new Blob([], { type })
  let pieces: Uint8Array<ArrayBuffer>[] = []
  let progress = CSV_BEGIN
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Blob([file, ...pieces], { type })
    pieces.push(value)
    if (pieces.length >= PIECES_A_BLOB) {
      file = new Blob([file, ...pieces], { type })
      pieces = []
    }
    progress = countLines(value, progress)
    onPercent(percentDone(progress, rows))
  }
}
