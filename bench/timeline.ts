/**
 * Runs events at their times, in simulated seconds; events of one second run in the order in which
 * they were added.
 */
export class Timeline {
  readonly #steps: { at: number; seq: number; run: (at: number) => Promise<void> }[] = []
  #seq = 0

  add(at: number, run: (at: number) => Promise<void>): void {
    const step = { at, seq: this.#seq++, run }
    // Search from the end, because a new event almost always belongs near the end.
    let place = this.#steps.length
    while (place > 0 && isBefore(step, this.#steps[place - 1]!)) place -= 1
    this.#steps.splice(place, 0, step)
  }

  async run(setTime: (at: number) => void): Promise<void> {
    for (let step = this.#steps.shift(); step; step = this.#steps.shift()) {
      setTime(step.at)
      await step.run(step.at)
    }
  }
}

function isBefore(one: { at: number; seq: number }, other: { at: number; seq: number }): boolean {
  return one.at < other.at || (one.at === other.at && one.seq < other.seq)
}
