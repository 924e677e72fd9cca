/** @jest-environment node */
import { readAddresses } from './read-addresses.ts';

describe(readAddresses, () => {
  it('reads what is pasted from a mail program or a column of a sheet, each address once', () => {
    expect(readAddresses('bo@acme.com, Cy@acme.com;\nbo@acme.com\t dee@acme.com ')).toEqual({
      emails: ['bo@acme.com', 'cy@acme.com', 'dee@acme.com'],
      wrong: [],
    });
  });

  it('names what is no address', () => {
    expect(readAddresses('bo@, bo@acme.com')).toEqual({ emails: ['bo@acme.com'], wrong: ['bo@'] });
  });
});
