/** In a reply: the fields of a ticket type that is no plain ticket for one person. */
export const unitsOf = ({ sold_in, kind }: { sold_in: number; kind: string }) => ({
  ...(sold_in > 1 && { sold_in }),
  ...(kind === 'add_on' && { kind: 'add_on' as const }),
})
