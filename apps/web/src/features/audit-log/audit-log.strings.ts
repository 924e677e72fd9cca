export const auditLogStrings = {
  title: 'Audit log',
  clear: 'Clear the filter',
  notLoaded: 'The audit log could not be loaded. Check the connection, and try again.',
} as const;
