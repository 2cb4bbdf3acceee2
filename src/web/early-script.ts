import { createHash } from 'node:crypto'
import { START_SCRIPT } from './start-script.ts'

/**
 * Buttons that need script are on the screen before the script has loaded. This code records the
 * taps on these buttons, and layouts/root-layout.tsx replays the taps. Links and submit buttons
 * work without script, so taps on them are not recorded. If a tap comes during hydration, React
 * hydrates immediately and handles the tap's event while the browser is still dispatching it
 * (eventPhase is not 0). React has handled this tap, so replaying it would count it twice.
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

export const EARLY_SCRIPT = `{${TAPS}${PICTURES}}`

/** The only inline scripts that may run, as hashes for `script-src`. */
export const inlineScriptHashes = [START_SCRIPT, EARLY_SCRIPT].map(
  (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
)
