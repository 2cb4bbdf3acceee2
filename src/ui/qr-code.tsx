import { useMemo } from 'react'
import { qrModules } from './qr-modules.ts'

/** A QR code of level H on pure white, with the quiet zone of four modules that scanners need. */
export function QrCode({ text, size, label }: { text: string; size: number; label: string }) {
  const { path, modules } = useMemo(() => drawQr(text), [text])
  const quietZone = Math.ceil((4 * size) / modules)
  return (
    // The browser's forced colours would darken the background, on which the code is black.
    <div
      className="inline-block bg-white"
      style={{ padding: quietZone, forcedColorAdjust: 'none' }}
    >
      <svg
        role="img"
        aria-label={label}
        width={size}
        height={size}
        viewBox={`0 0 ${modules} ${modules}`}
        shapeRendering="crispEdges"
        className="block"
        style={{ forcedColorAdjust: 'none' }}
      >
        <path d={path} fill="#000" />
      </svg>
    </div>
  )
}

/**
 * Draws one rectangle for each run of dark modules in a row. One rectangle per module would make
 * the path three times as long.
 */
function drawQr(text: string): { path: string; modules: number } {
  const rows = qrModules(text)
  const path = rows.flatMap((row, y) => {
    const marks = row.map((dark) => (dark ? '1' : '0')).join('')
    return [...marks.matchAll(/1+/g)].map(
      ({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
    )
  })
  return { path: path.join(''), modules: rows.length }
}
