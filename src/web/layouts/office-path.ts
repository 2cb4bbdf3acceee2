/** Whether a path belongs to the back office (layouts/office/organizer-router.tsx). */
export function isOffice(pathname: string): boolean {
  return /^\/organizer(\/|$)/.test(pathname)
}
