import type { ReactNode } from 'react'
import { QrCode } from '../../ui/qr-code.tsx'
import { useSite } from '../../ui/site.tsx'
import { foursOf } from '../number.rules.ts'

type TicketPaperProps = {
  number: string
  type: ReactNode
  gate: string
  quantity: number
  qrSize: number
  /** Above the type: what and when. */
  top?: ReactNode
  /** Below the code. */
  children: ReactNode
}

/** A ticket: the gate is the largest thing on it, the code sits on the part that is torn off. */
export function TicketPaper(props: TicketPaperProps) {
  const { origin } = useSite()
  return (
    <div className="break-inside-avoid [filter:drop-shadow(0_4px_16px_rgb(29_24_20/0.12))] print:border-2 print:border-ink print:[filter:none]">
      <div className="rounded-t-card bg-white">
        <div className="p-4 sm:p-6">
          {props.top}
          {props.type}
        </div>
        <div className="bg-ink px-4 py-4 text-center text-ground sm:px-6 print:border-y-4 print:border-ink print:bg-white print:text-ink">
          <p className="text-small uppercase tracking-wider">Enter Through</p>
          <p className="mt-1 text-hero font-bold tracking-tight">{props.gate}</p>
        </div>
        <Perforation />
      </div>
      <div className="torn-edge bg-white px-4 text-center text-balance sm:px-6">
        <QrCode
          text={`${origin}/t/${props.number}`}
          size={props.qrSize}
          label={`QR code of ticket ${props.number}`}
        />
        <TicketNumber number={props.number} />
        <p className="mt-1 font-semibold">Quantity: {props.quantity}</p>
        {props.children}
      </div>
    </div>
  )
}

/** In fours for the eye; read or copied it is the bare number. */
function TicketNumber({ number }: { number: string }) {
  return (
    <>
      <p className="text-small text-quiet">Ticket number</p>
      <p className="flex flex-wrap justify-center gap-x-3 font-mono text-lead font-bold">
        {foursOf(number).map((four, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups of one number may be alike
          <span key={index}>{four}</span>
        ))}
      </p>
    </>
  )
}

function Perforation() {
  const notch = 'absolute top-0 size-4 rounded-full bg-ground'
  return (
    <div aria-hidden="true" className="relative mt-2 h-4 overflow-hidden">
      <div className="mt-[7px] border-t-2 border-dashed border-line" />
      <span className={`${notch} -left-2`} />
      <span className={`${notch} -right-2`} />
    </div>
  )
}
