import { mayCall, roleOfCall, type StaffCall } from './call-roles.ts';

const calls = Object.keys(roleOfCall) as StaffCall[];

test('an owner may make every call', () => {
  expect(calls.filter((call) => !mayCall('owner', call))).toEqual([]);
});

test('support may make every call except those about staff', () => {
  const refused = calls.filter((call) => !mayCall('support', call));
  expect(refused).toEqual(['listStaff', 'addStaff', 'editStaff', 'admin.remove-staff.v1']);
});
