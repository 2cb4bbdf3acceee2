import { Type } from 'typebox'
import { nullable } from '../../platform/http/platform.contract.ts'
import { EventReply } from '../events.contract.ts'
import { NAME_MAX, WORDS_MAX } from './organizer.rules.ts'

/** The public page of an organizer. */
export const OrganizerReply = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** The organizer's description of itself. '' if there is none. */
  words: Type.String(),
  /** The address of the picture. Null if there is no picture. */
  image: nullable(Type.String()),
  /**
   * False if the organizer has no published event. The page is then visible only to the organizer
   * and admins.
   */
  is_public: Type.Boolean(),
  /**
   * Only for the organizer and admins: a name that waits for an admin, because it has words such as
   * the name of a bank. Null if no name waits.
   */
  asked_name: Type.Optional(nullable(Type.String())),
  /** Published events on sale, the soonest first. */
  coming: Type.Array(EventReply),
  /** Published events whose sales have ended, the latest first. */
  past: Type.Array(EventReply),
})
export type OrganizerReply = Type.Static<typeof OrganizerReply>

/**
 * Absent fields stay unchanged. A name with words that only an admin may allow waits in
 * `asked_name`. A `name` from an admin is allowed, and ends the wait of an asked name.
 */
export const OrganizerInput = Type.Object({
  name: Type.Optional(Type.String({ maxLength: NAME_MAX })),
  words: Type.Optional(Type.String({ maxLength: WORDS_MAX })),
  /** The address of a picture, as an upload returned it. Null removes the picture. */
  image: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
})
export type OrganizerInput = Type.Static<typeof OrganizerInput>
