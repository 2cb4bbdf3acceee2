import type { Picture, Reading } from './scan-worker.ts'

/** What finds a code in what the camera shows. */
export type CodeReader = {
  /** phone: the browser's own. app: ours, in a worker. */
  by: 'phone' | 'app'
  read: (video: HTMLVideoElement) => Promise<string | null>
  close: () => void
}

type Detector = { detect: (source: CanvasImageSource) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

export async function openCodeReader(): Promise<CodeReader> {
  return (await openPhonesReader()) ?? openOwnReader()
}

/** Null where the browser has none, or one that reads no such codes (as on some desktops). */
async function openPhonesReader(): Promise<CodeReader | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  const formats: string[] = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  if (!BarcodeDetector || !formats.includes('qr_code')) return null
  const detector = new BarcodeDetector({ formats: ['qr_code'] })
  return {
    by: 'phone',
    read: async (video) => (await detector.detect(video))[0]?.rawValue ?? null,
    close: () => {},
  }
}

/** More pixels than that take longer and find no more. */
const LONGEST_SIDE = 960

function openOwnReader(): CodeReader {
  const worker = new Worker(new URL('./scan-worker.ts', import.meta.url), { type: 'module' })
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  let id = 0
  const ask = (picture: Picture) =>
    new Promise<string | null>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Reading>) => {
        if (data.id !== picture.id) return
        if (data.failed) reject(new Error('the code reader failed'))
        else resolve(data.text)
      }
      worker.onerror = () => reject(new Error('the code reader did not start'))
      worker.postMessage(picture, [picture.pixels])
    })
  return {
    by: 'app',
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
    close: () => worker.terminate(),
  }
}
