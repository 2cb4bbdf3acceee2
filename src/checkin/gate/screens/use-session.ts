import { useSyncExternalStore } from 'react'
import type { GateSession, SessionState } from '../engine/session.ts'

export function useSession(session: GateSession): SessionState {
  return useSyncExternalStore(session.subscribe, () => session.state)
}
