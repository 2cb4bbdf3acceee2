import { createHash } from 'node:crypto'

/**
 * Buttons that only script can answer are on screen before the script is. This remembers which
 * were tapped; the page replays them once it can (layouts/root-layout.tsx). Links and submit
 * buttons need no help: they work without script.
 */
export const EARLY_TAPS =
  '{let t=[],f=e=>{let b=e.target.closest("button[type=button]");b&&t.push(b)};' +
  'addEventListener("click",f,!0);' +
  'window.__earlyTaps=()=>(removeEventListener("click",f,!0),t.splice(0))}'

/** For `script-src`: the only inline script that may run. */
export const inlineScriptHashes = [
  `'sha256-${createHash('sha256').update(EARLY_TAPS).digest('base64')}'`,
]
