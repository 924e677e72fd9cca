export { adminService } from './admin.definition.ts';
export { chain, findBreak, type ChainedEntry, type NotedChain } from './domain/entry-chain.ts';
export { staffCommand } from './staff-command.ts';
export { InitialStaffAccount } from './staff/initial-staff-account.ts';
