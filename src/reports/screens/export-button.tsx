import { useEffect, useRef } from 'react'
import { Button } from '../../web/ui/button.tsx'
import type { ExportKind } from '../exports.rules.ts'
import { type Export, useExport } from './use-export.tsx'

/** 'Export CSV'; while it runs, how far it is. What became of it is said below. */
export function ExportButton({ kind, eventId }: { kind: ExportKind; eventId: string }) {
  const { state, start } = useExport(kind, eventId)
  const isRunning = state.is === 'running'
  return (
    <div className="flex min-w-0 flex-col items-end gap-1">
      {/* Not disabled while it runs, or the keyboard would lose its place. */}
      <Button
        look="quiet"
        aria-disabled={isRunning}
        onClick={start}
        className="aria-disabled:cursor-default aria-disabled:text-quiet"
      >
        {isRunning ? runningWords(state.percent) : 'Export CSV'}
      </Button>
      {isRunning && <Bar percent={state.percent} />}
      <Outcome state={state} />
    </div>
  )
}

function runningWords(percent: number | null): string {
  return percent === null ? 'Exporting...' : `Exporting... ${percent}%`
}

function Bar({ percent }: { percent: number | null }) {
  return (
    <div
      role="progressbar"
      aria-label="Export"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      className="h-1 w-full overflow-hidden rounded-full bg-line"
    >
      <div className="h-full bg-accent" style={{ width: `${percent ?? 0}%` }} />
    </div>
  )
}

function Outcome({ state }: { state: Export }) {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (state.is === 'failed') line.current?.scrollIntoView({ block: 'nearest' })
  }, [state])
  return (
    <>
      <p role="status" className="text-right text-small text-quiet empty:hidden">
        {state.is === 'saved' && `Saved as ${state.fileName}`}
      </p>
      {state.is === 'failed' && (
        <p ref={line} role="alert" className="text-right text-small text-bad">
          {state.message}
        </p>
      )}
    </>
  )
}
