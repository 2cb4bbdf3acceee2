import { useSignedIn } from '../../accounts/screens/use-signed-in.ts'

export function AccountLink({ className }: { className: string }) {
  const signedIn = useSignedIn()
  return (
    <a href={signedIn ? '/organizer/dashboard' : '/organizer/signin'} className={className}>
      {signedIn ? 'Dashboard' : 'Sign In'}
    </a>
  )
}
