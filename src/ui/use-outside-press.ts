import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Calls `act` when the visitor presses outside the element. */
export function useOutsidePress(box: RefObject<HTMLElement | null>, act: () => void): void {
  const onPress = useEffectEvent(({ target }: PointerEvent) => {
    if (!box.current?.contains(target as Node)) act()
  })
  useEffect(() => {
    const listen = (press: PointerEvent) => onPress(press)
    addEventListener('pointerdown', listen)
    return () => removeEventListener('pointerdown', listen)
  }, [])
}
