// The parts of a second factor that the sign-in page and the account page share.
import { useState } from 'react'
import { Button, LONE_LINK, QUIET } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Field } from '../../ui/field.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { FormDone } from './entrance.tsx'

export type FactorSetup = { secret: string; uri: string }

function CopyButton({ text }: { text: string }) {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <Button look="quiet" onClick={() => void copyText(text).then(setIsCopied)}>
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  )
}

const MONO = 'rounded-soft bg-ground p-3 font-mono text-small'

/** The secret for the app: as a QR code, as a link for this device, and as letters to type. */
export function FactorSecret({ setup: { secret, uri } }: { setup: FactorSetup }) {
  return (
    <div className="flex flex-col items-center gap-2">
      <QrCode text={uri} size={210} label="Code for your authenticator app" />
      <a href={uri} className={LONE_LINK}>
        Open an app on this device
      </a>
      <p className="self-start text-small text-quiet">Or type this key into the app:</p>
      <p className={`w-full wrap-anywhere ${MONO}`}>{secret.match(/.{1,4}/g)?.join(' ')}</p>
    </div>
  )
}

/**
 * The field for a code. Only the field for the app's codes opens a numeric keypad, because recovery
 * codes have letters.
 */
export function CodeField({
  error,
  kind = 'app',
}: {
  error?: string | null | undefined
  kind?: 'app' | 'recovery' | 'either'
}) {
  const words = {
    app: { label: 'Code from your app', hint: 'Six digits', autoComplete: 'one-time-code' },
    recovery: { label: 'Recovery code', hint: 'Each code works once', autoComplete: 'off' },
    either: {
      label: 'Code from your app, or a recovery code',
      hint: 'Six digits, or 16 letters and digits',
      autoComplete: 'one-time-code',
    },
  }[kind]
  return (
    <Field
      key={kind}
      name="code"
      required
      maxLength={100}
      spellCheck={false}
      error={error ?? null}
      {...(kind === 'app' && { inputMode: 'numeric' })}
      {...words}
    />
  )
}

/** The codes are shown only once, because the server stores just hashes. */
export function RecoveryCodes({
  codes,
  done,
  onDone,
}: {
  codes: readonly string[]
  /** The text of the button. */
  done: string
  onDone: () => void
}) {
  const text = codes.join('\n')
  const file = `Recovery codes for Lango. Each works once.\n\n${text}\n`
  return (
    <FormDone>
      <h2 className="text-lead font-bold">Keep your recovery codes</h2>
      <p>
        If you lose your phone, each of these codes signs you in once. Keep them where only you can
        find them. They are shown only now.
      </p>
      <ol className={`grid gap-1 ${MONO}`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={text} />
        <a
          className={QUIET}
          download="lango-recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
        >
          Save as a file
        </a>
      </div>
      <div>
        <Button onClick={onDone}>{done}</Button>
      </div>
    </FormDone>
  )
}
