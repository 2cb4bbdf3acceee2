import { createHash } from 'node:crypto'

/**
 * Buttons that only script can answer are on screen before the script is. This remembers which
 * were tapped; the page replays them once it can (layouts/root-layout.tsx). Links and submit
 * buttons need no help: they work without script. A tap in the middle of hydration makes React
 * hurry and then act on that very tap: it is still on its way (eventPhase), so it is left out, or
 * it would count twice.
 */
export const EARLY_TAPS =
  '{let t=[],f=e=>{e.target.closest("button[type=button]")&&t.push(e)};' +
  'addEventListener("click",f,!0);' +
  'window.__earlyTaps=()=>(removeEventListener("click",f,!0),t.filter(e=>!e.eventPhase))}'

/** For `script-src`: the only inline script that may run. */
export const inlineScriptHashes = [
  `'sha256-${createHash('sha256').update(EARLY_TAPS).digest('base64')}'`,
]
