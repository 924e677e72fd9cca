/** Who runs this installation: every page that says where to write reads it here. */
export const operator = {
  name: 'Webinar Vault',
  email: 'hello@webinar-vault.example',
} as const;
