import type { Answer } from '../../../ui/api.ts'
import type { SaleNews } from './gate-calls.ts'

export const BETWEEN_MS = 2000
/** The maximum number of polls of a sale. They take slightly longer than a prompt lasts. */
const MOST_LOOKS = 60

/** Tracks whether the screen of the door sale is open, and which sale it follows. */
export function makeSaleScreen() {
  let isOpen = true
  let followed = new AbortController()
  return {
    enter: () => {
      isOpen = true
    },
    /** Stops polling, because a later poll could admit the buyer unseen by the steward. */
    leave: () => {
      isOpen = false
      followed.abort()
    },
    /** Returns the controller of a new sale, aborted if the steward has left the screen already. */
    begin: (): AbortController => {
      followed = new AbortController()
      if (!isOpen) followed.abort()
      return followed
    },
  }
}

type SaleCalls = {
  read: () => Promise<Answer<SaleNews>>
  pause: () => Promise<void>
  isCancelled: () => boolean
  onNews: (news: SaleNews) => void
}

/**
 * Polls a sale until it is settled, the steward cancels, or MOST_LOOKS polls are made. Returns the
 * last state of the sale. The poll that finds the sale paid also admits the buyer. So no poll is
 * started after a cancel, but the response to a poll in progress still counts.
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
