import { useSyncExternalStore } from 'react'
import type { Desk, DeskState } from '../engine/desk.ts'

export function useDesk(desk: Desk): DeskState {
  return useSyncExternalStore(desk.subscribe, () => desk.state)
}
