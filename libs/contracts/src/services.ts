/** Every product service. An embedded adapter starts only when all of them share its process. */
export const serviceNames = ['gateway', 'auth', 'upload', 'chaptering', 'search', 'clip', 'admin'] as const;

export type ServiceName = (typeof serviceNames)[number];
