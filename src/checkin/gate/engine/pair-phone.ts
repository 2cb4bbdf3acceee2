import type { Answer } from '../../../ui/api.ts'
import * as calls from './gate-calls.ts'
import { type GateStore, isFull, type Pairing, type Row } from './gate-store.ts'
import { importProofKey } from './proof-key.ts'

/** The code in an opened, typed or scanned text: alone, or at the end of the pairing link. */
export function readPairingCode(text: string): string | null {
  const code = /(?:\/gate\/?#|^#?)([\w-]{4,100})$/.exec(text.trim())?.[1]
  return code ?? null
}

/**
 * Pairs this phone with the code, which works once. `carried`: rows still to be uploaded for the
 * event; rows of any other event are dropped, because they would mean nothing there.
 */
export async function pairPhone(
  store: GateStore,
  code: string,
  carried?: { eventId: string; rows: readonly Row[] },
): Promise<Answer<Pairing>> {
  const answer = await calls.pair(code)
  if (!answer.ok) return answer
  const { key, server_time, ...paired } = answer.data
  const pairing: Pairing = {
    ...paired,
    key: await importProofKey(key),
    clockMs: Date.parse(server_time) - Date.now(),
    chosenGate: null,
  }
  // Everything else of an earlier pairing is useless now.
  await store.wipe(pairing, carried?.eventId === pairing.event.id ? carried.rows : [])
  // Without this the browser may clear the store when the phone runs out of room.
  await navigator.storage?.persist?.().catch(() => false)
  return { ...answer, data: pairing }
}

/** Error text for a failed pairing; an error: the pairing could not be stored. */
export function pairingProblem(answer: Answer<Pairing> | Error): string {
  if (answer instanceof Error) return isFull(answer) ? NO_ROOM : NOT_STORED
  if (answer.ok) return NOT_STORED
  if (answer.status === 0) return 'No network. Find one, then try again.'
  return answer.error || 'This could not be done. Please try again.'
}

const NO_ROOM = 'This phone has no room to keep what it needs. Free some space.'
const NOT_STORED =
  'The phone closed the app’s storage. Reload the app, and ask the organizer for a new code.'
