/** What admins and owners set up and look up, in one file: the list of files is part of the first load of every page. */
export { AuditLogPage } from './audit-log-page.tsx';
export { SignOnSettingsPage } from './sign-on-settings-page.tsx';
export { WorkspacePage } from './workspace-page.tsx';
