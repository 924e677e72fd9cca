import { jest } from '@jest/globals';
import { AppError } from '@vault/base';
import { glossaryLimits, type GlossaryPlaces } from '@vault/contracts';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';

// A long timeout, because the machine may be busy.
jest.setTimeout(120_000);

const term = (name: string, wrongForms: string[] = [], isCaseSensitive = false) => ({
  ...{ term: name, wrongForms, isCaseSensitive },
});
const piketty = { id: 'p', ...term('Piketty', ['Pikachti', 'pick Eddie']) };

describe('the glossary', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => {
    gateway.fakes.chaptering.reset();
    gateway.fakes.handled.length = 0;
    gateway.fakes.chaptering.glossaries.set('ada', { terms: [piketty], version: 3, offers: [] });
  });
  afterAll(() => gateway.running.stop());

  const put = (body: object) => gateway.call('PUT', '/api/glossary', body);
  const read = async () => (await gateway.call('GET', '/api/glossary')).json['data'];
  const load = async (csv: string) =>
    (await gateway.call('POST', '/api/glossary/import', { csv })).json['data'];
  const exported = async () => (await gateway.ask('GET', '/api/glossary.csv', {})).text();

  it('is saved as a whole; terms keep their ids, and new ones get one', async () => {
    const { status, json } = await put({ terms: [piketty, term(' Node.js ', ['node  js'])], version: 3 });
    expect(status).toBe(200);
    const added = { id: expect.stringMatching(/^[\w-]{22}$/) as string, ...term('Node.js', ['node js']) };
    expect(json['data']).toEqual({ terms: [piketty, added], version: 4, offers: [] });
    expect(await read()).toEqual(json['data']);
  });

  it('a term with the id of another gets its own', async () => {
    const { json } = await put({ terms: [piketty, { ...term('A'), id: 'p' }], version: 3 });
    const ids = (json['data'] as { terms: { id: string }[] }).terms.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });

  it('a stale save changes nothing and gets the present one', async () => {
    const { status, json } = await put({ terms: [], version: 2 });
    expect(status).toBe(409);
    expect(json).toMatchObject({ status: 'error', data: { terms: [piketty], version: 3 } });
    expect(gateway.fakes.handled).toEqual([]);
  });

  it('refuses what is invalid or too large', async () => {
    gateway.fakes.chaptering.refusal = new AppError('invalid-input', 'Two meanings.');
    expect(await put({ terms: [], version: 3 })).toMatchObject({
      status: 400,
      json: { msg: 'Two meanings.' },
    });
    gateway.fakes.chaptering.refusal = undefined;
    expect((await put({ terms: [term('a b c d e f g')], version: 3 })).json['msg']).toBe(
      'A term or wrong form has at most 6 words.',
    );
    const forms = Array.from({ length: 20 }, (_, index) => `${'x'.repeat(75)}${String(index)}`);
    const huge = Array.from({ length: 400 }, (_, index) => term(`T${String(index)}`, forms));
    expect((await put({ terms: huge, version: 3 })).status).toBe(413);
    expect(gateway.fakes.handled).toEqual([]);
  });

  it('is exported for spreadsheets without formulas, and imported again', async () => {
    const terms = [piketty, { id: 'a', ...term('=Apple, "Inc"', ['apple'], true) }];
    gateway.fakes.chaptering.glossaries.set('ada', { terms, version: 3, offers: [] });
    const csv = await exported();
    expect(csv).toBe(
      'term,wrong forms,case sensitive\r\nPiketty,Pikachti; pick Eddie,false\r\n"\'=Apple, ""Inc""",apple,true\r\n',
    );
    expect(await load(csv)).toEqual({ added: 0, changed: 0, problems: [], leftOut: [] });
    gateway.fakes.chaptering.glossaries.delete('ada');
    expect(await load(`\uFEFF${csv}`)).toEqual({ added: 2, changed: 0, problems: [], leftOut: [] });
    expect(await exported()).toBe(csv);
  });

  it('an import adds terms and wrong forms, and removes nothing', async () => {
    const csv = 'term;wrong forms\npiketty;"Pikachti; Pickety"\nNode.js;node js\n';
    expect(await load(csv)).toEqual({ added: 1, changed: 1, problems: [], leftOut: [] });
    expect(await read()).toMatchObject({
      version: 4,
      terms: [
        { ...piketty, wrongForms: ['Pikachti', 'pick Eddie', 'Pickety'] },
        term('Node.js', ['node js']),
      ],
    });
  });

  it('an import reads the line that names the separator, and the words of other languages', async () => {
    const csv =
      'sep=;\r\nterm;wrong forms;case sensitive\r\nMüller;Muller;WAHR\r\nAcme, Inc;ackme;FALSCH\r\n';
    expect(await load(csv)).toMatchObject({ added: 2, problems: [] });
    expect(await load('sep=;\nA;x;perhaps\n')).toMatchObject({ problems: [{ line: 2 }] });
  });

  it('an ordinary word becomes a wrong form only when the request confirms it', async () => {
    const terms = [piketty, term('Svelte', ['help', 'swelt'])];
    const refused = await put({ terms, version: 3 });
    expect(refused.status).toBe(422);
    expect(refused.json).toMatchObject({
      msg: '“help” is an ordinary word. Replace it everywhere?',
      data: { ordinaryForms: ['help'] },
    });
    expect(gateway.fakes.handled).toEqual([]);
    expect((await put({ terms, version: 3, ordinaryForms: ['help'] })).status).toBe(200);
    // It is no new one any more.
    expect((await put({ terms, version: 4 })).status).toBe(200);
  });

  it('an import leaves ordinary words out, unless the request confirms them', async () => {
    const csv = 'term,wrong forms\nVite,veet\nSvelte,help; swelt\n';
    const leftOut = [{ line: 3, form: 'help', term: 'Svelte' }];
    expect(await load(csv)).toEqual({ added: 2, changed: 0, problems: [], leftOut });
    expect(await exported()).not.toContain('help');
    const answer = await gateway.call('POST', '/api/glossary/import', { csv, ordinaryForms: ['help'] });
    expect(answer.json['data']).toEqual({ added: 0, changed: 1, problems: [], leftOut: [] });
    expect(await exported()).toContain('swelt; help');
  });

  it('an import with wrong lines names each and imports nothing', async () => {
    const csv = 'term,wrong forms,case sensitive\nA,x\n,y\nB,X\nC,z,perhaps\nD,pikachti\na b c d e f g,\n';
    expect(await load(csv)).toEqual({
      ...{ added: 0, changed: 0, leftOut: [] },
      problems: [
        { line: 3, problem: 'Please enter a word.' },
        { line: 4, problem: '“X” is a wrong form of both “A” and “B”.' },
        { line: 5, problem: '“perhaps” is neither true nor false.' },
        { line: 6, problem: '“pikachti” is a wrong form of both “Piketty” and “D”.' },
        { line: 7, problem: 'A term or wrong form has at most 6 words.' },
      ],
    });
    expect(await load('term\n"A\n')).toMatchObject({
      problems: [{ problem: 'This line cannot be read: its quotation marks do not match.' }],
    });
    const many = Array.from({ length: 300 }, () => ',x').join('\n');
    expect(await load(many)).toMatchObject({ problems: { length: glossaryLimits.problems } });
    expect(gateway.fakes.handled).toEqual([]);
  });

  it('names places of the own videos with a cursor for the rest', async () => {
    const line = { start: 1, end: 2, text: 'Pikachti' };
    gateway.fakes.chaptering.places.push(
      ...['v', 'w'].flatMap((videoId) =>
        Array.from({ length: 1_005 }, (_, index) => ({
          videoId,
          before: [{ ...line, start: index + 0.25 }],
          after: [{ ...line, start: index + 0.25, text: 'Piketty' }],
          words: [{ found: 'Pikachti', term: 'Piketty' }],
        })),
      ),
    );
    const find = async (query: string) =>
      (await gateway.call('GET', `/api/glossary/places${query}`)).json['data'] as GlossaryPlaces;
    const first = await find('');
    expect([first.places.length, first.isComplete]).toEqual([1_000, false]);
    expect(first.places[0]).toMatchObject({ videoId: 'v', title: 'Talk', isConfirmed: true });
    const rest = await find(`?after=${first.next!}`);
    expect(rest).toMatchObject({ isComplete: true, next: null, places: { length: 5 } });
    expect(rest.places[0]?.before[0]?.start).toBe(1_000.25);
    expect((await find('?videoId=v-asset')).places).toHaveLength(1_000);
    expect((await gateway.call('GET', '/api/glossary/places?videoId=w')).status).toBe(404);
    expect((await gateway.call('GET', '/api/glossary/places?after=x.y.z')).status).toBe(400);
    expect(gateway.fakes.chaptering.placeRequests.every(({ ownerId }) => ownerId === 'ada')).toBe(true);
  });

  it('names proposals of an own video, by any of its ids', async () => {
    const proposals = (id: string) => gateway.call('GET', `/api/muxvideos/${id}/glossary-proposals`);
    expect((await proposals('v-upload')).json['data']).toMatchObject({
      proposals: [{ found: 'Pikachti', example: { text: 'Pikachti in v.' } }],
    });
    expect((await proposals('w')).status).toBe(404);
  });
});
