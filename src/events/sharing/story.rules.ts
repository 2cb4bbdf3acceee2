import type { Language } from '../../platform/values/language.rules.ts'
import { shareCardFile } from '../share-card.rules.ts'

export const STORY_WIDTH = 1080
export const STORY_HEIGHT = 1920
/**
 * The height at the top and at the bottom, in pixels, that WhatsApp and Instagram cover with their
 * own buttons.
 */
export const STORY_SAFE = 250

/** The path of a story picture, also its storage key. */
export function storyPath(language: Language, eventId: string, fingerprint: string): string {
  return `share/${language}/${shareCardFile(eventId, fingerprint)}`
}
