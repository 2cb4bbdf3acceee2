/**
 * The oldest browsers in which the scripts run (decisions/0180). Chrome stands for every browser on
 * Chromium, such as Samsung Internet.
 */
export const BROWSER_FLOOR = { chrome: '99', safari: '15.4', firefox: '98' } as const

const { chrome, safari, firefox } = BROWSER_FLOOR

export const STYLE_TARGET = [
  `chrome${chrome}`,
  `safari${safari}`,
  `ios${safari}`,
  `firefox${firefox}`,
]

/**
 * BROWSER_FLOOR as the build's target for scripts. For Safari 15 the build would rewrite all
 * private fields (0.4 kB per page), because some initial values of fields fail there. No class of
 * ours or of the router has such a value.
 */
export const SCRIPT_TARGET = [`chrome${chrome}`, 'safari16', `firefox${firefox}`]

/** BROWSER_FLOOR in words, for pages that need a script. */
export const FLOOR_TEXT = `Chrome or Samsung Internet ${BROWSER_FLOOR.chrome}, Safari ${BROWSER_FLOOR.safari}, Firefox ${BROWSER_FLOOR.firefox}, or newer`
