import { FLOOR_WORDS } from '../browser-floor.ts'

/** Shown on back-office pages whose script does not run. */
export function NeedsScript() {
  return (
    <noscript>
      <p className="mb-4 font-semibold">This page needs JavaScript, in {FLOOR_WORDS}.</p>
    </noscript>
  )
}
