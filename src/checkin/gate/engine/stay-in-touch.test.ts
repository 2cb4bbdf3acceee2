// Tests when the phone syncs, and whether server or phone decides between two syncs.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  deferred,
  drawNumber,
  good,
  listSays,
  makeSession,
  scanNumber,
  serverSays,
} from '../../../../test/gate-session.ts'
import type { GateCheckIn } from '../../gate.contract.ts'
import { decidesAlone, type GateSession, unsentOf } from './session.ts'
import { stayInTouch } from './stay-in-touch.ts'

const scan = (session: GateSession, n: number) => scanNumber(session, drawNumber(1, n))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A server that accepts all check-ins. The test decides when its list arrives. */
async function openGate() {
  const list = deferred()
  const sent: string[] = []
  const calls = {
    sendCheckIns: async (_token: string, rows: GateCheckIn[]) => {
      sent.push(...rows.map(({ ticket_number }) => ticket_number))
      return good({ check_ins: rows.map(({ nonce }) => serverSays(nonce)) })
    },
    fetchList: async () => {
      await list.over
      return listSays()
    },
  }
  return { ...(await makeSession({ calls })), list, sent }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

// spec: gate-queue
describe('a check-in that is queued during a sync', () => {
  test('is sent once the list is there, before the phone calls itself online', async () => {
    const { session, list, sent } = await openGate()
    const leave = stayInTouch(session, async () => ({ app: 'test', battery: null }))
    await settle()
    await scan(session, 1)
    expect(sent).toEqual([])
    list.end()
    await settle()
    expect(sent).toEqual([drawNumber(1, 1)])
    expect(decidesAlone(session.state)).toBe(false)
    leave()
  })

  test('is sent immediately if it was still being stored when the queue looked empty', async () => {
    const { session, store, list, sent } = await openGate()
    // The check of the storage is the last step of a sync. After it, the phone counts as online.
    const room = deferred()
    const estimate = async () => {
      await room.over
      return { quota: 1e9, usage: 0 }
    }
    vi.stubGlobal('navigator', { storage: { estimate } })
    const leave = stayInTouch(session, async () => ({ app: 'test', battery: null }))
    list.end()
    await settle()
    const { keepRow } = store
    const disk = deferred()
    store.keepRow = async (row) => {
      await disk.over
      return await keepRow(row)
    }
    const checkIn = scan(session, 1)
    await settle()
    room.end()
    await settle()
    expect(session.state.isOnline).toBe(true)
    disk.end()
    await checkIn
    // Although the network is back, the phone decides the next check-in itself. So the status bar
    // must not claim that the server decides.
    expect(unsentOf(session.state.rows)).toHaveLength(1)
    expect(decidesAlone(session.state)).toBe(true)
    await settle()
    expect(sent).toEqual([drawNumber(1, 1)])
    expect(decidesAlone(session.state)).toBe(false)
    leave()
  })
})
