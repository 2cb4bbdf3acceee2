type EventTimes = {
  /** Device time corrected by the known clock offset, in ms; null if either is unknown. */
  byClock: number | null
  /** Earliest plausible time, in ms. */
  since: number
  toldAt: Date
}

/**
 * When an uploaded offline row happened. A device time before `since` or in the future is wrong;
 * then the upload time counts.
 */
export function happenedAt({ byClock, since, toldAt }: EventTimes): Date {
  const isPlausible = byClock !== null && byClock >= since && byClock <= toldAt.getTime()
  return isPlausible ? new Date(byClock) : toldAt
}
