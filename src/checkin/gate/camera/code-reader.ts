import type { Picture, Reading } from './scan-worker.ts'

/** Finds a code in a camera picture. */
export type CodeReader = {
  read: (video: HTMLVideoElement) => Promise<string | null>
  close: () => void
}

type Detector = { detect: (source: CanvasImageSource) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

/** Opens the browser's own reader, or ours in a worker. */
export async function openCodeReader(): Promise<CodeReader> {
  const phones = await openPhonesReader().catch(() => null)
  return phones ? orOurs(phones) : openOwnReader()
}

/** Null if the browser has no reader, or one without QR codes (as on some desktops). */
async function openPhonesReader(): Promise<CodeReader | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  const formats: string[] = (await BarcodeDetector?.getSupportedFormats()) ?? []
  if (!BarcodeDetector || !formats.includes('qr_code')) return null
  const detector = new BarcodeDetector({ formats: ['qr_code'] })
  return {
    read: async (video) => (await detector.detect(video))[0]?.rawValue ?? null,
    close: () => {},
  }
}

/**
 * Consecutive failures after which our reader takes over. A picture taken too early fails only
 * once.
 */
const PHONES_FAILURES_MOST = 3

/** Some browsers claim to read codes but cannot, because the system service is missing. */
function orOurs(phones: CodeReader): CodeReader {
  let reader = phones
  let failures = 0
  return {
    read: async (video) => {
      if (failures === PHONES_FAILURES_MOST && reader === phones) reader = openOwnReader()
      try {
        const text = await reader.read(video)
        failures = 0
        return text
      } catch (fault) {
        failures += 1
        throw fault
      }
    },
    close: () => reader.close(),
  }
}

/** Longest side in pixels. More pixels take longer and find no more codes. */
const LONGEST_SIDE = 960

function openOwnReader(): CodeReader {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  let worker: Worker | null = null
  let id = 0
  const ask = (picture: Picture) =>
    new Promise<string | null>((resolve, reject) => {
      worker ??= new Worker(new URL('./scan-worker.ts', import.meta.url), { type: 'module' })
      // Discard the worker: if it did not start, or its file did not load, it would not try again.
      const fail = (words: string) => {
        worker?.terminate()
        worker = null
        reject(new Error(words))
      }
      worker.onmessage = ({ data }: MessageEvent<Reading>) => {
        if (data.id !== picture.id) return
        if (data.failed) fail('the code reader failed')
        else resolve(data.text)
      }
      worker.onerror = () => fail('the code reader did not start')
      worker.postMessage(picture, [picture.pixels])
    })
  return {
    read: async (video) => {
      const { videoWidth, videoHeight } = video
      if (videoWidth === 0) return null
      const scale = Math.min(1, LONGEST_SIDE / Math.max(videoWidth, videoHeight))
      const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)]
      Object.assign(canvas, { width, height })
      context.drawImage(video, 0, 0, width, height)
      const { data } = context.getImageData(0, 0, width, height)
      id += 1
      return await ask({ id, width, height, pixels: data.buffer })
    },
    close: () => worker?.terminate(),
  }
}
