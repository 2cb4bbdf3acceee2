import type { Picture, Reading } from './scan-worker.ts'

type Source = HTMLVideoElement | HTMLCanvasElement

export type CodeReader = {
  read: (source: Source) => Promise<string | null>
  close: () => void
}

type Detector = { detect: (source: CanvasImageSource) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

/** Opens the browser's own reader if there is one, otherwise our reader in a worker. */
export async function openCodeReader(): Promise<CodeReader> {
  const phones = await openPhonesReader().catch(() => null)
  return phones ? orOurs(phones) : openOwnReader()
}

/** A time limit, because on some phones a call never settles if a system service is missing. */
const PHONES_CALL_MS = 1000
/** The time limit of our reader for one picture. The first picture waits for the reader's file. */
const OWN_CALL_MS = 30_000

async function within<T>(ms: number, call: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the code reader does not respond')), ms)
  })
  return await Promise.race([call, limit]).finally(() => clearTimeout(timer))
}

/** Null if the browser has no reader, or one that reads no QR codes, as on some desktops. */
export async function openPhonesReader(): Promise<CodeReader | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  if (!BarcodeDetector) return null
  const formats = await within(PHONES_CALL_MS, BarcodeDetector.getSupportedFormats())
  if (!formats.includes('qr_code')) return null
  const detector = new BarcodeDetector({ formats: ['qr_code'] })
  return {
    read: async (source) => {
      const [code] = await within(PHONES_CALL_MS, detector.detect(source))
      return code?.rawValue ?? null
    },
    close: () => {},
  }
}

/** More than one, because the first picture may come too early and fail. */
const PHONES_FAILURES_MOST = 3

/**
 * If the browser's reader has found nothing for QUIET_MS, either no code is in view or the reader
 * does not work. Our reader then tries as well, but only every OWN_LOOK_MS, so that the phone stays
 * cool.
 */
const QUIET_MS = 3000
const OWN_LOOK_MS = 500

/**
 * Reads with the browser's reader, and with our own reader if the browser's reader does not work.
 * Some browsers claim to read codes, but a system service is missing: their reader fails, does not
 * respond, or finds no code in any picture.
 */
function orOurs(phones: CodeReader): CodeReader {
  let ours: CodeReader | null = null
  let isBlind = false
  let failures = 0
  let foundAt = Date.now()
  let lookedAt = 0
  const readOwn = (source: Source) => {
    ours ??= openOwnReader()
    return ours.read(source)
  }
  const readPhones = async (source: Source) => {
    try {
      const text = await phones.read(source)
      failures = 0
      if (text) foundAt = Date.now()
      return text
    } catch (fault) {
      failures += 1
      isBlind = failures === PHONES_FAILURES_MOST
      throw fault
    }
  }
  const check = async (source: Source) => {
    const now = Date.now()
    if (now - foundAt < QUIET_MS || now - lookedAt < OWN_LOOK_MS) return null
    lookedAt = now
    const text = await readOwn(source).catch(() => null)
    // Our reader has found a code. The browser's reader tries once more, because the code may have
    // come into view only after its last attempt. Only if it fails again does our reader take over.
    if (text) isBlind = !(await phones.read(source).catch(() => null))
    return text
  }
  return {
    read: async (source) => {
      if (isBlind) return await readOwn(source)
      return (await readPhones(source)) ?? (await check(source))
    },
    close: () => ours?.close(),
  }
}

/** In pixels. With larger pictures, our reader is slower and finds no more codes. */
const LONGEST_SIDE = 960

export function openOwnReader(): CodeReader {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  let worker: Worker | null = null
  let id = 0
  const ask = (picture: Picture) =>
    new Promise<string | null>((resolve, reject) => {
      worker ??= new Worker(new URL('./scan-worker.ts', import.meta.url), { type: 'module' })
      worker.onmessage = ({ data }: MessageEvent<Reading>) => {
        if (data.id !== picture.id) return
        if (data.failed) reject(new Error('the code reader failed'))
        else resolve(data.text)
      }
      worker.onerror = () => reject(new Error('the code reader did not start'))
      worker.postMessage(picture, [picture.pixels])
    })
  const close = () => {
    worker?.terminate()
    worker = null
  }
  return {
    read: async (source) => {
      const [wide, high] =
        'videoWidth' in source
          ? [source.videoWidth, source.videoHeight]
          : [source.width, source.height]
      if (wide === 0) return null
      const scale = Math.min(1, LONGEST_SIDE / Math.max(wide, high))
      const [width, height] = [Math.round(wide * scale), Math.round(high * scale)]
      Object.assign(canvas, { width, height })
      context.drawImage(source, 0, 0, width, height)
      const { data } = context.getImageData(0, 0, width, height)
      id += 1
      try {
        return await within(OWN_CALL_MS, ask({ id, width, height, pixels: data.buffer }))
      } catch (fault) {
        // Discard the worker, because a worker that failed to start, to load its file or to respond
        // does not recover. The next picture starts a new worker.
        close()
        throw fault
      }
    },
    close,
  }
}
