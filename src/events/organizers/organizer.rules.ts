export const NAME_MAX = 100
export const WORDS_MAX = 5000

/** The path of an organizer's public page. */
export const organizerPath = (id: string): string => `/organizers/${id}`
