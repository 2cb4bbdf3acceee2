import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import type { ExportKind } from '../exports/exports.rules.ts'
import { type Export, useExport } from './use-export.ts'

/** Spreadsheets read long numbers as figures: 254712345678 becomes 2.54713E+11. */
const IMPORT_HINT =
  'In a spreadsheet, import the file (Data, From Text/CSV) and set the columns with phone and ticket numbers to Text. A file that is opened directly may show 254712345678 as 2.54713E+11.'

/** Files without phone and ticket numbers. */
const NO_LONG_NUMBERS: readonly ExportKind[] = ['statement', 'sellers', 'promo_codes']

/**
 * The 'Export CSV' button, with the progress while an export runs. The result appears below the
 * button.
 */
export function ExportButton({
  kind,
  eventId,
  day = null,
  label = 'Export CSV',
}: {
  kind: ExportKind
  eventId: string
  day?: number | null
  label?: string
}) {
  const { state, start } = useExport(kind, eventId, day)
  const isRunning = state.is === 'running'
  return (
    <div className="flex min-w-0 flex-col gap-1 max-sm:w-full sm:items-end">
      {/* aria-disabled: a disabled button would lose the keyboard focus. */}
      <Button
        look="quiet"
        aria-disabled={isRunning}
        onClick={start}
        className="self-start aria-disabled:cursor-default aria-disabled:text-quiet sm:self-end"
      >
        {isRunning ? runningLabel(state.percent) : label}
      </Button>
      {isRunning && <Bar percent={state.percent} />}
      <Outcome state={state} />
      {state.is === 'saved' && !NO_LONG_NUMBERS.includes(kind) && (
        <p className="max-w-96 text-small text-quiet sm:text-right">{IMPORT_HINT}</p>
      )}
    </div>
  )
}

function runningLabel(percent: number | null): string {
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
      <p role="status" className="text-small text-quiet empty:hidden sm:text-right">
        {state.is === 'saved' && `Saved as ${state.fileName}`}
      </p>
      {state.is === 'failed' && (
        <p ref={line} role="alert" className="text-small text-bad sm:text-right">
          {state.message}
        </p>
      )}
    </>
  )
}
