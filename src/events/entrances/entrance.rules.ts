/** An entrance in a reply, or in a request. The client makes the id of a new one. */
export type Entrance = { id: string; name: string }

/** The offset of an event's first own gate. Gates of the common list have at most 999. */
export const OWN_OFFSET_MIN = 1000
