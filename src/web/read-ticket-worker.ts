import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OFFLINE_TICKET } from './server-pages.text.ts'

/** The worker for ticket pages, before it the words that it says by itself. */
export function readTicketWorker(): string {
  const script = readFileSync(join(import.meta.dirname, 'ticket-worker.js'), 'utf8')
  return `const OFFLINE = ${JSON.stringify(OFFLINE_TICKET)}\n${script}`
}
