import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Notice } from '../notice.tsx'

export function TryAgain({ children, onAgain }: { children: ReactNode; onAgain: () => void }) {
  return (
    <Notice role="alert" look="bad">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0">{children}</p>
        <Button look="quiet" onClick={onAgain}>
          Try again
        </Button>
      </div>
    </Notice>
  )
}
