import { mongoAccessOf, withAccount } from './mongo.config.ts';

describe(withAccount, () => {
  const credentials = { MONGO_USERNAME: 'upload', MONGO_PASSWORD: 'p@ss/w:rd' };

  it('inserts the account into the address, escaped', () => {
    expect(withAccount('mongodb://a:1,b:2/?replicaSet=rs0', credentials)).toBe(
      'mongodb://upload:p%40ss%2Fw%3Ard@a:1,b:2/?replicaSet=rs0',
    );
    expect(withAccount('mongodb+srv://a', credentials)).toBe('mongodb+srv://upload:p%40ss%2Fw%3Ard@a');
  });

  it('does not change an address that has an account, or when none is given', () => {
    expect(withAccount('mongodb://x:y@a:1/', credentials)).toBe('mongodb://x:y@a:1/');
    expect(withAccount('mongodb://a:1/', { MONGO_USERNAME: 'upload', MONGO_PASSWORD: undefined })).toBe(
      'mongodb://a:1/',
    );
  });
});

describe(mongoAccessOf, () => {
  const tls = { MONGO_CA: 'authorities', MONGO_CERT: 'certificate', MONGO_KEY: 'key' };
  const none = { MONGO_USERNAME: undefined, MONGO_PASSWORD: undefined };

  it('uses TLS only with certificates', () => {
    const unset = { MONGO_CA: undefined, MONGO_CERT: undefined, MONGO_KEY: undefined };
    expect(mongoAccessOf('mongodb://a:1/', { ...none, ...unset })).toEqual({ url: 'mongodb://a:1/' });
    expect(mongoAccessOf('mongodb://a:1/', { ...none, ...unset, MONGO_CA: 'authorities' }).options).toEqual({
      tls: true,
      ca: 'authorities',
    });
  });

  it('signs in with the certificate unless there is an account', () => {
    const own = { tls: true, ca: 'authorities', cert: 'certificate', key: 'key' };
    const x509 = { authMechanism: 'MONGODB-X509', authSource: '$external' };
    expect(mongoAccessOf('mongodb://a:1/', { ...none, ...tls }).options).toEqual({ ...own, ...x509 });
    expect(mongoAccessOf('mongodb://x:y@a:1/', { ...none, ...tls }).options).toEqual(own);
    const account = { MONGO_USERNAME: 'upload', MONGO_PASSWORD: 'secret' };
    expect(mongoAccessOf('mongodb://a:1/?w=@', { ...account, ...tls })).toEqual({
      url: 'mongodb://upload:secret@a:1/?w=@',
      options: own,
    });
  });
});
