export { adminService } from './admin.definition.ts';
export { staffCommand } from './staff-command.ts';
export { InitialStaffAccount } from './staff/initial-staff-account.ts';
