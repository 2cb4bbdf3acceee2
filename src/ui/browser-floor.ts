/**
 * The oldest browsers in which the scripts run (decisions/0180). Chrome stands for every browser on
 * Chromium, such as Samsung Internet.
 */
export const BROWSER_FLOOR = { chrome: '99', safari: '15.4', firefox: '98' } as const

/** The floor as the build's target for syntax and style sheets. */
export const BUILD_TARGET = Object.entries({ ...BROWSER_FLOOR, ios: BROWSER_FLOOR.safari }).map(
  ([browser, version]) => `${browser}${version}`,
)

/** The floor in words, for pages that need a script. */
export const FLOOR_WORDS = `Chrome or Samsung Internet ${BROWSER_FLOOR.chrome}, Safari ${BROWSER_FLOOR.safari}, Firefox ${BROWSER_FLOOR.firefox}, or newer`
