import { createHash } from 'node:crypto'

/**
 * Buttons that only script can answer are on screen before the script is. This remembers which
 * were tapped; the page replays them once it can (layouts/root-layout.tsx). Links and submit
 * buttons need no help: they work without script. A tap in the middle of hydration makes React
 * hurry and then act on that very tap: it is still on its way (eventPhase), so it is left out, or
 * it would count twice.
 */
const TAPS =
  'let t=[],f=e=>{e.target.closest("button[type=button]")&&t.push(e)};' +
  'addEventListener("click",f,!0);' +
  'window.__earlyTaps=()=>(removeEventListener("click",f,!0),t.filter(e=>!e.eventPhase));'

/**
 * On a slow line pictures would take bandwidth from the script, and buttons would react seconds
 * later. So lazy pictures are hidden, and therefore not loaded, until the script has loaded or
 * failed (ui/site.css). Without script they load normally.
 */
const PICTURES =
  'let d=document.documentElement;d.className="early";' +
  'addEventListener("load",()=>d.className="")'

/** Whether the browser would rather have the other language: an offer is shown, and nothing decided. */
const OFFER = 'if(/^sw/.test(navigator.language)!=(d.lang=="sw"))d.dataset.offer=1'

export const EARLY_SCRIPT = `{${TAPS}${PICTURES};${OFFER}}`

/** For `script-src`: the only inline script that may run. */
export const inlineScriptHashes = [
  `'sha256-${createHash('sha256').update(EARLY_SCRIPT).digest('base64')}'`,
]
