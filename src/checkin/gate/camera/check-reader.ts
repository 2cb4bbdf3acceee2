import { qrModules } from '../../../ui/qr-modules.ts'
import type { Check } from '../engine/readiness.ts'
import { type CodeReader, openOwnReader, openPhonesReader } from './code-reader.ts'

const MODULE_PIXELS = 6
const BORDER = 4

export async function checkReader(): Promise<Check> {
  const name = 'Code reader'
  const drawing = drawCode('LANGO')
  const phones = await openPhonesReader().catch(() => null)
  if (phones && (await finds(phones, drawing))) {
    return { name, state: 'good', says: 'The phone’s own reader works' }
  }
  if (!(await finds(openOwnReader(), drawing))) {
    return { name, state: 'bad', says: 'No codes can be read: type the numbers' }
  }
  const says = phones
    ? 'The app’s reader works; the phone’s own does not'
    : 'The app’s reader works'
  return { name, state: 'good', says }
}

async function finds(reader: CodeReader, drawing: HTMLCanvasElement): Promise<boolean> {
  try {
    return (await reader.read(drawing)) !== null
  } catch {
    return false
  } finally {
    reader.close()
  }
}

function drawCode(text: string): HTMLCanvasElement {
  const rows = qrModules(text)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = (rows.length + 2 * BORDER) * MODULE_PIXELS
  const context = canvas.getContext('2d')!
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000'
  for (const [y, row] of rows.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (!isDark) continue
      const [left, top] = [(x + BORDER) * MODULE_PIXELS, (y + BORDER) * MODULE_PIXELS]
      context.fillRect(left, top, MODULE_PIXELS, MODULE_PIXELS)
    }
  }
  return canvas
}
