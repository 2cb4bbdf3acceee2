// Tests which reader is chosen, and what the app shows if no reader works.
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type CodeReader, openCodeReader } from './code-reader.ts'
import { keepReading } from './keep-reading.ts'

const VIDEO = { videoWidth: 640, videoHeight: 480 } as HTMLVideoElement
const fails = async () => {
  throw new Error('no service')
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

// spec: gate-phones-reader
describe('the reader', () => {
  /** The number of workers that fail to start before a worker starts. */
  let unable = 0
  /** True if the reader's WebAssembly file cannot be fetched. */
  let isWithoutFile = false
  const made: FakeWorker[] = []

  class FakeWorker {
    onmessage = (_event: object) => {}
    onerror = () => {}
    isEnded = false
    private isAble = unable === 0
    constructor() {
      if (unable > 0) unable -= 1
      made.push(this)
      if (!this.isAble) queueMicrotask(() => this.onerror())
    }
    // A worker that could not start fires an error event and never responds.
    postMessage({ id }: { id: number }) {
      const data = { id, text: 'by us', failed: isWithoutFile || undefined }
      if (this.isAble) queueMicrotask(() => this.onmessage({ data }))
    }
    terminate() {
      this.isEnded = true
    }
  }

  beforeEach(() => {
    unable = 0
    isWithoutFile = false
    made.length = 0
    const context = {
      drawImage: () => {},
      getImageData: () => ({ data: new Uint8ClampedArray(4) }),
    }
    vi.stubGlobal('Worker', FakeWorker)
    vi.stubGlobal('document', { createElement: () => ({ getContext: () => context }) })
  })

  const phonesOwn = (detect: () => Promise<{ rawValue: string }[]>, construct = () => {}) =>
    vi.stubGlobal(
      'BarcodeDetector',
      class {
        static getSupportedFormats = async () => ['qr_code']
        detect = detect
        constructor() {
          construct()
        }
      },
    )

  test('of the phone is used if it works', async () => {
    phonesOwn(async () => [{ rawValue: 'by the phone' }])
    expect(await (await openCodeReader()).read(VIDEO)).toBe('by the phone')
    expect(made).toEqual([])
  })

  test('of the phone is replaced by ours if it only claims to work', async () => {
    phonesOwn(fails)
    const reader = await openCodeReader()
    const read = async () => await reader.read(VIDEO).catch(() => 'failed')
    const said = [await read(), await read(), await read(), await read()]
    expect(said).toEqual(['failed', 'failed', 'failed', 'by us'])
    reader.close()
    expect(made.map(({ isEnded }) => isEnded)).toEqual([true])
  })

  test('of the phone stays if it fails now and then', async () => {
    let calls = 0
    phonesOwn(async () => {
      calls += 1
      return calls % 2 === 1 ? await fails() : [{ rawValue: 'by the phone' }]
    })
    const reader = await openCodeReader()
    for (let n = 0; n < 10; n += 1) await reader.read(VIDEO).catch(() => {})
    expect(made).toEqual([])
  })

  // spec: gate-reader-blind
  test('of the phone is replaced by ours within 5 s if it never finds a code', async () => {
    vi.useFakeTimers()
    phonesOwn(async () => [])
    const reader = await openCodeReader()
    const started = Date.now()
    let text: string | null = null
    while (text === null && Date.now() - started < 60_000) {
      await vi.advanceTimersByTimeAsync(100)
      text = await reader.read(VIDEO)
    }
    expect(text).toBe('by us')
    expect(Date.now() - started).toBeLessThanOrEqual(5000)
    expect(await reader.read(VIDEO)).toBe('by us')
    reader.close()
    expect(made.map(({ isEnded }) => isEnded)).toEqual([true])
  })

  // spec: gate-reader-blind
  test('of the phone stays if it finds the code that ours has found, or ours cannot read', async () => {
    vi.useFakeTimers()
    let looks = 0
    // The code comes into view after the phone's reader has looked and before our reader looks.
    phonesOwn(async () => {
      looks += 1
      return looks === 1 ? [] : [{ rawValue: 'by the phone' }]
    })
    const reader = await openCodeReader()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await reader.read(VIDEO)).toBe('by us')
    expect(await reader.read(VIDEO)).toBe('by the phone')
    isWithoutFile = true
    await vi.advanceTimersByTimeAsync(10_000)
    looks = 0
    expect(await reader.read(VIDEO)).toBeNull()
    expect(await reader.read(VIDEO)).toBe('by the phone')
  })

  // spec: gate-reader-blind
  test('of the phone is alone while it finds codes, and ours looks twice a second at most', async () => {
    vi.useFakeTimers()
    let isInView = true
    phonesOwn(async () => (isInView ? [{ rawValue: 'by the phone' }] : []))
    const reader = await openCodeReader()
    const lookFor = async (ms: number) => {
      for (let at = 0; at < ms; at += 100) {
        await vi.advanceTimersByTimeAsync(100)
        await reader.read(VIDEO)
      }
    }
    await lookFor(20_000)
    expect(made).toEqual([])
    isWithoutFile = true
    isInView = false
    await lookFor(5000)
    // Each attempt of our own reader fails, and each failure discards its worker.
    expect(made.length).toBeGreaterThan(0)
    expect(made.length).toBeLessThanOrEqual(5)
  })

  /** Returns the text that a read finds within `ms`, null if it fails, or 'pending'. */
  async function outcome(read: Promise<string | null>, ms: number) {
    const settled = read.catch(() => null)
    await vi.advanceTimersByTimeAsync(ms)
    return await Promise.race([settled, Promise.resolve('pending')])
  }

  // spec: gate-reader-silent
  test('of the phone is replaced by ours within 5 s if its calls never settle', async () => {
    vi.useFakeTimers()
    phonesOwn(() => new Promise(() => {}))
    const reader = await openCodeReader()
    const started = Date.now()
    let text: string | null = null
    while (text === null) text = await outcome(reader.read(VIDEO), 1100)
    expect(text).toBe('by us')
    expect(Date.now() - started).toBeLessThanOrEqual(5000)
  })

  // spec: gate-reader-silent
  test('is ours if the phone does not say which codes its reader reads', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('BarcodeDetector', { getSupportedFormats: () => new Promise(() => {}) })
    const read = openCodeReader().then((reader) => reader.read(VIDEO))
    expect(await outcome(read, 1100)).toBe('by us')
  })

  // spec: gate-reader-silent
  test('of ours is restarted if its worker does not respond', async () => {
    vi.useFakeTimers()
    const reader = await openCodeReader()
    const { postMessage } = FakeWorker.prototype
    FakeWorker.prototype.postMessage = () => {}
    onTestFinished(() => {
      FakeWorker.prototype.postMessage = postMessage
    })
    expect(await outcome(reader.read(VIDEO), 31_000)).toBeNull()
    FakeWorker.prototype.postMessage = postMessage
    expect(await outcome(reader.read(VIDEO), 100)).toBe('by us')
    expect(made.map(({ isEnded }) => isEnded)).toEqual([true, false])
  })

  test("is ours if the phone's reader cannot be created", async () => {
    phonesOwn(fails, () => {
      throw new TypeError('not here')
    })
    expect(await (await openCodeReader()).read(VIDEO)).toBe('by us')
  })

  test('of ours is restarted if its worker did not start', async () => {
    unable = 2
    const reader = await openCodeReader()
    for (const _ of [1, 2]) await expect(reader.read(VIDEO)).rejects.toThrow('did not start')
    expect(await reader.read(VIDEO)).toBe('by us')
    expect(made.map(({ isEnded }) => isEnded)).toEqual([true, true, false])
  })

  test('of ours is restarted if it cannot read: it would not fetch its file again', async () => {
    isWithoutFile = true
    const reader = await openCodeReader()
    await expect(reader.read(VIDEO)).rejects.toThrow('failed')
    isWithoutFile = false
    expect(await reader.read(VIDEO)).toBe('by us')
    expect(made.map(({ isEnded }) => isEnded)).toEqual([true, false])
  })
})

describe('reading', () => {
  type Step = 'fails' | string | null

  /**
   * Reads with a reader that does these steps. Returns what `keepReading` reports. If opening the
   * reader fails, `keepReading` opens it again.
   */
  async function tellOf(steps: Step[], open = async () => {}): Promise<string[]> {
    vi.useFakeTimers()
    const reports: string[] = []
    const left = [...steps]
    let isClosed = false
    const reader: CodeReader = {
      read: async () => {
        const step = left.shift() ?? null
        return step === 'fails' ? await fails() : step
      },
      close: () => {
        isClosed = true
      },
    }
    const opens = async () => {
      await open()
      return reader
    }
    const reading = keepReading(opens, {
      view: () => VIDEO,
      isOver: () => left.length === 0,
      onText: (text) => reports.push(text),
      onHealth: (health) => health !== reports.findLast(isHealth) && reports.push(health),
    })
    await vi.advanceTimersByTimeAsync(60_000)
    await reading
    expect(isClosed).toBe(true)
    return reports
  }
  const isHealth = (word: string) => word === 'works' || word === 'broken'
  const FAILS: Step[] = Array.from({ length: 6 }, () => 'fails')

  test('continues if a picture fails', async () => {
    expect(await tellOf(['fails', 'A', null, 'fails', 'B', 'end'])).toEqual(['works', 'A', 'B'])
  })

  test('is broken after many failures, and works again with the first successful look', async () => {
    expect(await tellOf([...FAILS, 'A', 'end'])).toEqual(['broken', 'works', 'A'])
  })

  test('is broken if no reader can be opened, and works once one can', async () => {
    let tries = 0
    const open = async () => {
      tries += 1
      if (tries < 9) await fails()
    }
    expect(await tellOf(['A', 'end'], open)).toEqual(['broken', 'works', 'A'])
  })
})
