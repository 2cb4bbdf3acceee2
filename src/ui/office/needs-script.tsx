import { FLOOR_WORDS } from '../browser-floor.ts'

export function NeedsScript() {
  return (
    <noscript>
      <p className="mb-4 font-semibold">This page needs JavaScript, in {FLOOR_WORDS}.</p>
    </noscript>
  )
}
