import '../../../ui/gate/gate.css'
import { createRoot } from 'react-dom/client'
import { GateApp } from './gate-app.tsx'

createRoot(document.getElementById('root')!).render(<GateApp />)

if (import.meta.env.PROD)
  void navigator.serviceWorker?.register('/gate/worker.js', { scope: '/gate/' })
