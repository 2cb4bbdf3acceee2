import type { Masks } from '../platform/log.ts'

// Whoever has a ticket's number has the ticket. As it is stored, in fours, in any case; not sixteen
// signs of something longer, and no words of four letters one after the other.
const NUMBER = /(?<![\w-])(?=[A-Za-z -]*\d)[0-9A-Za-z]{4}(?:[ -]?[0-9A-Za-z]{4}){3}(?![\w-])/g

export const ticketMasks: Masks = [[NUMBER, '…ticket…']]
