/** The parameter of an address that opens the names of a video that wait. */
export const namesQuery = 'names';

/** The path of a video whose names are to be checked. */
export const namesPath = (id: string): string => `/asset/${encodeURIComponent(id)}?${namesQuery}=check`;
