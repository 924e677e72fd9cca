export { adminService } from './admin.definition.ts';
export { staffCommand } from './command-line/staff-command.ts';
export { FirstStaff } from './staff/first-staff.ts';
