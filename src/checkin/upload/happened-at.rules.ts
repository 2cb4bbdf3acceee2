type Told = {
  /** By the phone's clock, put right by what it was off; null where either is not known. */
  byClock: number | null
  /** Nothing of this event was before it. */
  since: number
  toldAt: Date
}

/**
 * When it was that a phone did without a network what it tells now. A clock that says it was before
 * the phone could do it, or is still to come, says nothing: then it was when it was told.
 */
export function happenedAt({ byClock, since, toldAt }: Told): Date {
  const isPlausible = byClock !== null && byClock >= since && byClock <= toldAt.getTime()
  return isPlausible ? new Date(byClock) : toldAt
}
