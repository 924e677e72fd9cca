/** The first account of staff of each product under test, unless a suite sets another one. */
export const firstStaff = { email: 'owner@example.com', password: 'punched cards' } as const;

export const firstStaffEnv = { ADMIN_EMAIL: firstStaff.email, ADMIN_PASSWORD: firstStaff.password } as const;
