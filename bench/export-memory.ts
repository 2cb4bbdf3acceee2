import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

type Export = { databaseUrl: string; eventId: string; token: string; rows: number }

const MEGABYTE = 1024 * 1024

/** Measures how much memory the server needs to export a whole event's transactions as CSV. */
export async function measureExport(asked: Export, say: (line: string) => void): Promise<void> {
  const script = fileURLToPath(new URL('serve-app.ts', import.meta.url))
  const server = fork(script, { env: { ...process.env, DATABASE_URL: asked.databaseUrl } })
  try {
    const memory = await watchMemory(server)
    // Warm-up: the first calls of a process need memory that is not part of the export.
    for (let i = 0; i < 20; i++) await fetch(`${memory.origin}/api/events`)
    await readExport(memory.origin, asked, 20_000)
    await memory.next()
    const before = memory.reset()
    const started = performance.now()
    const { rows, bytes } = await readExport(memory.origin, asked, Number.POSITIVE_INFINITY)
    const seconds = (performance.now() - started) / 1000
    if (rows !== asked.rows) throw new Error(`${rows} rows came, not ${asked.rows}`)
    const rise = (memory.highest() - before) / MEGABYTE
    say(
      `transactions.csv of ${rows} rows, ${(bytes / MEGABYTE).toFixed(0)} MB: ${seconds.toFixed(1)} s`,
    )
    say(
      `memory of the server: ${(before / MEGABYTE).toFixed(0)} MB before, at most ${rise.toFixed(1)} MB more`,
    )
  } finally {
    server.disconnect()
    await once(server, 'exit')
  }
}

async function watchMemory(server: ChildProcess) {
  const next = async () => {
    const [message] = await once(server, 'message')
    return message as { origin: string; rssBytes: number }
  }
  const first = await next()
  let [latest, highest] = [first.rssBytes, first.rssBytes]
  server.on('message', (message) => {
    latest = (message as typeof first).rssBytes
    highest = Math.max(highest, latest)
  })
  return {
    origin: first.origin,
    next,
    highest: () => highest,
    reset: () => {
      highest = latest
      return latest
    },
  }
}

/** Reads up to `most` rows of the export, then closes the connection. */
async function readExport(origin: string, { eventId, token }: Export, most: number) {
  const leave = new AbortController()
  const answer = await fetch(`${origin}/api/events/${eventId}/transactions.csv`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leave.signal,
  })
  if (!answer.ok || !answer.body) throw new Error(`the export answered ${answer.status}`)
  // The first line has the headings, so counting starts at -1.
  const seen = { rows: -1, bytes: 0 }
  for await (const chunk of answer.body) {
    seen.bytes += chunk.length
    for (const byte of chunk) if (byte === 10) seen.rows++
    if (seen.rows >= most) break
  }
  leave.abort()
  return seen
}
