import type { Answer } from '../../../ui/api.ts'
import * as calls from './gate-calls.ts'
import { type GateStore, isFull, type Pairing, type Row } from './gate-store.ts'
import { importProofKey } from './proof-key.ts'

/** Reads the code from a pairing link, a code alone, or # and a code. Null for any other text. */
export function readPairingCode(text: string): string | null {
  const code = /(?:\/gate\/?#|^#?)([\w-]{4,100})$/.exec(text.trim())?.[1]
  return code ?? null
}

/** `carried`: rows still to upload. They are deleted if the code is for another event. */
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
  // Also deletes all data of an earlier pairing.
  await store.wipe(pairing, carried?.eventId === pairing.event.id ? carried.rows : [])
  // Without persistent storage the browser may clear the store when the phone runs out of space.
  await navigator.storage?.persist?.().catch(() => false)
  return { ...answer, data: pairing }
}

/** The error text of a failed pairing. If `answer` is an Error, the pairing was not stored. */
export function pairingProblem(answer: Answer<Pairing> | Error): string {
  if (answer instanceof Error) return isFull(answer) ? NO_ROOM : NOT_STORED
  if (answer.ok) return NOT_STORED
  if (answer.status === 0) return 'Offline. Get online, then try again.'
  return answer.error || 'That did not work. Please try again.'
}

const NO_ROOM = 'This phone is full. Free some space.'
const NOT_STORED =
  'The phone closed the app’s storage. Reload the app, and ask the organizer for a new code.'
