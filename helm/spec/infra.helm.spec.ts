import { parse } from 'yaml';
import { notes, render } from './helm.ts';
import { objectsIn, ofKind, runningIn, secretsOf, variablesOf, type KubeObject } from './objects.ts';
import { rendered } from './renders.ts';

const own = { publicUrl: 'https://vault.example.com', image: { registry: 'registry.example.com' } };

describe.each([
  ['infra-scram', {}],
  ['infra-scram', { tenant: 'blue' }],
  ['infra-tenant', {}],
])('%s with %j', (name, more) => {
  it('prints values with which the product is installed', async () => {
    const files = [`helm/spec/cases/${name}.yaml`];
    const text = await notes('webinar-vault-infra', files, more);
    const [, block = ''] = /^---\n([^]*?)^---$/m.exec(text)!;
    const objects = objectsIn(await render('webinar-vault', [], { ...own, ...(parse(block) as object) }));
    const upload = runningIn(objects).find(({ metadata }) => metadata.name === 'vault-upload')!;
    const { spec } = upload.spec.template;
    const variables = variablesOf(objects, spec.containers[0]!);
    // The servers, accounts and Secrets that the chart of the operators makes.
    const made = objectsIn(await render('webinar-vault-infra', files, more));
    const [kafka] = ofKind(made, 'Kafka');
    const [mongodb] = ofKind(made, 'PerconaServerMongoDB');
    expect(variables['KAFKA_BROKERS']).toContain(`${kafka!.metadata.name}-kafka-bootstrap.webinars:9093`);
    expect(variables['MONGO_URL']).toContain(`//${mongodb!.metadata.name}-`);
    const users = ofKind(made, 'KafkaUser').map(({ metadata }) => metadata.name);
    const secrets = secretsOf(spec).map(({ secret }) => secret);
    if (name === 'infra-scram') expect(users).toContain(variables['KAFKA_USERNAME']);
    else expect(secrets).toContain(users.find((user) => user.endsWith('upload')));
    expect(secrets).toContain(`${mongodb!.metadata.name}-ssl`);
    expect(secrets).toContain(`${kafka!.metadata.name}-cluster-ca-cert`);
  });

  it('spreads brokers, controllers and members over zones and nodes', () => {
    const spread = (object: KubeObject) => JSON.stringify(object.spec).split('"topologyKey":').length - 1;
    for (const object of ofKind(rendered(name), 'KafkaNodePool', 'PerconaServerMongoDB'))
      expect([object.metadata.name, spread(object)]).toEqual([object.metadata.name, 2]);
  });
});

test('installations of two tenants in one namespace share no object', async () => {
  const namesOf = async (tenant: string) => {
    const values = {
      tenant,
      rpcCertificates: { secretPrefix: `${tenant}-rpc` },
    };
    const objects = objectsIn(
      await render('webinar-vault-infra', ['helm/spec/cases/infra-scram.yaml'], values),
    );
    return objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  };
  const [blue, red] = await Promise.all(['blue', 'red'].map(namesOf));
  expect(blue!.length).toBeGreaterThan(20);
  expect(blue!.filter((name) => red!.includes(name))).toEqual([]);
});
