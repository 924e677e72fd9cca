export const signInStrings = {
  title: 'Sign in',
  email: 'Email address',
  password: 'Password',
  submit: 'Sign in',
  busy: 'Signing in…',
  fillAll: 'Please fill in all fields.',
  newHere: 'New here?',
  register: 'Start a free trial',
} as const;
