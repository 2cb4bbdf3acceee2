// When the server is contacted, and who decides in between.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  drawNumber,
  good,
  held,
  listSays,
  makeDesk,
  serverSays,
} from '../../../../test/kept-desk.ts'
import type { GateCheckIn } from '../../gate.contract.ts'
import { decide } from './decide.ts'
import { type Desk, decidesAlone, unsentOf } from './desk.ts'
import { readShown } from './shown-number.ts'
import { stayInTouch } from './stay-in-touch.ts'

const ask = (desk: Desk, n: number) => decide(desk, readShown(drawNumber(1, n))!, {})

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A server that takes all, whose list is as slow as the test wants. */
async function openGate() {
  const list = held()
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
  return { ...(await makeDesk({ calls })), list, sent }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

// spec: gate-queue
describe('a check-in that is queued while the server is contacted', () => {
  test('is sent once the list is there, before the phone calls itself online', async () => {
    const { desk, list, sent } = await openGate()
    const leave = stayInTouch(desk, async () => ({ app: 'test', battery: null }))
    await settle()
    await ask(desk, 1)
    expect(sent).toEqual([])
    list.end()
    await settle()
    expect(sent).toEqual([drawNumber(1, 1)])
    expect(decidesAlone(desk.state)).toBe(false)
    leave()
  })

  test('is sent at once where it was still being written down when all seemed sent', async () => {
    const { desk, store, list, sent } = await openGate()
    // The last that a contact asks, before it says that all went through.
    const room = held()
    const estimate = async () => {
      await room.over
      return { quota: 1e9, usage: 0 }
    }
    vi.stubGlobal('navigator', { storage: { estimate } })
    const leave = stayInTouch(desk, async () => ({ app: 'test', battery: null }))
    list.end()
    await settle()
    const { keepRow } = store
    const disk = held()
    store.keepRow = async (row) => {
      await disk.over
      return await keepRow(row)
    }
    const asked = ask(desk, 1)
    await settle()
    room.end()
    await settle()
    expect(desk.state.isOnline).toBe(true)
    disk.end()
    await asked
    // The server decides nothing about this row, whatever the network is, so the bar does not
    // mention it.
    expect(unsentOf(desk.state.rows)).toHaveLength(1)
    expect(decidesAlone(desk.state)).toBe(true)
    await settle()
    expect(sent).toEqual([drawNumber(1, 1)])
    expect(decidesAlone(desk.state)).toBe(false)
    leave()
  })
})
