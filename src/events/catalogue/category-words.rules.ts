/** A category as pages of this language call it: the Swahili build has its words (words/swahili.ts). */
export const categoryWords = (name: string): string => name
