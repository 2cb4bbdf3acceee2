import '../../../ui/gate/gate.css'
import { createRoot } from 'react-dom/client'
import { GateApp } from './gate-app.tsx'

// The inline script no longer decides whether the app has started. After an error that no boundary
// catches, React shows nothing, so the page then says which browser the app needs.
const giveUp = window.__giveUp
window.__giveUp = null
const onUncaughtError = (fault: unknown) => {
  console.error(fault)
  giveUp?.(fault)
}
createRoot(document.getElementById('root')!, { onUncaughtError }).render(<GateApp />)

if (import.meta.env.PROD)
  void navigator.serviceWorker?.register('/gate/worker.js', { scope: '/gate/' })
