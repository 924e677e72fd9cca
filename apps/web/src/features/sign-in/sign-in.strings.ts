export const signInStrings = {
  title: 'Sign in',
  email: 'Email address',
  password: 'Password',
  submit: 'Sign in',
  busy: 'Signing in…',
  onTheWay: 'Sign in to open the page you requested.',
  ended: 'You were signed out. Sign in to go on where you were.',
  endedInVideo: 'You were signed out. Sign in to go on where you were; your edits of the chapters are kept.',
  newHere: 'New here?',
  register: 'Create an account',
  forgot: 'Forgot your password?',
  reset: 'Set a new one',
} as const;
