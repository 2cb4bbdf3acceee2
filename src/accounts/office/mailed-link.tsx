import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { LinkReply } from '../accounts.contract.ts'
import { lookAtLink, NOT_SENT } from './link-calls.tsx'

type Looked = { link: LinkReply } | { problem: string; isEnded: boolean }

/**
 * What a link in an e-mail leads to. Its token stands behind the #, which no server sees; so only
 * the browser can look what it is for.
 */
export function MailedLink({
  purpose,
  ended,
  children,
}: {
  purpose: LinkReply['purpose']
  /** The way to another link. */
  ended: ReactNode
  children: (token: string, link: LinkReply) => ReactNode
}) {
  const token = useLocation().hash.slice(1)
  const [looked, setLooked] = useState<Looked | null>(null)
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks once more
  useEffect(() => {
    let isLeft = false
    void look(token, purpose).then((became) => {
      if (!isLeft) setLooked(became)
    })
    return () => {
      isLeft = true
    }
  }, [token, purpose, tries])

  if (!looked) return <Looking />
  if ('link' in looked) return children(token, looked.link)
  return (
    <div className="flex flex-col gap-4">
      <Notice look="bad" role="alert">
        {looked.problem}
      </Notice>
      {looked.isEnded ? (
        ended
      ) : (
        <Button look="quiet" onClick={() => setTries(tries + 1)}>
          Try again
        </Button>
      )}
    </div>
  )
}

const ENDED = 'This link has expired or was already used.'

async function look(token: string, purpose: LinkReply['purpose']): Promise<Looked> {
  const answer = await lookAtLink(token)
  if (answer.ok && answer.data.purpose === purpose) return { link: answer.data }
  if (answer.ok || (answer.status >= 400 && answer.status < 429)) {
    return { problem: ENDED, isEnded: true }
  }
  return { problem: answer.error || NOT_SENT, isEnded: false }
}

function Looking() {
  return (
    <div role="status" className="flex animate-pulse flex-col gap-4">
      <span className="sr-only">Loading...</span>
      <div className="h-5 w-4/5 rounded-soft bg-line" />
      <div className="h-12 rounded-soft bg-line" />
    </div>
  )
}
