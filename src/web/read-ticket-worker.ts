import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OFFLINE_TICKET } from './server-pages.text.ts'

/**
 * The source of the service worker for ticket pages, preceded by the texts that the worker shows.
 */
export function readTicketWorker(): string {
  const script = readFileSync(join(import.meta.dirname, 'ticket-worker.js'), 'utf8')
  return `const OFFLINE = ${JSON.stringify(OFFLINE_TICKET)}\n${script}`
}
