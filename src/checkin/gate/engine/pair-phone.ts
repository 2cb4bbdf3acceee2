import type { Answer } from '../../../ui/api.ts'
import * as calls from './gate-calls.ts'
import type { GateStore, Pairing, Row } from './gate-store.ts'
import { importProofKey } from './proof-key.ts'

/**
 * The pairing code in a link, or in a typed or scanned text. It stands alone or at the end of the
 * link.
 */
export function readPairingCode(text: string): string | null {
  const code = /(?:\/gate\/?#|^#?)([\w-]{4,100})$/.exec(text.trim())?.[1]
  return code ?? null
}

/**
 * Pairs this phone as the validator that the code was made for. A code can be used once. `carried`
 * has the rows that the phone must still send for the same event. Rows of another event are
 * dropped.
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
  // Deletes everything that another pairing left.
  await store.wipe(pairing, carried?.eventId === pairing.event.id ? carried.rows : [])
  // Otherwise the browser may delete it when the phone runs out of space.
  await navigator.storage?.persist?.().catch(() => false)
  return { ...answer, data: pairing }
}

/** Null if the pairing could not be saved. */
export function pairingProblem(answer: Answer<Pairing> | null): string {
  if (!answer || answer.ok) return 'This phone has no room to keep what it needs. Free some space.'
  if (answer.status === 0) return 'No network. Find one, then try again.'
  return answer.error || 'This could not be done. Please try again.'
}
