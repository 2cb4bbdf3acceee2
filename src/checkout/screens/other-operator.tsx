import { useEffect } from 'react'
import { type TypedNetwork, typedNetwork } from '../../payments/prompts/typed-network.rules.ts'
import { type Wallet, walletOf } from '../../payments/wallet.rules.ts'
import { callApi, jsonPost } from '../../ui/api.ts'
import { Notice } from '../../ui/notice.tsx'
import { useSite } from '../../ui/site.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import { OTHER_OPERATOR, WARNED_PHONE_FIELD } from './warned-phone.ts'

/**
 * Warns that the number belongs to another operator. In a post without scripts, the hidden field
 * contains the number of the displayed warning, so that the server does not repeat the warning.
 * For a number from abroad, suggests that a person in Kenya pays. Offers the operator's mobile
 * money as a choice or, in a form with a `note`, whose order is placed already, as a hint.
 */
export function OtherOperator({ phone, note }: { phone: string; note?: string }) {
  const wallet = useWallet(phone)
  const network = typedNetwork(phone)
  useEffect(() => void countTyped(network), [network])
  if (network === null || network === 'foreign') {
    return network && !note && <Notice role="status">{ABROAD}</Notice>
  }
  return (
    <>
      <Notice look="used" role="status">
        <WholeWords text={note ?? (wallet ? NO_PROMPT : OTHER_OPERATOR)} />
      </Notice>
      <input type="hidden" name={WARNED_PHONE_FIELD} value={phone} />
      {note ? <WalletToo phone={phone} /> : wallet && <WalletOrPrompt wallet={wallet} />}
    </>
  )
}

/** The mobile money of another operator's number. Null if the shop does not accept it. */
function useWallet(phone: string): Wallet | null {
  const { wallets } = useSite()
  return wallets ? walletOf(phone) : null
}

const ABROAD =
  'Abroad? Someone in Kenya can pay for you. Enter their M-PESA number above and your email below. They get the prompt and an SMS with the tickets; you get the tickets by email.'

/** Sends only the network to the server, which counts it. The number stays in the browser. */
async function countTyped(network: TypedNetwork | null): Promise<void> {
  if (network === null) return
  const call = (to: string, how?: RequestInit) => fetch(to, { ...how, keepalive: true })
  await callApi(call, '/api/functions/typed-number', jsonPost({ network }))
}

const NO_PROMPT =
  "M-PESA prompts reach Safaricom lines, and this looks like another network's number."

/** An inline style, because a class would add its rule to the CSS of every page. */
const DOT = { width: 20, height: 20, flexShrink: 0, accentColor: 'var(--color-accent)' }

/** A hint for a placed order, whose page shows the paybill's details itself. */
export function WalletToo({ phone }: { phone: string }) {
  const wallet = useWallet(phone)
  return (
    wallet && (
      <p>
        <b>Pay from {wallet}: pay bill, business number, account, exact amount</b>
        <br />
        <WholeWords text="When no prompt is open, this page shows them." />
      </p>
    )
  )
}

/** The choice of how to pay. The pay button obeys the choice, with and without scripts. */
function WalletOrPrompt({ wallet }: { wallet: Wallet }) {
  const row = 'flex min-h-11 items-center gap-3'
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="sr-only">How to pay</legend>
      <label className={row}>
        <input type="radio" name="payBy" value="paybill" defaultChecked style={DOT} />
        <span className="font-semibold">
          Pay from {wallet}: pay bill, business number, account, exact amount
        </span>
      </label>
      <label className={row}>
        <input type="radio" name="payBy" value="prompt" style={DOT} />
        <span>
          <WholeWords text="I've moved this number to Safaricom. Send the M-PESA prompt." />
        </span>
      </label>
    </fieldset>
  )
}
