/** The operator of this installation; every page with contact details uses it. */
export const operator = {
  name: 'Webinar Vault',
  email: 'hello@webinar-vault.example',
} as const;
