import type { CSSProperties } from 'react'
import { accentIn } from '../image.rules.ts'

/**
 * Colours all links and buttons in this part of a page with the poster's accent colour. Undefined
 * if the poster's address contains no colour. The links and buttons then keep Lango's orange.
 */
export function accentStyle(image: string | null | undefined): CSSProperties | undefined {
  const accent = accentIn(image ?? '')
  if (accent === null) return undefined
  const colours = {
    '--color-accent': `#${accent}`,
    '--color-accent-deep': mix(accent, 0, 0.24),
    '--color-accent-soft': mix(accent, 255, 0.88),
  }
  return colours as CSSProperties
}

/** Mixes a `share` (0 to 1) of black (`other` = 0) or of white (`other` = 255) into the colour. */
function mix(colour: string, other: number, share: number): string {
  const channels = [0, 2, 4].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16)
    return Math.round(value + (other - value) * share)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}
