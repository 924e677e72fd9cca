export { adminService } from './admin.definition.ts';
export { staffCommand } from './command-line/staff-command.ts';
export { InitialStaffAccount } from './staff/initial-staff-account.ts';
