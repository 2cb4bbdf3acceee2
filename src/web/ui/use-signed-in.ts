/**
 * Whether an organizer is signed in on this browser. False on the server and in the first pass,
 * so that public HTML depends on no cookie.
 */
export function useSignedIn(): boolean {
  return false
}
