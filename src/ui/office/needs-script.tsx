import { FLOOR_TEXT } from '../browser-floor.ts'

export function NeedsScript() {
  return (
    <noscript>
      <p className="mb-4 font-semibold">This page needs JavaScript, in {FLOOR_TEXT}.</p>
    </noscript>
  )
}
