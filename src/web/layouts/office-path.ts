/** Whether a path is listed in layouts/office/organizer-router.tsx. */
export function isOffice(pathname: string): boolean {
  return /^\/organizer(\/|$)/.test(pathname)
}
