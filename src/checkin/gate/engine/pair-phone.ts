import type { Answer } from '../../../ui/api.ts'
import * as calls from './gate-calls.ts'
import type { GateStore, Pairing, Row } from './gate-store.ts'
import { importProofKey } from './proof-key.ts'

/** The code in what was opened, typed or scanned: by itself, or at the end of the link. */
export function readPairingCode(text: string): string | null {
  const code = /(?:\/gate\/?#|^#?)([\w-]{4,100})$/.exec(text.trim())?.[1]
  return code ?? null
}

/**
 * Makes this phone the validator that the code stands for. A code is used once. `carried` is what it
 * is still to tell of the event that it comes to; of another one it would say nothing there.
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
  // What else another pairing left is of no use to this one.
  await store.wipe(pairing, carried?.eventId === pairing.event.id ? carried.rows : [])
  // Else the browser may clear it when the phone runs out of room.
  await navigator.storage?.persist?.().catch(() => false)
  return { ...answer, data: pairing }
}

/** Null where the pairing could not be written down. */
export function pairingProblem(answer: Answer<Pairing> | null): string {
  if (!answer || answer.ok) return 'This phone has no room to keep what it needs. Free some space.'
  if (answer.status === 0) return 'No network. Find one, then try again.'
  return answer.error || 'This could not be done. Please try again.'
}
