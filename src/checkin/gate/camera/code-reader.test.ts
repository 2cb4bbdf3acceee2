// Tests which code reader is used, and the message if none works.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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
  /** How many workers that were made could not start, before one can. */
  let unable = 0
  /** Whether the file that reads codes cannot be fetched. */
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
    // A worker that did not start never answers, and reports its error once.
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

  test('of the phone is used where it works', async () => {
    phonesOwn(async () => [{ rawValue: 'by the phone' }])
    expect(await (await openCodeReader()).read(VIDEO)).toBe('by the phone')
    expect(made).toEqual([])
  })

  test('of the phone gives way to ours where it only says that it can', async () => {
    phonesOwn(fails)
    const reader = await openCodeReader()
    const read = async () => await reader.read(VIDEO).catch(() => 'failed')
    const said = [await read(), await read(), await read(), await read()]
    expect(said).toEqual(['failed', 'failed', 'failed', 'by us'])
    reader.close()
    expect(made.map(({ isEnded }) => isEnded)).toEqual([true])
  })

  test('of the phone that fails now and then stays', async () => {
    let calls = 0
    phonesOwn(async () => {
      calls += 1
      return calls % 2 === 1 ? await fails() : [{ rawValue: 'by the phone' }]
    })
    const reader = await openCodeReader()
    for (let n = 0; n < 10; n += 1) await reader.read(VIDEO).catch(() => {})
    expect(made).toEqual([])
  })

  test('is ours where the one of the phone cannot even be made', async () => {
    phonesOwn(fails, () => {
      throw new TypeError('not here')
    })
    expect(await (await openCodeReader()).read(VIDEO)).toBe('by us')
  })

  test('of ours that did not start is started anew', async () => {
    unable = 2
    const reader = await openCodeReader()
    for (const _ of [1, 2]) await expect(reader.read(VIDEO)).rejects.toThrow('did not start')
    expect(await reader.read(VIDEO)).toBe('by us')
    expect(made.map(({ isEnded }) => isEnded)).toEqual([true, true, false])
  })

  test('of ours that cannot read is started anew: it would not fetch its file again', async () => {
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

  /** The messages for each look. A reader that cannot be opened is tried again. */
  async function tellOf(steps: Step[], open = async () => {}): Promise<string[]> {
    vi.useFakeTimers()
    const told: string[] = []
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
      onText: (text) => told.push(text),
      onHealth: (health) => health !== told.findLast(isHealth) && told.push(health),
    })
    await vi.advanceTimersByTimeAsync(60_000)
    await reading
    expect(isClosed).toBe(true)
    return told
  }
  const isHealth = (word: string) => word === 'works' || word === 'broken'
  const FAILS: Step[] = Array.from({ length: 6 }, () => 'fails')

  test('goes on where a picture fails', async () => {
    expect(await tellOf(['fails', 'A', null, 'fails', 'B', 'end'])).toEqual(['works', 'A', 'B'])
  })

  test('is broken after many failures, and works again with the first look that does', async () => {
    expect(await tellOf([...FAILS, 'A', 'end'])).toEqual(['broken', 'works', 'A'])
  })

  test('is broken where no reader can be opened, and works once one can', async () => {
    let tries = 0
    const open = async () => {
      tries += 1
      if (tries < 9) await fails()
    }
    expect(await tellOf(['A', 'end'], open)).toEqual(['broken', 'works', 'A'])
  })
})
