export const signInStrings = {
  title: 'Sign in',
  email: 'Email address',
  password: 'Password',
  submit: 'Sign in',
  busy: 'Signing in…',
  newHere: 'New here?',
  register: 'Start a free trial',
  forgot: 'Forgot your password?',
  reset: 'Set a new one',
} as const;
