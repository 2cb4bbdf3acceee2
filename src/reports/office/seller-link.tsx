import { useId, useState } from 'react'
import { dialOf } from '../../events/event.rules.ts'
import type { EventReply } from '../../events/events.contract.ts'
import { sellerDial } from '../../events/sellers/seller.rules.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { formatDay, formatExactKes } from '../../ui/office/formats.rules.ts'
import { Modal } from '../../ui/office/modal.tsx'
import { qrPng, qrSvg } from '../../ui/office/qr-file.ts'
import { saveFile } from '../../ui/office/save-file.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { useSite } from '../../ui/site.tsx'
import type { SellerWithFigures } from '../sellers/seller-figures.contract.ts'

/** `owed` is in shillings. */
export const owedText = (whom: string, owed: number): string =>
  `You owe ${whom} ${formatExactKes(owed)}. Paying is up to you: Lango does not send it.`

/** The dialog with the link of a seller, its QR code, the number to dial, and a text for WhatsApp. */
export function SellerLink({
  event,
  seller,
  onClose,
}: {
  event: EventReply
  seller: SellerWithFigures
  onClose: () => void
}) {
  const id = useId()
  const { ussdCode, origin } = useSite()
  const [said, setSaid] = useState('')
  const { name, number, url, owed } = seller
  const dial =
    ussdCode && event.dial_code ? sellerDial(dialOf(ussdCode, event.dial_code), number) : null
  const text = [
    `Tickets for ${event.title}, ${formatDay(event.date)}: ${url}`,
    ...(dial ? [`No internet? Dial ${dial}`] : []),
  ].join('\n')
  const copy = async (what: string, value: string) =>
    setSaid((await copyText(value)) ? `${what} copied` : `Copy this: ${value}`)

  async function savePng() {
    const file = await qrPng(url)
    if (file) saveFile(file, `seller-${number}.png`)
    else setSaid('This browser cannot draw the picture. Download the SVG instead.')
  }

  return (
    <Modal titleId={id} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <h2 id={id} className="text-lead font-bold wrap-anywhere">
          Link of {name}
        </h2>
        <Shared label="Link" value={url} onCopy={() => void copy('Link', url)} />
        {dial && <Shared label="By phone" value={dial} onCopy={() => void copy('Number', dial)} />}
        <Shared label="Text for WhatsApp" value={text} onCopy={() => void copy('Text', text)} />
        <div className="flex flex-wrap items-center gap-4">
          <QrCode text={url} size={160} label={`QR code of ${name}'s link`} />
          <div className="flex flex-col gap-2">
            <Button look="quiet" onClick={() => void savePng()}>
              Download PNG
            </Button>
            <Button look="quiet" onClick={() => saveFile(qrSvg(url), `seller-${number}.svg`)}>
              Download SVG
            </Button>
          </div>
        </div>
        <p className="text-small text-quiet wrap-anywhere">
          {`${name} sees these figures at ${origin}/my-sales.`}
          {owed > 0 && ` ${owedText(name, owed)}`}
        </p>
        <p role="status" className="text-small font-semibold wrap-anywhere empty:hidden">
          {said}
        </p>
        <Button onClick={onClose}>Close</Button>
      </div>
    </Modal>
  )
}

function Shared({ label, value, onCopy }: { label: string; value: string; onCopy: () => void }) {
  return (
    <div className="flex items-start justify-between gap-3">
      <p className="min-w-0">
        <span className="block text-small text-quiet">{label}</span>
        <span className="whitespace-pre-line wrap-anywhere">{value}</span>
      </p>
      <Button look="quiet" onClick={onCopy}>
        Copy<span className="sr-only"> {label.toLowerCase()}</span>
      </Button>
    </div>
  )
}
