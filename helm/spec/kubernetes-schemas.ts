import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { ensureKubernetesSchemas } from '../../tools/charts/kubernetes-schemas.mjs';
import type { KubeObject } from './objects.ts';

interface Definition {
  readonly 'x-kubernetes-group-version-kind'?: readonly { group: string; version: string; kind: string }[];
}

interface Definitions {
  readonly $id: string;
  readonly $defs: Readonly<Record<string, Definition>>;
}

const folder = await ensureKubernetesSchemas();
// The published schemas have formats that are only documentation, and errors that cannot be fixed here.
const options = {
  strict: false,
  validateFormats: false,
  allErrors: true,
  validateSchema: false,
  logger: false,
} as const;

/** The key of an object's schema: `apps/v1 Deployment`. */
export function kindOf({ apiVersion, kind }: Pick<KubeObject, 'apiVersion' | 'kind'>): string {
  return `${apiVersion} ${kind}`;
}

/** Validates objects of Kubernetes' own kinds, and refuses unknown fields. */
export class KubernetesSchemas {
  readonly #ajv = new Ajv2020(options);
  readonly #definitions: Definitions;
  readonly #names = new Map<string, string>();
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(version: string) {
    this.#definitions = JSON.parse(readFileSync(join(folder, `${version}.json`), 'utf8')) as Definitions;
    this.#ajv.addSchema(this.#definitions);
    for (const [name, definition] of Object.entries(this.#definitions.$defs)) {
      for (const { group, version: of, kind } of definition['x-kubernetes-group-version-kind'] ?? [])
        this.#names.set(kindOf({ apiVersion: group ? `${group}/${of}` : of, kind }), name);
    }
  }

  /** Whether the kind is one of Kubernetes' own. */
  knows(object: KubeObject): boolean {
    return this.#names.has(kindOf(object));
  }

  /** One line for each problem. */
  problemsOf(object: KubeObject): string[] {
    const validate = this.#validatorOf(kindOf(object));
    void validate(object);
    return (validate.errors ?? []).map(
      ({ instancePath, message = '', params }) =>
        `${kindOf(object)} ${object.metadata.name}${instancePath}: ${message} ${JSON.stringify(params)}`,
    );
  }

  #validatorOf(kind: string): ValidateFunction {
    const name = this.#names.get(kind);
    if (name === undefined) throw new Error(`There is no schema for ${kind}.`);
    const known =
      this.#compiled.get(kind) ?? this.#ajv.compile({ $ref: `${this.#definitions.$id}#/$defs/${name}` });
    this.#compiled.set(kind, known);
    return known;
  }
}
