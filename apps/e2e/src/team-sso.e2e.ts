import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { TestDnsServer, txtRecord } from '@vault/base/testing';
import type { FinishedSso, MemberList, SsoRecord, WorkspaceItem } from '@vault/contracts';
import type { Api } from './testing/api/api.ts';
import { EventReader } from './testing/api/event-reader.ts';
import { uploadVideo } from './testing/api/send-file.ts';
import { briefTalk } from './testing/api/talk.ts';
import { assertConsistent } from './testing/product/assert-consistent.ts';
import { MailCatcher } from './testing/product/mail-catcher.ts';
import type { Product } from './testing/product/product.ts';
import { SsoServer, type ProviderPerson } from './testing/product/sso-server.ts';
import { StaffApi } from './testing/product/staff-api.ts';
import { startProduct } from './testing/product/start-product.ts';
import { logOf, refusalOf, registerAs, setProvider, TeamSignIns } from './testing/product/team-sign-ins.ts';
import { joinTeam, makeTeam } from './testing/product/test-team.ts';
import { until } from './testing/shared/until.ts';

const password = 'analytical engine';
const required = { status: 'error', code: 'forbidden', msg: 'acme.test signs in with single sign-on.' };
const tookTooLong = 'The sign-in took too long. Start again.';
const ann: ProviderPerson = { subject: 'p-ann', email: 'ann@acme.test', isVerified: true, groups: ['Leads'] };
const bo: ProviderPerson = {
  subject: 'p-bo',
  email: 'bo@acme.test',
  isVerified: true,
  groups: ['Marketing'],
};
const cy: ProviderPerson = { subject: 'p-cy', email: 'cy@acme.test', isVerified: true };

describe('single sign-on of a team', () => {
  let mail: MailCatcher;
  let dns: TestDnsServer;
  let provider: SsoServer;
  let otherProvider: SsoServer;
  let product: Product;
  let staff: StaffApi;
  /** Without a session. */
  let api: Api;
  let owner: Api;
  let teamId: string;
  /** An owner with an address outside. */
  let eve: Api;
  /** A member with an address inside, who does not use the provider. */
  let zed: Api;
  /** An owner of another team. */
  let mallory: Api;
  let sso: SsoRecord;
  const people: Record<string, Api> = {};
  let signIns: TeamSignIns;

  before(async () => {
    mail = await MailCatcher.open();
    dns = await TestDnsServer.start();
    provider = await SsoServer.open();
    otherProvider = await SsoServer.open(provider.authority);
    const { NODE_EXTRA_CA_CERTS = '' } = provider.env;
    product = await startProduct({
      env: {
        ...mail.env,
        ...{ NODE_EXTRA_CA_CERTS, PRIVATE_SERVERS: 'true', DNS_SERVERS: dns.address },
        SIGN_IN_RATE: '10000',
      },
    });
    staff = new StaffApi(product);
    await staff.signIn();
    api = product.api();
    owner = await registerAs(product, ann.email);
    await makeTeam(staff, owner);
    teamId = owner.workspaceId!;
    signIns = new TeamSignIns(product, dns, { id: teamId, provider });
    eve = await joinTeam(product, { mail, owner }, 'owner');
    zed = await registerAs(product, 'zed@acme.test');
    await joinTeam(product, { mail, owner }, 'viewer', zed);
    mallory = await registerAs(product, 'mallory@globex.test');
    mallory.workspaceId = (
      await mallory.ask<WorkspaceItem>('POST', '/api/workspaces', { name: 'Globex' })
    ).id;
    await uploadVideo(owner, briefTalk(), 'A webinar');
  });
  after(async () => {
    await assertConsistent(product);
    await product.end();
    await provider.close();
    await otherProvider.close();
    await dns.stop();
    await mail.close();
  });

  /** Gateways know a session for a second, or until they hear of its end. */
  const untilSignedOut = (person: Api) =>
    until('the end of the session', async () => (await person.send('GET', '/api/workspaces')).status === 401);

  const get = (by = owner) => by.ask<SsoRecord>('GET', '/api/workspace/sso');

  it('is set up by an owner: a domain, a provider, and who may come in', async () => {
    for (const domain of ['gmail.com', 'co.uk']) {
      const refused = await owner.send('POST', '/api/workspace/domains', { body: { domain } });
      assert.deepEqual(refusalOf(refused), [400, `${domain} cannot be claimed.`]);
    }
    assert.equal((await get()).obstacle, 'Verify a domain first.');
    await owner.ask('POST', '/api/workspace/domains', { domain: 'Acme.test' });
    const early = await owner.ask<SsoRecord>('POST', '/api/workspace/domains/acme.test/check', {});
    assert.equal(early.domains[0]?.state, 'waiting');
    const verified = await signIns.verify(owner, 'acme.test');
    assert.deepEqual(
      verified.domains.map(({ name, state }) => [name, state]),
      [['acme.test', 'verified']],
    );
    const { redirect_url: ofGlobex } = await get(mallory);
    provider.serve(verified.redirect_url, ofGlobex);
    otherProvider.serve(verified.redirect_url, ofGlobex);
    const { provider: settings } = await setProvider(owner, provider);
    assert.equal(settings?.issuer, provider.issuer);
    assert.ok(settings.key_count > 0 && settings.has_back_channel);
    sso = await owner.ask<SsoRecord>('PUT', '/api/workspace/sso/people', {
      new_people: 'viewer',
      groups: [
        { name: 'Marketing', role: 'editor' },
        { name: 'Leads', role: 'admin' },
      ],
      trusts_addresses: false,
    });
    assert.equal(sso.obstacle, 'Test the sign-in first.');
    assert.ok(!JSON.stringify(sso).includes(provider.client.secret));
    for (const member of [zed, mallory]) {
      const answer = await member.send('GET', '/api/workspace/sso', {
        headers: { 'vault-workspace': teamId },
      });
      assert.equal(answer.status, 403);
    }
  });

  it('is tested by an owner, and nobody is signed in', async () => {
    const begun = signIns.begunOf(await owner.send('POST', '/api/workspace/sso/test', { body: {} }));
    const answer = await signIns.finish(await signIns.signInThere(ann, begun), begun.cookie);
    assert.deepEqual(answer.json?.data, { is_tested: true });
    const { test, obstacle, members } = await get();
    assert.deepEqual([test?.is_passed, test?.by], [true, 'Ada Lovelace']);
    assert.deepEqual(
      test!.checks.flatMap(({ what, is_ok: isOk }) => (isOk ? [what] : [])),
      ['issuer', 'audience', 'nonce', 'signature', 'time', 'address', 'groups', 'removal'],
    );
    assert.match(test!.checks[3]!.text, /^Signed with \w+, key /);
    assert.equal(test!.checks[6]!.text, 'Leads → admin.');
    assert.deepEqual([obstacle, members.signed_in], ['Sign in through it once to require it.', 0]);
  });

  it('joins the account of the owner with their password, once', async () => {
    const begun = await signIns.begin({ email: 'Ann@ACME.test' });
    const query = await signIns.signInThere(ann, begun);
    const asked = (await signIns.finish(query, begun.cookie)).json?.data as FinishedSso;
    assert.deepEqual([asked.link?.email, asked.link?.team, asked.session], [ann.email, 'Acme', undefined]);
    const token = asked.link!.token;
    signIns.secrets.add(token);
    const link = (given: string, cookie = begun.cookie) =>
      api.send('POST', '/api/auth/sso/link', { body: { token, password: given }, headers: { cookie } });
    assert.deepEqual(refusalOf(await link('wrong password')), [401, 'The password is wrong.']);
    assert.deepEqual(refusalOf(await link(password, '')), [409, 'It was started in another browser.']);
    people['ann'] = signIns.sessionOf(await link(password));
    assert.equal(people['ann'].user!.id, owner.user!.id);
    assert.deepEqual(refusalOf(await link(password)), [409, tookTooLong]);
    assert.equal((await get()).obstacle, '');
    people['ann'] = await signIns.comeIn(ann);
    assert.equal(people['ann'].user!.id, owner.user!.id);
  });

  const roleOf = async (person: Api) =>
    (await person.ask<WorkspaceItem[]>('GET', '/api/workspaces')).find(({ id }) => id === teamId)?.role;

  it('lets new people in, who see the library, with the roles of their groups', async () => {
    people['bo'] = await signIns.comeIn(bo);
    people['cy'] = await signIns.comeIn(cy);
    const videos = (await owner.videos()).map(({ id }) => id);
    assert.equal(videos.length, 1);
    for (const name of ['bo', 'cy'])
      assert.deepEqual(
        (await people[name]!.videos()).map(({ id }) => id),
        videos,
      );
    assert.deepEqual([await roleOf(people['bo']), await roleOf(people['cy'])], ['editor', 'viewer']);
    await signIns.comeIn({ ...bo, groups: ['Leads', 'Marketing'] });
    assert.equal(await roleOf(people['bo']), 'admin');
    await signIns.comeIn(bo);
    assert.equal(await roleOf(people['bo']), 'editor');
    assert.equal(await roleOf(people['ann']!), 'owner');
  });

  it('ends once, and only in the browser in which it began', async () => {
    const begun = await signIns.begin();
    const query = await signIns.signInThere(cy, begun);
    const victim = await signIns.begin();
    // The finished code of an attacker in the browser of a victim, and of nobody.
    const elsewhere = [409, 'It was started in another browser.'];
    assert.deepEqual(refusalOf(await signIns.finish(query, victim.cookie)), elsewhere);
    assert.deepEqual(refusalOf(await signIns.finish(query, '')), elsewhere);
    for (const changed of [
      query.replace(/state=[^&]+/, 'state=unknown'),
      query.replace(/state=[^&]+&?/, ''),
      query.replace(/state=[^&]+/, `state=${new URL(victim.url).searchParams.get('state') ?? ''}`),
      '',
    ])
      assert.equal((await signIns.finish(changed, begun.cookie)).status, 409, changed);
    const both = await Promise.all([
      signIns.finish(query, begun.cookie),
      signIns.finish(query, begun.cookie),
    ]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    assert.deepEqual(refusalOf(await signIns.finish(query, begun.cookie)), [409, tookTooLong]);
    // The code with the state of another attempt.
    const code = new URLSearchParams(query).get('code')!;
    const state = new URL(victim.url).searchParams.get('state')!;
    const replayed = `code=${code}&state=${state}&iss=${encodeURIComponent(provider.issuer)}`;
    assert.deepEqual(refusalOf(await signIns.finish(replayed, victim.cookie)), [410, tookTooLong]);
  });

  it('goes to no address that somebody else names', async () => {
    const evil = 'https://evil.example/x';
    const asked = {
      redirect_uri: evil,
      redirect_url: evil,
      return_to: '//evil.example',
      next: evil,
      origin: evil,
    };
    const headers = {
      origin: evil,
      referer: evil,
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    };
    const answer = await api.send('POST', `/api/auth/sso?${new URLSearchParams(asked).toString()}`, {
      body: { team: teamId, ...asked },
      headers,
    });
    const { url, cookie } = signIns.begunOf(answer);
    assert.equal(new URL(url).origin, provider.issuer);
    assert.equal(new URL(url).searchParams.get('redirect_uri'), sso.redirect_url);
    assert.ok(!url.includes('evil'));
    const query = await signIns.signInThere(cy, { url, cookie });
    const finished = await api.send('POST', `/api/auth/sso/${teamId}/finish`, {
      body: { query: `${query}&${new URLSearchParams(asked).toString()}`, ...asked },
      headers: { ...headers, cookie },
    });
    assert.equal(finished.status, 200, finished.text);
    assert.equal(finished.headers.get('location'), null);
    assert.ok(!finished.text.includes('evil'));
  });

  describe('beside another team with a provider', () => {
    before(async () => {
      await signIns.verify(mallory, 'globex.test');
      await setProvider(mallory, otherProvider);
      const open = { new_people: 'viewer', groups: [], trusts_addresses: false };
      await mallory.ask('PUT', '/api/workspace/sso/people', open);
    });

    it('takes no answer of the provider of the other team', async () => {
      const globex = mallory.workspaceId!;
      const there = await signIns.begin({ team: globex });
      const person = { ...cy, email: 'cy@globex.test' };
      const ofOther = await signIns.signInThere(person, there, otherProvider);
      // Posted for this team, with the browser that has begun there.
      assert.deepEqual(refusalOf(await signIns.finish(ofOther, there.cookie)), [409, tookTooLong]);
      const code = new URLSearchParams(ofOther).get('code')!;
      const tokens = () => provider.requests.filter((request) => request === 'POST /token').length;
      const before = tokens();
      for (const iss of [
        `&iss=${encodeURIComponent(otherProvider.issuer)}`,
        `&iss=${encodeURIComponent(`${provider.issuer}/`)}`,
        '',
      ]) {
        const here = await signIns.begin();
        const state = new URL(here.url).searchParams.get('state')!;
        const answer = await signIns.finish(`code=${code}&state=${state}${iss}`, here.cookie);
        assert.deepEqual(refusalOf(answer), [403, 'The answer of the provider is not valid. Start again.']);
      }
      // The provider of this team was not even asked.
      assert.equal(tokens(), before);
      const here = await signIns.begin();
      const state = new URL(here.url).searchParams.get('state')!;
      const named = `code=${code}&state=${state}&iss=${encodeURIComponent(provider.issuer)}`;
      assert.deepEqual(refusalOf(await signIns.finish(named, here.cookie)), [410, tookTooLong]);
    });

    it('is another person at each provider, also with the same subject', async () => {
      const { session } = (
        await signIns.signIn({ ...cy, email: 'cy@globex.test' }, mallory.workspaceId, otherProvider)
      ).json!.data as FinishedSso;
      assert.notEqual(session!.user.id, people['cy']!.user!.id);
      assert.equal(session!.user.email, 'cy@globex.test');
    });

    it('believes a provider only about the domains of its team, and each address once', async () => {
      const ceo = { subject: 'p-ceo', email: 'ceo@globex.test', isVerified: true };
      assert.deepEqual(refusalOf(await signIns.signIn(ceo)), [
        403,
        'The address ceo@globex.test is not in a domain of Acme. Ask an admin of Acme.',
      ]);
      assert.deepEqual(refusalOf(await signIns.signIn({ ...bo, subject: 'p-other' })), [
        403,
        'Another person has signed in with this address before. Ask an admin of Acme.',
      ]);
      assert.deepEqual(
        refusalOf(await signIns.signIn({ ...ceo, email: 'dan@acme.test', isVerified: false })),
        [403, 'Your provider did not confirm dan@acme.test. Ask an admin of Acme.'],
      );
      // The account of somebody else needs its password.
      const asked = (await signIns.signIn({ ...ceo, email: zed.user!.email })).json!.data as FinishedSso;
      assert.deepEqual([asked.session, asked.link?.email], [undefined, zed.user!.email]);
    });

    it('keeps its domain from the other team', async () => {
      const { domains } = await mallory.ask<SsoRecord>('POST', '/api/workspace/domains', {
        domain: 'acme.test',
      });
      const claim = domains.find(({ name }) => name === 'acme.test')!;
      const proof = sso.domains[0]!;
      assert.notEqual(claim.record_value, proof.record_value);
      const check = () => mallory.send('POST', '/api/workspace/domains/acme.test/check', { body: {} });
      const seen = ((await check()).json!.data as SsoRecord).domains.find(({ name }) => name === 'acme.test');
      assert.deepEqual([seen?.state, seen?.found], ['waiting', proof.record_value]);
      dns.records.set(
        claim.record_name,
        [proof, claim].map(({ record_value: value }) => txtRecord(value)),
      );
      assert.deepEqual(refusalOf(await check()), [409, 'Another team has proved that acme.test is theirs.']);
      await mallory.ask('DELETE', '/api/workspace/domains/acme.test');
      assert.equal((await get()).domains[0]?.state, 'verified');
    });

    it('is ended at once by its provider, and by no other', async () => {
      const [boSession, cySession] = [people['bo']!, people['cy']!];
      await signIns.comeIn(cy);
      const stream = await EventReader.open(boSession);
      const tokenOfOther = await otherProvider.logoutTokenOf(cy.subject);
      const post = (token: string, url = sso.sign_out_url) =>
        fetch(url, { method: 'POST', body: new URLSearchParams({ logout_token: token }) });
      for (const token of [tokenOfOther, 'no token', '']) assert.equal((await post(token)).status, 400);
      const token = await provider.logoutTokenOf(bo.subject);
      signIns.secrets.add(token);
      const ofGlobex = (await get(mallory)).sign_out_url;
      assert.equal((await post(token, ofGlobex)).status, 400);
      // It ends the last session of the person, and no older one.
      const last = await signIns.comeIn(bo);
      const answer = await provider.signOut(bo.subject, sso.sign_out_url);
      assert.equal(answer.status, 200, await answer.text());
      await untilSignedOut(last);
      assert.equal((await boSession.send('GET', '/api/workspaces')).status, 200);
      assert.equal(stream.hasEnded, false);
      stream.close();
      const again = await signIns.comeIn(bo);
      const itsStream = await EventReader.open(again);
      const itsToken = await provider.logoutTokenOf(bo.subject);
      signIns.secrets.add(itsToken);
      assert.equal((await post(itsToken)).status, 200);
      await untilSignedOut(again);
      await until('the end of its stream', () => Promise.resolve(itsStream.hasEnded));
      assert.equal((await post(itsToken)).status, 400);
      assert.equal((await cySession.send('GET', '/api/muxvideos')).status, 200);
    });
  });

  describe('that is required', () => {
    let boNow: Api;
    before(async () => {
      boNow = await signIns.comeIn(bo);
      const refused = await owner.send('PUT', '/api/workspace/sso/requirement', {
        body: { emergency_owner: owner.user!.id },
      });
      assert.deepEqual(refusalOf(refused), [409, 'Sign in through it once to require it.']);
      const { requirement } = await people['ann']!.ask<SsoRecord>('PUT', '/api/workspace/sso/requirement', {
        emergency_owner: owner.user!.id,
      });
      assert.equal(requirement?.emergency_owner, owner.user!.id);
    });

    it('ends sessions of members that did not come through the provider, and tells them', async () => {
      await untilSignedOut(zed);
      const subject = 'Acme now asks for single sign-on';
      for (const email of [zed.user!.email, bo.email]) await mail.untilSent(email, subject);
      for (const each of [people['ann']!, owner, boNow, eve, mallory])
        assert.equal((await each.send('GET', '/api/workspaces')).status, 200, each.user!.email);
      for (const email of [eve.user!.email, ann.email, mallory.user!.email])
        assert.ok(!(await mail.to(email)).some((each) => each.subject === subject), email);
    });

    it('refuses every password of an address of the domain with the same bytes', async () => {
      const login = (email: string, given: string) =>
        api.send('POST', '/api/auth/login', { body: { email, password: given } });
      const answers = [
        await login(zed.user!.email, password),
        await login(zed.user!.email, 'wrong password'),
        await login(bo.email, password),
        await login('nobody@acme.test', password),
        await login('Nobody@ACME.test', 'wrong password'),
        await login(ann.email, 'wrong password'),
      ];
      for (const email of [zed.user!.email, 'new@acme.test'])
        answers.push(
          await api.send('POST', '/api/auth/register', {
            body: { firstname: 'A', lastname: 'B', email, password, plan: 'free' },
          }),
        );
      for (const given of [password, 'wrong password'])
        answers.push(
          await boNow.send('POST', '/api/account/email', {
            body: { email: 'bo@other.test', password: given },
          }),
          await eve.send('POST', '/api/account/email', { body: { email: 'new@acme.test', password: given } }),
          await eve.send('POST', '/api/account/email', { body: { email: zed.user!.email, password: given } }),
        );
      assert.deepEqual(answers[0]!.json, required);
      for (const { status, text, headers } of answers)
        assert.deepEqual(
          [status, text, headers.get('content-type')],
          [403, answers[0]!.text, answers[0]!.headers.get('content-type')],
        );
      for (const email of ['x@sub.acme.test', 'x@evil-acme.test'])
        assert.equal((await login(email, password)).status, 401);
    });

    it('lets the emergency owner in with the password, and tells the other owners', async () => {
      const emergency = await owner.signInAgain();
      signIns.secrets.add(emergency.token);
      assert.equal(emergency.email, ann.email);
      const subject = 'Ada Lovelace signed in to Acme with a password';
      await mail.untilSent(eve.user!.email, subject);
      assert.ok(!(await mail.to(ann.email)).some((each) => each.subject === subject));
    });

    it('keeps its domain and its emergency owner', async () => {
      const domain = await owner.send('DELETE', '/api/workspace/domains/acme.test');
      assert.equal(domain.status, 409);
      for (const [method, body] of [
        ['PATCH', { role: 'admin' }],
        ['DELETE', undefined],
      ] as const) {
        const path = `/api/workspace/members/${owner.user!.id}`;
        assert.deepEqual(refusalOf(await eve.send(method, path, { body })), [
          409,
          'This person is the emergency owner of Acme. Choose another one under Single sign-on first.',
        ]);
      }
    });
  });

  it('is in the audit log, each step once, and without secrets', async () => {
    const { members } = await owner.ask<MemberList>('GET', '/api/workspace/members');
    assert.deepEqual(members.map(({ role }) => role).sort(), [
      'editor',
      'owner',
      'owner',
      'viewer',
      'viewer',
    ]);
    const expected = {
      'auth.add-domain': 1,
      'auth.verify-domain': 1,
      'auth.set-provider': 1,
      'auth.set-people': 1,
      'auth.link-sign-on': 1,
      'auth.require-sign-on': 1,
      'auth.emergency-sign-in': 1,
      'auth.set-role': 2,
    };
    const signOnsOf: [Api, number][] = [
      [people['ann']!, 2],
      [people['bo']!, 6],
      [people['cy']!, 4],
    ];
    const total = signOnsOf.reduce((sum, [, count]) => sum + count, 0);
    const found = await until('the entries', async () => {
      const all = await logOf(owner);
      const signOns = all.filter(({ action }) => action === 'auth.sign-on');
      return signOns.length >= total && all.some(({ action }) => action === 'auth.emergency-sign-in') && all;
    });
    const counts = Object.fromEntries(
      Object.keys(expected).map((action) => [
        action,
        found.filter((entry) => entry.action === action).length,
      ]),
    );
    assert.deepEqual(counts, expected);
    const signOns = found.filter(({ action }) => action === 'auth.sign-on');
    for (const [{ user }, count] of signOnsOf)
      assert.equal(signOns.filter(({ actor }) => actor.id === user!.id).length, count, user!.email);
    assert.equal(signOns.length, total);
    for (const { actor, address, action } of found) {
      assert.equal(address === '', actor.is_staff, action);
      assert.ok(actor.is_staff || actor.name !== '', action);
    }
    const texts = { 'the audit log': JSON.stringify(found), 'the logs': product.log() };
    for (const [what, text] of Object.entries(texts))
      for (const secret of signIns.secrets)
        assert.ok(secret.length > 5 && !text.includes(secret), `${what}: ${secret}`);
  });
});
