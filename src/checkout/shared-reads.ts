type Flight<T> = { answer: Promise<T>; next: Promise<T> | null }

/**
 * Reads of one thing that are asked for at the same time become one. Whoever comes while a read is
 * under way gets the one after it, which is shared too: the one that runs may have begun before
 * what this caller knows of was written.
 */
export function shareReads<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const flights = new Map<string, Flight<T>>()

  function start(key: string): Promise<T> {
    const flight: Flight<T> = { answer: read(key), next: null }
    flights.set(key, flight)
    const land = () => {
      if (flights.get(key) === flight && flight.next === null) flights.delete(key)
    }
    flight.answer.then(land, land)
    return flight.answer
  }

  return (key) => {
    const flight = flights.get(key)
    if (!flight) return start(key)
    const again = () => start(key)
    flight.next ??= flight.answer.then(again, again)
    return flight.next
  }
}
