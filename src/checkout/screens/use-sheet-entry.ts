import { useEffect, useEffectEvent, useRef } from 'react'
import { firstPop } from '../../ui/first-pop.ts'

/** Whether the current history entry belongs to an open sheet. */
const isAtSheet = (): boolean => history.state?.sheet === true

/**
 * Gives the open sheet its own history entry of the same page: Back closes the sheet, and forward
 * opens it again. The router must not see these moves, because it would load the page again.
 */
export function useSheetEntry(isOpen: boolean, open: () => void, close: () => void): void {
  const wasAtSheet = useRef(false)
  const path = useRef('')
  const onPop = useEffectEvent((pop: PopStateEvent) => {
    const isOwn = location.pathname === path.current && (wasAtSheet.current || isAtSheet())
    wasAtSheet.current = isAtSheet()
    if (!isOwn) return
    pop.stopImmediatePropagation()
    if (isAtSheet() && !isOpen) open()
    if (!isAtSheet() && isOpen) close()
  })
  useEffect(() => {
    path.current = location.pathname
    wasAtSheet.current = isAtSheet()
    firstPop.listener = (pop) => onPop(pop)
    return () => {
      firstPop.listener = null
    }
  }, [])
  useEffect(() => {
    if (isOpen && !isAtSheet()) history.pushState({ ...history.state, sheet: true }, '')
    // After a reload, or on return from a later page, the history may be at the sheet's entry
    // although the sheet is closed. Leaves this entry.
    if (!isOpen && isAtSheet()) history.back()
    wasAtSheet.current ||= isOpen
  }, [isOpen])
}
