import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Notice } from '../../ui/notice.tsx'
import { Modal } from '../../ui/office/modal.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import type { MadeGatePhone } from '../gate.contract.ts'
import { countdownLabel } from '../gate-text.rules.ts'

/** The pairing code. Shown only once, because the server stores only a hash of the code. */
export function PhoneCode({
  made,
  name,
  sent,
  onClose,
}: {
  made: MadeGatePhone
  name: string
  sent: boolean
  onClose: () => void
}) {
  const titleId = useId()
  const left = countdownLabel(useCountdown(made, made.seconds_left)!)
  const [isCopied, setIsCopied] = useState(false)
  return (
    <Modal titleId={titleId} onClose={onClose}>
      <h2 id={titleId} className="text-lead font-bold">
        Pair "{name}"
      </h2>
      <p className="mt-3">
        Scan this with the steward's phone, or open the link on it. It works once and is shown only
        now. The first phone to open it is paired, so show it to no one else.
      </p>
      <div className="mt-4 flex justify-center">
        {left === null ? (
          <Notice look="bad" role="alert">
            The code has expired. Create a new one.
          </Notice>
        ) : (
          <QrCode text={made.url} size={200} label={`Code to pair ${name}`} />
        )}
      </div>
      {left !== null && (
        <>
          <p className="mt-2 text-center font-semibold tabular-nums">
            Expires in <span role="timer">{left}</span>
          </p>
          <p className="mt-2 break-all rounded-soft bg-ground p-3 font-mono text-small">
            {made.url}
          </p>
          {sent && <p className="mt-2 text-quiet">We have also sent the link by SMS.</p>}
        </>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        {left !== null && (
          <Button look="quiet" onClick={() => void copyText(made.url).then(setIsCopied)}>
            {isCopied ? 'Copied' : 'Copy link'}
          </Button>
        )}
        <Button onClick={onClose}>Done</Button>
      </div>
    </Modal>
  )
}
