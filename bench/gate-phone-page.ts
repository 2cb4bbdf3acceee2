// Runs in a browser: the gate app's code without a network, with the ticket list of a full stadium.
import { decide } from '../src/checkin/gate/engine/decide.ts'
import { openGateStore, type Pairing } from '../src/checkin/gate/engine/gate-store.ts'
import { importProofKey } from '../src/checkin/gate/engine/proof-key.ts'
import { openSession } from '../src/checkin/gate/engine/session.ts'
import { readShown } from '../src/checkin/gate/engine/shown-number.ts'
import { countEntries, ONE_DAY_FORM, USE_BYTES } from '../src/checkin/list/ticket-list.rules.ts'
import type { Answer } from '../src/ui/api.ts'

export type Stadium = {
  pairing: Omit<Pairing, 'key' | 'olderKeys'> & { key: string }
  /** The ticket list in Base64, in the server's format. */
  list: string
  numbers: string[]
}

const NO_NETWORK: Answer<never> = { ok: false, status: 0, code: 'network', error: '' }
const never = async () => NO_NETWORK

/**
 * Returns the duration of each decision in ms, from the scan until the decision is stored and can
 * be shown.
 */
async function measure({ pairing, list, numbers }: Stadium): Promise<number[]> {
  const store = await openGateStore()
  await store.wipe()
  const key = await importProofKey(pairing.key)
  const bytes = Uint8Array.from(atob(list), (sign) => sign.charCodeAt(0))
  const uses = { bytes: new Uint8Array(countEntries(bytes) * USE_BYTES), by: [] }
  const kept = { form: ONE_DAY_FORM, bytes, uses, next: '1', at: Date.now() }
  await store.keepPairing({ ...pairing, key })
  await store.keepList(kept, { ...pairing, key }, [])
  const calls = { checkIn: never, sendCheckIns: never, fetchList: never, signOff: never }
  const session = await openSession(store, calls)
  const times: number[] = []
  for (const number of numbers) {
    const from = performance.now()
    const outcome = await decide(session!, readShown(number)!, { admits: 1 })
    times.push(performance.now() - from)
    if (outcome.kind !== 'decided' || outcome.decision.result !== 'valid') {
      throw new Error(JSON.stringify(outcome))
    }
  }
  return times
}

Object.assign(globalThis, { measure })
