import fc from 'fast-check'

/**
 * Draws any name that an organizer may type: letters of many scripts, emoji, quotes, and names that
 * are far too long.
 */
export const anyName = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc
    .array(
      fc.constantFrom(
        'Gor Mahia',
        'AFC',
        '“Derby”',
        '—',
        'مباراة',
        '🎉',
        'Café',
        'ŁÓDŹ',
        '€',
        '[x]',
      ),
      { maxLength: 30 },
    )
    .map((words) => words.join(' ')),
)
