import type { Answer } from '../../../ui/api.ts'
import type { SaleNews } from './gate-calls.ts'

export const BETWEEN_MS = 2000
/** The most polls: together they last slightly longer than a prompt. */
const MOST_LOOKS = 60

/** Whether the screen of the sales is open, and the sale that it follows. */
export function makeSaleScreen() {
  let isOpen = true
  let followed = new AbortController()
  return {
    enter: () => {
      isOpen = true
    },
    /** A poll after the steward has left the screen would let the buyer in unseen. */
    leave: () => {
      isOpen = false
      followed.abort()
    },
    /** Begins to follow a sale; if the steward has left the screen, it is cancelled already. */
    begin: (): AbortController => {
      followed = new AbortController()
      if (!isOpen) followed.abort()
      return followed
    },
  }
}

type SaleCalls = {
  read: () => Promise<Answer<SaleNews>>
  /** Resolves after BETWEEN_MS, or when the steward cancels. */
  pause: () => Promise<void>
  isCancelled: () => boolean
  onNews: (news: SaleNews) => void
}

/**
 * Polls a sale until it is settled, the steward cancels, or MOST_LOOKS is reached. Returns its last
 * state. The poll that finds the sale paid also lets the buyer in. So no poll follows a cancel, and
 * the response to an open poll still counts.
 */
export async function followSale(calls: SaleCalls, first: SaleNews): Promise<SaleNews> {
  let news = first
  for (let looks = 0; news.status === 'pending' && looks < MOST_LOOKS; looks += 1) {
    await calls.pause()
    if (calls.isCancelled()) break
    const answer = await calls.read()
    if (!answer.ok) continue
    news = { ...answer.data, order_id: first.order_id }
    calls.onNews(news)
  }
  return news
}
